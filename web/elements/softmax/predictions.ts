import type { Engine } from '../../../emscripten/package/contract.js';
import { at } from '../../lib/tensor-view.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { afterExperiment, isPredicted, type Experiment, type Predicted } from './experiments.js';
import { runSoftmax, type SoftmaxRun } from './run.js';
import type { SoftmaxState } from './state.js';
import { words } from './words/index.js';

/** Whether what the core computed shows what a question is about. */
const shows = {
  overflow: ({ weights }) => Number.isNaN(at(weights, 0)),
  'no-power': ({ weights }) => weights.data.at(-1)! < 0,
} satisfies Record<Predicted, (run: SoftmaxRun) => boolean>;

/** Of each question: NaN, and below 0. */
const rightOption = 2;

/** Where an experiment leads; null if that does not show what its question is about. */
function afterPredicted(engine: Engine, state: SoftmaxState, experiment: Predicted) {
  const next = afterExperiment(engine, state, experiment);
  const run = runSoftmax(engine, next);
  return shows[experiment](run) ? { next, run } : null;
}

/** Which question waits for a guess, which were answered, and what came of the last one. */
export class SoftmaxPredictions {
  /** The first question is there from the start: it says what can be tried. */
  asked: Predicted | null = 'overflow';
  verdict: Verdict | null = null;
  readonly #answered = new Set<Predicted>();

  /** Whether an experiment must wait for a guess. */
  asks(engine: Engine, state: SoftmaxState, experiment: Experiment): boolean {
    if (!isPredicted(experiment) || this.#answered.has(experiment)) return false;
    if (!afterPredicted(engine, state, experiment)) return false;
    this.asked = experiment;
    return true;
  }

  /** Null also where other scores or temperatures would make what is said of the answer false. */
  question(engine: Engine, state: SoftmaxState): Question | null {
    if (!this.asked || !afterPredicted(engine, state, this.asked)) return null;
    const { act, ask, options } = words.predict[this.asked];
    return { id: this.asked, act, ask, options: options.map((label) => ({ label })) };
  }

  /** Runs what was asked about. @return also the state that it leads to */
  grade(
    engine: Engine,
    state: SoftmaxState,
    guess: number,
  ): { readonly result: PredictionResult; readonly next: SoftmaxState } | null {
    const { asked } = this;
    const answer = asked === null ? undefined : words.predict[asked].options[guess];
    const after = asked && afterPredicted(engine, state, asked);
    if (asked === null || !after || answer === undefined) return null;
    const { next, run } = after;
    const correct = guess === rightOption;
    this.#answered.add(asked);
    this.asked = null;
    this.verdict = {
      correct,
      get words() {
        return words.predict[asked].verdict(run);
      },
    };
    return { result: { question: `softmax:${asked}`, answer, correct }, next };
  }
}
