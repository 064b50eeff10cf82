import type { Exhibit, Museum, Objection, Test, Verdict } from './museum.js';
import { visitTo, type MuseumState, type Visit } from './state.js';
import { progress, type Reveal } from '../../ui/check/tries.js';

/** A cell of the table: an exhibit's number (0 for the correct program) and a test's id. */
export interface TableCell {
  readonly number: number;
  readonly test: string;
}

/** What a learner may see, depending on the state. */
export class MuseumTour {
  constructor(
    readonly museum: Museum,
    readonly state: MuseumState,
    readonly reveal: Reveal,
  ) {}

  get exhibits(): readonly Exhibit[] {
    return this.museum.content.exhibits;
  }
  /** The current exhibit. A stored number may be too large. */
  get number(): number {
    return Math.min(this.state.exhibit, this.exhibits.length);
  }
  get exhibit(): Exhibit {
    return this.exhibits[this.number - 1]!;
  }
  get visit(): Visit {
    return visitTo(this.state, this.number);
  }
  get progress() {
    return this.progressOf(this.number);
  }
  /** The rows of the table: exhibits 1, 2, …, and last 0, the correct program. */
  get rows(): readonly number[] {
    return [...this.exhibits.map((_, index) => index + 1), 0];
  }
  /** The available tests. The oracle comes last, because it would make the others pointless. */
  get availableTests(): readonly Test[] {
    return this.museum.content.tests.filter((test) => !test.isOracle || this.progress.isRevealed);
  }
  /** The tests that were run on this exhibit. */
  get runTests(): readonly Test[] {
    return this.museum.content.tests.filter(({ id }) => this.visit.tests.includes(id));
  }
  /** The first run test that exposes the bug, or else the first run test. */
  get defaultCell(): TableCell | null {
    const exposing = this.runTests.find((test) => this.verdict(test).kind === 'exposes');
    const test = exposing ?? this.runTests[0];
    return test ? { number: this.number, test: test.id } : null;
  }

  progressOf(number: number) {
    const { guesses, shown } = visitTo(this.state, number);
    const answers = guesses.filter((guess) => this.exhibits.some(({ id }) => id === guess));
    const isSolved = answers.includes(this.exhibits[number - 1]!.id);
    return { isSolved, ...progress({ answers, shown }, isSolved, this.reveal) };
  }

  /** The bug's name once it is revealed; otherwise empty. */
  nameOf(number: number): string {
    return this.progressOf(number).isRevealed ? this.exhibits[number - 1]!.name : '';
  }

  /** The verdict on the current exhibit. */
  verdict(test: Test): Verdict {
    return this.museum.verdict(this.number, test);
  }

  /** The verdict on an exhibit; null if the test was not run on it. */
  verdictAt(number: number, test: Test): Verdict | null {
    const wasRun = visitTo(this.state, number).tests.includes(test.id);
    return wasRun ? this.museum.verdict(number, test) : null;
  }

  /** Why the current exhibit does not have this bug, and the number of the one that has it. */
  objection(guess: string): Objection & { readonly other: number } {
    const other = this.exhibits.findIndex(({ id }) => id === guess) + 1;
    return { ...this.museum.objection(this.number, other, this.visit.tests), other };
  }
}
