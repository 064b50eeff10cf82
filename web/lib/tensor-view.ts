import type { Tensor } from '../../emscripten/package/contract.js';

/** Parts of a row-major tensor without copying. Only this file computes offsets. */

/** Indexes the leading axes, like `tensor[i, j]` in NumPy: the result is a row or a matrix. */
export function part(tensor: Tensor, ...index: readonly number[]): Tensor {
  const shape = tensor.shape.slice(index.length);
  const size = shape.reduce((product, axis) => product * axis, 1);
  const place = index.reduce((at, i, axis) => at * tensor.shape[axis]! + i, 0);
  return { shape, data: tensor.data.subarray(place * size, (place + 1) * size) };
}

/** One element. */
export const at = (tensor: Tensor, ...index: readonly number[]): number =>
  part(tensor, ...index).data[0] ?? NaN;

/** The index of the largest number (argmax), the first of equals. */
export function largest(row: Float32Array): number {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i]! > row[best]!) best = i;
  return best;
}

/** The largest finite |value|: the limit of a signed scale. */
export function largestMagnitude(tensor: Tensor): number {
  let limit = 0;
  for (const value of tensor.data) {
    if (Number.isFinite(value)) limit = Math.max(limit, Math.abs(value));
  }
  return limit;
}
