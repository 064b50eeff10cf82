import { anySize } from '../../../lib/numbers.js';
import { inEnglish } from '../../../ui/in-english.js';
import type { Verdict } from '../museum.js';

const number = (value: number) => (Number.isInteger(value) ? String(value) : anySize(value));
const measuredIn = ({ measurement }: Verdict) => number(measurement?.measured ?? NaN);
const count = (n: number) => (n === 1 ? 'One test' : `${n} tests`);

export const english = {
  kind: (exhibit: number, of: number) => `Exhibit ${exhibit} of ${of}`,
  question: 'All shapes are valid and there is no error. What is wrong?',
  failed: 'The exhibits could not be loaded.',
  choose: 'Exhibit',
  exhibit: (exhibit: number, name: string) =>
    name === '' ? `Exhibit ${exhibit}` : `Exhibit ${exhibit}: ${name}`,
  correct: 'The correct program',
  program: 'The program',

  tests: {
    title: 'Properties to test',
    run: 'Run the chosen tests',
    all: 'Choose all',
    none: 'Choose a test first.',
    oracle:
      'The last test compares with the core’s own layer, which gives the right outputs. You can run it after you have named the bug.',
    ran: (n: number, exposing: readonly string[]) =>
      exposing.length === 0
        ? `${count(n)} run. None failed.`
        : `${count(n)} run. Failed: ${exposing.map((name) => `“${name}”`).join(', ')}.`,
  },

  verdicts: { passes: 'passes', exposes: 'fails', 'cannot-run': 'cannot run' },
  notRun: 'not run',
  number,
  /** After the verdict: the number with its bounds, or the error that came instead. */
  measured: ({ measurement, error }: Verdict) => {
    if (!measurement) return inEnglish(error);
    const { measured, from, to } = measurement;
    return `${number(measured)}, expected ${bounds(from, to)}`;
  },

  naming: {
    title: 'Name the bug',
    choose: 'Which bug is it?',
    right: (name: string) => `Right. ${name}.`,
    wrong: (name: string) => `Not this one: ${name}.`,
    shown: (name: string) => `The answer: ${name}.`,
    /** A test that was run, with its verdicts here and in a program with the guessed bug. */
    against: (test: string, here: string, there: string) =>
      `Your test “${test}” rules it out: with that bug it ${there}, here it ${here}.`,
    tryTest: (test: string) => `None of your tests rules it out yet. Run “${test}”.`,
    alike:
      'All tests give both programs the same results. Compare the numbers, or read the program.',
    numbers: (test: string, here: Verdict, there: Verdict) =>
      `“${test}” measures ${measuredIn(there)} with that bug, ${measuredIn(here)} here.`,
    does: { passes: 'passes', exposes: 'fails', 'cannot-run': 'cannot run' },
  },

  fix: {
    title: 'The fix',
    diff: 'From this program to the correct one, line by line',
    removed: 'removed: ',
    added: 'added: ',
    gap: 'unchanged lines',
    run: 'Run the fixed program',
    ran: (passed: number, of: number) =>
      passed === of
        ? `The fixed program passes ${of === 1 ? 'the test' : `all ${of} tests`}.`
        : `The fixed program passes ${passed} of ${of} tests.`,
    next: 'Next exhibit',
  },

  table: {
    title: 'What you have run',
    caption:
      'One row per exhibit, one column per test. Click a verdict to see its number and its test’s code below the table.',
    exhibit: 'exhibit',
    cell: (program: string, test: string, verdict: string) => `${program}, ${test}: ${verdict}`,
    empty: 'Run a test to see its verdict here.',
    code: 'The test’s code',
  },

  words: (n: number, of: number, named: number) => `${n} of ${of} exhibits tested, ${named} named.`,
};

function bounds(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `at most ${number(to!)}`;
  if (to === undefined) return `at least ${number(from)}`;
  return from === to ? number(from) : `${number(from)} to ${number(to)}`;
}
