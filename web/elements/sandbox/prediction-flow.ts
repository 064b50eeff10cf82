import type { SandboxState } from './state.js';
import type { PredictionResult, Verdict } from '../../ui/predict.js';
import { answer, prediction, type Prediction, type PredictionId } from './predictions.js';
import type { SandboxModel, SandboxRun } from './run.js';
import { words } from './words/index.js';

/** A graded prediction, and the change that it was about. */
export interface GradedPrediction extends PredictionResult {
  readonly setting: Partial<SandboxState>;
}

/** The current question, the questions that were answered, and the last verdict. */
export class PredictionFlow {
  question: Prediction | null = null;
  verdict: Verdict | null = null;
  readonly #answered = new Set<PredictionId>();

  /** Shows the first question from the start, as a suggestion. */
  suggest(run: SandboxRun) {
    if (!run.state.tie) this.ask(run, { ...run.state, tie: true });
  }

  /** Asks for a prediction before `next`. @return false if there is none, or it was answered */
  ask(run: SandboxRun, next: SandboxState): boolean {
    const question = prediction(run, next);
    if (!question || this.#answered.has(question.id)) return false;
    this.question = question;
    return true;
  }

  /** Updates the current question after another run. */
  refresh(run: SandboxRun) {
    if (!this.question) return;
    const { setting } = this.question;
    this.question = prediction(run, { ...run.state, ...setting });
  }

  grade(model: SandboxModel, run: SandboxRun, index: number): GradedPrediction | null {
    const { question } = this;
    const guess = question?.options[index];
    if (!question || !guess) return null;
    const { before, after, option } = answer(model, run, question);
    const correct = guess === option;
    this.#answered.add(question.id);
    this.verdict = {
      correct,
      get words() {
        return words.predict.verdict[question.id](before, after);
      },
    };
    this.question = null;
    return {
      question: `predict:${question.id}`,
      answer: guess.label,
      correct,
      setting: question.setting,
    };
  }
}
