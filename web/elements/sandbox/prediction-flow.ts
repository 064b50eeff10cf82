import type { SandboxState } from './state.js';
import type { Verdict } from '../../ui/predict.js';
import { answer, prediction, type Prediction, type PredictionId } from './predictions.js';
import type { SandboxModel, SandboxRun } from './run.js';
import { words } from './words/index.js';

/** A graded prediction, and the state after the change. */
export interface Graded {
  readonly question: string;
  readonly guess: string;
  readonly correct: boolean;
  readonly next: SandboxState;
}

/** The current question, the questions that were answered, and the last verdict. */
export class PredictionFlow {
  asked: Prediction | null = null;
  verdict: Verdict | null = null;
  readonly #answered = new Set<PredictionId>();

  /** Shows the first question from the start, as a suggestion. */
  suggest(run: SandboxRun) {
    if (!run.state.tie) this.asks(run, { ...run.state, tie: true });
  }

  /** Whether `next` must wait for a prediction. If so, asks for it. */
  asks(run: SandboxRun, next: SandboxState): boolean {
    const asked = prediction(run, next);
    if (!asked || this.#answered.has(asked.id)) return false;
    this.asked = asked;
    return true;
  }

  /** Updates the current question after another run. */
  refresh(run: SandboxRun) {
    if (!this.asked) return;
    const { setting } = this.asked;
    this.asked = prediction(run, { ...run.state, ...setting });
  }

  grade(model: SandboxModel, run: SandboxRun, index: number): Graded | null {
    const { asked } = this;
    const guess = asked?.options[index];
    if (!asked || !guess) return null;
    const { before, after, option } = answer(model, run, asked);
    const correct = guess === option;
    this.#answered.add(asked.id);
    this.verdict = {
      correct,
      get words() {
        return words.predict.verdict[asked.id](before, after);
      },
    };
    this.asked = null;
    return { question: `predict:${asked.id}`, guess: guess.label, correct, next: asked.next };
  }
}
