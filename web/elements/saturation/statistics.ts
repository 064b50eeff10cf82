import type { Engine, Tensor, TensorLike } from '../../../emscripten/package/contract.js';
import { at } from '../../lib/tensor-view.js';

/** A measure of every draw, and what they have in common. */
export interface Statistics {
  /** One for each draw. */
  readonly values: Tensor;
  readonly mean: number;
  /** Eight of ten draws are between these two: the 10th and the 90th percentile. */
  readonly low: number;
  readonly high: number;
  /** By how much the mean differs between sets of draws: their spread / sqrt(how many). */
  readonly error: number;
}

export function summarize(engine: Engine, values: Tensor): Statistics {
  const sorted = values.data.slice().sort();
  const percentile = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return {
    values,
    mean: at(engine.tensor.mean(values)),
    low: percentile(0.1),
    high: percentile(0.9),
    error: engine.formulas.evaluate('s / sqrt(n)', {
      s: spreadOf(engine, values),
      n: sorted.length,
    }),
  };
}

/** The standard deviation of all numbers. */
export const spreadOf = (engine: Engine, x: Tensor): number =>
  rootMeanSquare(engine, engine.tensor.subtract(x, engine.tensor.mean(x)));

/** The standard deviation within rows, [.., S]: softmax only sees differences within a row. */
export const spreadInRows = (engine: Engine, x: Tensor): number =>
  rootMeanSquare(
    engine,
    engine.tensor.subtract(x, engine.tensor.mean(x, { axis: -1, keepdims: true })),
  );

const rootMeanSquare = ({ tensor }: Engine, x: TensorLike): number =>
  at(tensor.sqrt(tensor.mean(tensor.multiply(x, x))));

/** The index of the value that is nearest to `wanted`. */
export function nearest({ data }: Tensor, wanted: number): number {
  let best = 0;
  data.forEach((value, i) => {
    if (Math.abs(value - wanted) < Math.abs(data[best]! - wanted)) best = i;
  });
  return best;
}
