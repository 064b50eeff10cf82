import type { Engine } from '../../../emscripten/package/contract.js';
import { makeTrial, type Measurement, type Program, type PropertyTest } from './trial.js';

/** A program and its source, so that the shown code is the code that runs. */
export interface Listing {
  readonly program: Program;
  readonly source: string;
}

/** A program with legal shapes and wrong values. */
export interface Exhibit extends Listing {
  readonly id: string;
  /** The name of the bug. */
  readonly name: string;
  readonly why: string;
  /** The section of the lesson about it, relative to the lesson's address. */
  readonly section: string;
}

export interface Test {
  readonly id: string;
  readonly name: string;
  /** The column heading. */
  readonly short: string;
  readonly claim: string;
  /** What it measures. */
  readonly measure: string;
  readonly run: PropertyTest;
  readonly source: string;
  /** The test is about sizes, so an error exposes the bug. */
  readonly isOfSizes?: true;
  /** The test compares with the right outputs. */
  readonly isOracle?: true;
}

export interface MuseumContent {
  readonly correct: Listing;
  readonly exhibits: readonly Exhibit[];
  readonly tests: readonly Test[];
}

export interface Verdict {
  readonly kind: 'passes' | 'exposes' | 'cannot-run';
  /** Null if the program threw an error. */
  readonly measurement: Measurement | null;
  /** The error's message. */
  readonly error: string;
}

/** Why a name is wrong: a test with different verdicts on the two programs. */
export interface Objection {
  /** Null if only the oracle has different verdicts. */
  readonly test: Test | null;
  /** The learner has run it on this exhibit. */
  readonly wasRun: boolean;
}

/** Runs tests on programs. Each verdict is computed once, when it is needed. */
export class Museum {
  readonly #verdicts = new Map<string, Verdict>();

  constructor(
    readonly engine: Engine,
    readonly content: MuseumContent,
  ) {}

  /** @param number - the exhibit, counting from 1; 0 is the correct program */
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

  /** Why exhibit `number` does not have the bug of `other`. Prefers tests that were run. */
  objection(number: number, other: number, run: readonly string[]): Objection {
    const differing = this.content.tests.filter(
      (test) =>
        !test.isOracle && this.verdict(number, test).kind !== this.verdict(other, test).kind,
    );
    const known = differing.find(({ id }) => run.includes(id));
    return { test: known ?? differing[0] ?? null, wasRun: known !== undefined };
  }
}

/** Runs a test on a program, which may throw. */
export function runTest(test: Test, engine: Engine, program: Program): Verdict {
  try {
    const measurement = test.run(makeTrial(engine, program));
    const { measured, from = -Infinity, to = Infinity } = measurement;
    const isWithin = from <= measured && measured <= to;
    return { kind: isWithin ? 'passes' : 'exposes', measurement, error: '' };
  } catch (error) {
    const kind = test.isOfSizes ? 'exposes' : 'cannot-run';
    return {
      kind,
      measurement: null,
      error: error instanceof Error ? error.message : String(error),
    };
  }
}
