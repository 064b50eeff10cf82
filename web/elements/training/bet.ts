import type { Race } from './charts.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { words } from './words/index.js';
import { describeCourse, findWinner, winners } from './finding.js';

/** The guess that a race waits for: who solves it, and by which step. */
export class Bet {
  verdict: Verdict | null = null;
  #placed: { readonly guess: number; readonly by: number } | null = null;
  #isGraded = false;

  get isOpen(): boolean {
    return this.#placed === null;
  }

  question(limit: number): Question {
    const { act, ask, options: labels } = words.bet;
    const options = winners.map((winner) => ({ label: labels[winner] }));
    return { id: 'bet', act, ask: ask(limit), options };
  }

  place(guess: number, by: number) {
    this.#placed = { guess, by };
    this.again();
    this.verdict = null;
  }

  /** Another race of the same kind: the guess stands, and is graded once more. */
  again() {
    this.#isGraded = false;
  }

  /** Another kind of race: it waits for a guess of its own. */
  forget() {
    this.#placed = this.verdict = null;
  }

  /** When the race is over, the guess is held against it, once. */
  grade(race: Race, task: string): PredictionResult | null {
    if (!this.#placed || this.#isGraded) return null;
    this.#isGraded = true;
    const { guess, by } = this.#placed;
    const answer = winners[guess]!;
    const correct = answer === findWinner(race, by);
    this.verdict = {
      correct,
      get words() {
        const course = describeCourse(race, by);
        return correct ? course : `${words.bet.guessed(answer)} ${course}`;
      },
    };
    return { question: `race:${task}`, answer, correct };
  }
}
