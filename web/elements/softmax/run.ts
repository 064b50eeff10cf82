import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import { largestDifference } from '../../lib/largest-difference.js';
import { at, largest } from '../../lib/tensor-view.js';
import type { SoftmaxState } from './state.js';

/** One softmax by hand: everything that the figure shows, as the core computed it, in float32. */
export interface SoftmaxRun {
  readonly engine: Engine;
  readonly state: SoftmaxState;
  /** The largest score. */
  readonly maximum: number;
  /** [K], the scores after subtracting and dividing by the temperature. */
  readonly exponents: Tensor;
  /** [K], e to the power of each exponent; the exponents themselves where no power is taken. */
  readonly powers: Tensor;
  readonly sum: number;
  /** [K] */
  readonly weights: Tensor;
  /** The weights added up. */
  readonly together: number;
  /** [K]: the core's own softmax of the same scores, which subtracts the largest one first. */
  readonly stable: Tensor;
  readonly lead: Lead;
}

/** How far the key with the largest score is ahead of the one that comes next. */
export interface Lead {
  readonly first: number;
  readonly second: number;
  /** The difference of their scores. */
  readonly ahead: number;
  /** The difference of their exponents. */
  readonly exponent: number;
}

export function runSoftmax(engine: Engine, state: SoftmaxState): SoftmaxRun {
  const { tensor } = engine;
  const scores = tensor.array(state.scores);
  const maximum = at(tensor.max(scores));
  const shifted = state.subtractMax ? tensor.subtract(scores, maximum) : scores;
  const exponents = tensor.divide(shifted, state.temperature);
  const powers = state.power ? tensor.exp(exponents) : exponents;
  const sum = tensor.sum(powers);
  const weights = tensor.divide(powers, sum);
  return {
    engine,
    state,
    maximum,
    exponents,
    powers,
    sum: at(sum),
    weights,
    together: at(tensor.sum(weights)),
    stable: tensor.softmax(tensor.divide(scores, state.temperature)),
    lead: findLead(engine, state),
  };
}

function findLead({ tensor }: Engine, { scores, temperature }: SoftmaxState): Lead {
  const first = largest(Float32Array.from(scores));
  const second = largest(
    Float32Array.from(scores, (score, i) => (i === first ? -Infinity : score)),
  );
  const ahead = tensor.subtract([scores[first]!], [scores[second]!]);
  const exponent = tensor.divide(ahead, temperature);
  return { first, second, ahead: at(ahead), exponent: at(exponent) };
}

/** A power was too large for float32. */
export const overflows = ({ powers }: SoftmaxRun): boolean => powers.data.includes(Infinity);

/** Whether a weight is from 0 to 1. NaN is not. */
export const isShare = (weight: number): boolean => weight >= 0 && weight <= 1;

/** The largest |difference| between the weights of two runs with equally many keys. */
export const largestChange = ({ engine, weights }: SoftmaxRun, before: SoftmaxRun): number =>
  largestDifference(engine, weights, before.weights);

/** What float32 cannot hold, in double precision; null where that cannot hold it either. */
export function largestPower({ engine, exponents }: SoftmaxRun): number | null {
  const exponent = at(engine.tensor.max(exponents));
  return exponent <= 700 ? powerInDouble(engine, exponent) : null;
}

/** How many times as large as the second weight the first one is. The second must not be 0. */
export const timesAsLarge = ({ engine, lead }: SoftmaxRun): number =>
  powerInDouble(engine, lead.exponent);

/** float32 would end at e to the power of 88. */
const powerInDouble = ({ formulas }: Engine, exponent: number): number =>
  formulas.evaluate('exp(s)', { s: exponent });
