import { parseAttempts, type Attempts, type InterviewQuestion } from './interview.js';

const place = 'manyheads:interview';

/** A learner's attempts, kept on this device, where the browser lets us; else as long as the page. */
export class KeptAttempts {
  /** False once the browser has refused. */
  isKept = true;
  #last: Attempts = {};

  constructor(readonly questions: readonly InterviewQuestion[]) {}

  /** Read anew each time: another tab may have written meanwhile. */
  read(): Attempts {
    try {
      if (this.isKept) this.#last = this.#parse(JSON.parse(localStorage.getItem(place) ?? '{}'));
    } catch (error) {
      // What is no JSON is nothing; a browser without storage says so by an error of another kind.
      if (error instanceof SyntaxError) this.#last = {};
      else this.isKept = false;
    }
    return this.#last;
  }

  write(attempts: Attempts) {
    this.#last = attempts;
    try {
      localStorage.setItem(place, JSON.stringify(attempts));
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
  }

  #parse = (given: unknown) => parseAttempts(given, this.questions);
}
