import { language } from '../../lib/language.js';
import {
  buildOf,
  findRun,
  readRun,
  type BuildName,
  type RunRequest,
} from '../../lib/lesson/training-results.js';
import type { NumberSource } from '../../lib/number-source.js';
import { words } from './words/index.js';

export type ResultsSource = Extract<NumberSource, { run: 'results' }>;

/** Which run a recorded number comes from: what was trained, with which build, where and when. */
export function describeResult(source: ResultsSource, write: (value: number) => string): string {
  const say = words.value;
  const { task, numHeads, steps, first, seeds } = findRun(source);
  const [from, to] = source.seed === null ? [first, first + seeds - 1] : [source.seed, source.seed];
  const other: BuildName = source.build === 'wasm' ? 'native' : 'wasm';
  const rival = readOther({ ...source, build: other }, source);
  return [
    say.trained(task, numHeads, from, to, steps),
    say.measured(source.build, describeMachine(source)),
    ...(rival === null
      ? []
      : [say.other(other, write(rival), describeMachine({ ...source, build: other }))]),
  ].join(' ');
}

/** The same number of the other build; null if it was not recorded. */
function readOther(request: RunRequest, { read, seed }: ResultsSource): number | null {
  try {
    return readRun(findRun(request), read, seed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

function describeMachine(request: RunRequest): string {
  const { machine, node, date } = buildOf(findRun(request));
  return words.value.machine(machine, node, dateText(date));
}

const dateText = (date: string): string =>
  new Date(date).toLocaleDateString(language === 'de' ? 'de' : 'en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
