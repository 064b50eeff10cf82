import {
  invertedFlag,
  decimal,
  flag,
  flagNames,
  fieldNames,
  readFields,
  readList,
  writeFields,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import type { StateFormat } from '../../lib/state-format.js';

/** What the figure shows, as plain JSON. */
export interface SoftmaxState {
  /** One for each key. */
  readonly scores: readonly number[];
  /** What scores are divided by first. */
  readonly temperature: number;
  /** The largest score is subtracted first. */
  readonly subtractMax: boolean;
  /** Without it, the scores themselves are divided by their sum. */
  readonly power: boolean;
}

export const softmaxLimits = {
  keys: { min: 2, max: 8 },
  /** What can be typed. */
  score: 1000,
  /** What can be dragged. */
  dragged: 3,
  temperature: { min: 0.1, max: 5 },
} as const;

export const startOfSoftmax: SoftmaxState = {
  scores: [2, 1, 0.1],
  temperature: 1,
  subtractMax: false,
  power: true,
};

/** Rounds to four decimals, so that the number that is shown is the one that is used. */
const rounded = (value: number) => Number(value.toFixed(4)) + 0;

const roundedDecimal =
  (min: number, max: number): Reader<number> =>
  (input) => {
    const value = decimal(min, max)(input);
    return value === undefined ? undefined : rounded(value);
  };

/** A score as it is typed; undefined where it cannot be used. */
export const readScore = roundedDecimal(-softmaxLimits.score, softmaxLimits.score);

const scoreList: Reader<readonly number[]> = (input) => {
  const { min, max } = softmaxLimits.keys;
  const texts = typeof input === 'string' ? input.split(/[\s,]+/u) : readList(input);
  const scores = texts?.slice(0, max).map(readScore);
  return scores?.every((score) => score !== undefined) && scores.length >= min ? scores : undefined;
};

const { temperature } = softmaxLimits;
const fields: Fields<SoftmaxState> = {
  scores: ['scores', scoreList],
  temperature: ['temperature', roundedDecimal(temperature.min, temperature.max)],
  subtractMax: ['subtract-max', flag],
  power: ['no-power', flag, invertedFlag],
};

/** A valid state from anything; what cannot be read keeps its value of `base`. */
export const parseSoftmax = (
  input: unknown,
  base: SoftmaxState = startOfSoftmax,
): SoftmaxState => ({
  ...base,
  ...readFields(input, fields),
});

export const softmaxFormat: StateFormat<SoftmaxState> = {
  tag: 'mh-softmax',
  names: fieldNames(fields),
  flags: flagNames(fields),
  start: startOfSoftmax,
  parse: parseSoftmax,
  toParameters: (state) => writeFields(state, startOfSoftmax, fields),
};
