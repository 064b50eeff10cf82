import {
  decimal,
  flag,
  invertedFlag,
  itemsOf,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';

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

/** A score as it is typed; undefined where it cannot be used. */
export const readScore = decimal(-softmaxLimits.score, softmaxLimits.score, 4);

const scoreList: Reader<readonly number[]> = (input) => {
  const { min, max } = softmaxLimits.keys;
  const scores = itemsOf(readScore, max)(input);
  return scores && scores.length >= min ? scores : undefined;
};

const { temperature } = softmaxLimits;
const fields: Fields<SoftmaxState> = {
  scores: ['scores', scoreList],
  temperature: ['temperature', decimal(temperature.min, temperature.max, 4)],
  subtractMax: ['subtract-max', flag],
  power: ['no-power', flag, invertedFlag],
};

export const softmaxFormat = stateFormat<SoftmaxState>({
  tag: 'mh-softmax',
  start: startOfSoftmax,
  fields,
});
