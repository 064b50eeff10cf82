import type { Race } from './charts.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { words } from './words/index.js';
import { describeCourse, findWinner, winners } from './finding.js';

/** The prediction before a race starts: who solves the task by the last step. */
export class RacePrediction {
  verdict: Verdict | null = null;
  #prediction: { readonly guess: number; readonly by: number } | null = null;
  #isGraded = false;

  get isOpen(): boolean {
    return this.#prediction === null;
  }

  question(limit: number): Question {
    const { act, ask, options: labels } = words.prediction;
    const options = winners.map((winner) => ({ label: labels[winner] }));
    return { id: 'bet', act, ask: ask(limit), options };
  }

  place(guess: number, by: number) {
    this.#prediction = { guess, by };
    this.restart();
    this.verdict = null;
  }

  /** The race starts again with another seed: the prediction stays and is graded again. */
  restart() {
    this.#isGraded = false;
  }

  /** The settings changed: asks for a new prediction. */
  forget() {
    this.#prediction = this.verdict = null;
  }

  /** Grades the prediction after the race, only once. */
  grade(race: Race, task: string): PredictionResult | null {
    if (!this.#prediction || this.#isGraded) return null;
    this.#isGraded = true;
    const { guess, by } = this.#prediction;
    const answer = winners[guess]!;
    const correct = answer === findWinner(race, by);
    this.verdict = {
      correct,
      get words() {
        const course = describeCourse(race, by);
        return correct ? course : `${words.prediction.guessed(answer)} ${course}`;
      },
    };
    return { question: `race:${task}`, answer, correct };
  }
}
