import type { Engine } from '../../../emscripten/package/contract.js';
import { trial, type Measurement, type Program, type PropertyTest } from './trial.js';

/** A program and its source: what runs is what is shown. */
export interface Listing {
  readonly program: Program;
  readonly source: string;
}

/** A program with legal shapes and wrong values. */
export interface Exhibit extends Listing {
  readonly id: string;
  /** The bug, by name. */
  readonly name: string;
  readonly why: string;
  /** Where the lesson shows it: what follows the lesson's address. */
  readonly section: string;
}

export interface Test {
  readonly id: string;
  readonly name: string;
  /** Heads a column. */
  readonly short: string;
  readonly claim: string;
  /** What its number is. */
  readonly measure: string;
  readonly run: PropertyTest;
  readonly source: string;
  /** It claims that sizes are legal: an error is then what it looks for. */
  readonly isOfSizes?: true;
  /** It knows the right outputs. */
  readonly isOracle?: true;
}

export interface MuseumContent {
  readonly correct: Listing;
  readonly exhibits: readonly Exhibit[];
  readonly tests: readonly Test[];
}

export interface Verdict {
  readonly kind: 'passes' | 'exposes' | 'cannot-run';
  /** Null where an error came first. */
  readonly measurement: Measurement | null;
  /** That error, in words. */
  readonly error: string;
}

/** What speaks against a wrong name: a test with another verdict on that bug's program. */
export interface Objection {
  /** Null: no test but the oracle tells the two programs apart by its verdict. */
  readonly test: Test | null;
  /** It was run on the exhibit in question. */
  readonly wasRun: boolean;
}

/** Programs on one side, tests on the other; each verdict is computed once, when it is asked for. */
export class Museum {
  readonly #verdicts = new Map<string, Verdict>();

  constructor(
    readonly engine: Engine,
    readonly content: MuseumContent,
  ) {}

  /** @param number - of the exhibit, from 1 on; 0 is the correct program. */
  verdict(number: number, test: Test): Verdict {
    const key = `${number} ${test.id}`;
    const known = this.#verdicts.get(key);
    if (known) return known;
    const { correct, exhibits } = this.content;
    const { program } = number === 0 ? correct : exhibits[number - 1]!;
    const verdict = runTest(test, this.engine, program);
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  /** Why exhibit `number` is not exhibit `other`. Tests that were run come first. */
  objection(number: number, other: number, run: readonly string[]): Objection {
    const telling = this.content.tests.filter(
      (test) =>
        !test.isOracle && this.verdict(number, test).kind !== this.verdict(other, test).kind,
    );
    const known = telling.find(({ id }) => run.includes(id));
    return { test: known ?? telling[0] ?? null, wasRun: known !== undefined };
  }
}

/** Runs a test on a program that may well throw. */
export function runTest(test: Test, engine: Engine, program: Program): Verdict {
  try {
    const measurement = test.run(trial(engine, program));
    const { measured, from = -Infinity, to = Infinity } = measurement;
    const isWithin = from <= measured && measured <= to;
    return { kind: isWithin ? 'passes' : 'exposes', measurement, error: '' };
  } catch (error) {
    const kind = test.isOfSizes ? 'exposes' : 'cannot-run';
    return { kind, measurement: null, error: error instanceof Error ? error.message : `${error}` };
  }
}
