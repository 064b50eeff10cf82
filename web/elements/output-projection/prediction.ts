import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { columnsReached, type ProjectionRun } from './run.js';
import { words } from './words/index.js';

/** The guess that comes before W_O is removed: how many columns a head still reaches. */
export class ProjectionPrediction {
  verdict: Verdict | null = null;
  #isAnswered = false;

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  question(run: ProjectionRun): Question | null {
    if (this.#isAnswered) return null;
    const { ask, act } = words.predict;
    const { head, dModel } = run.state;
    const options = optionsOf(run).map((count) => ({ label: String(count) }));
    return { id: 'without-w-o', act, ask: ask(head, dModel), options };
  }

  /** Grades a guess against what the core measured without W_O. */
  grade(run: ProjectionRun, guess: number): PredictionResult | null {
    const answer = optionsOf(run)[guess];
    if (this.#isAnswered || answer === undefined) return null;
    this.#isAnswered = true;
    const { head, dModel } = run.state;
    const reached = columnsReached(run.reachAlone, head);
    const correct = answer === reached.length;
    this.verdict = {
      correct,
      get words() {
        return words.predict.verdict(head, reached, dModel);
      },
    };
    return { question: 'output-projection:without', answer: String(answer), correct };
  }
}

/** None, the head's own, half of all, all: each once. */
const optionsOf = ({ dHead, state: { dModel } }: ProjectionRun): readonly number[] => [
  ...new Set([0, dHead, dModel / 2, dModel].sort((a, b) => a - b)),
];
