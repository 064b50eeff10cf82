import { Stored } from '../../lib/stored.js';
import {
  noAttempt,
  parseAttempts,
  type Attempt,
  type Attempts,
  type InterviewQuestion,
} from './state.js';

/** The learner's answers and ratings, which stay on this device. */
export class KeptAnswers {
  /** Of all questions that were answered. */
  attempts: Attempts;
  /** What was deleted last and can be restored; null after an answer was changed. */
  deleted: Attempts | null = null;
  readonly #store: Stored<Attempts>;

  constructor(questions: readonly InterviewQuestion[]) {
    this.#store = new Stored('manyheads:interview', (input) => parseAttempts(input, questions));
    this.attempts = this.#store.read();
  }

  get isStored(): boolean {
    return this.#store.isStored;
  }
  get isEmpty(): boolean {
    return Object.keys(this.attempts).length === 0;
  }
  get rated(): number {
    return Object.values(this.attempts).filter(({ rating }) => rating !== null).length;
  }

  to(id: string): Attempt {
    return this.attempts[id] ?? noAttempt;
  }

  change(id: string, change: Partial<Attempt>) {
    const others = this.#store.read();
    const other = others[id] ?? noAttempt;
    const shown = this.to(id).shown || other.shown; // stays in sight, even after the note was deleted
    this.deleted = null;
    this.#write({ ...others, [id]: { ...other, shown, ...change } });
  }

  /** @return how many answers were deleted */
  deleteAll(): number {
    this.deleted = this.#store.read();
    this.#write({});
    return Object.keys(this.deleted).length;
  }

  restore() {
    this.#write({ ...this.deleted, ...this.#store.read() });
    this.deleted = null;
  }

  #write(attempts: Attempts) {
    this.#store.write(attempts);
    this.attempts = attempts;
  }
}
