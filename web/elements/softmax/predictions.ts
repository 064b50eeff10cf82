import type { Engine } from '../../../emscripten/package/contract.js';
import { at } from '../../lib/tensor-view.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { afterExperiment, isPredicted, type Experiment, type Predicted } from './experiments.js';
import { runSoftmax } from './run.js';
import type { SoftmaxState } from './state.js';
import { words } from './words/index.js';

/** The right option of each question, from the first and the last weight that the core computed. */
const rightOption = {
  overflow: (first: number) => (Number.isNaN(first) ? 2 : Number.isFinite(first) ? 0 : 1),
  'no-power': (_: number, last: number) => (last < 0 ? 2 : last === 0 ? 0 : 1),
} satisfies Record<Predicted, (first: number, last: number) => number>;

/** Which question waits for a guess, which were answered, and what came of the last one. */
export class SoftmaxPredictions {
  /** The first question is there from the start: it says what can be tried. */
  asked: Predicted | null = 'overflow';
  verdict: Verdict | null = null;
  readonly #answered = new Set<Predicted>();

  /** Whether an experiment must wait for a guess. */
  asks(experiment: Experiment): boolean {
    if (!isPredicted(experiment) || this.#answered.has(experiment)) return false;
    this.asked = experiment;
    return true;
  }

  get question(): Question | null {
    if (!this.asked) return null;
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
    if (asked === null || answer === undefined) return null;
    const next = afterExperiment(engine, state, asked);
    const run = runSoftmax(engine, next);
    const correct = rightOption[asked](at(run.weights, 0), run.weights.data.at(-1)!) === guess;
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
