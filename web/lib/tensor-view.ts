import type { Tensor } from '../../emscripten/package/contract.js';

/** Parts of a row-major tensor without copying: the one place of the page that knows offsets. */

/** The part of `tensor` at the leading indices: a row, a matrix, a block. */
export function part(tensor: Tensor, ...index: readonly number[]): Tensor {
  const shape = tensor.shape.slice(index.length);
  const size = shape.reduce((product, axis) => product * axis, 1);
  const place = index.reduce((at, i, axis) => at * tensor.shape[axis]! + i, 0);
  return { shape, data: tensor.data.subarray(place * size, (place + 1) * size) };
}

/** One number. */
export const at = (tensor: Tensor, ...index: readonly number[]): number =>
  part(tensor, ...index).data[0] ?? NaN;

/** Where the largest number of a row stands; the first of equals. */
export function largest(row: Float32Array): number {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i]! > row[best]!) best = i;
  return best;
}

/** The largest |value| that is finite: the range of a signed scale. */
export function largestMagnitude(tensor: Tensor): number {
  let most = 0;
  for (const value of tensor.data) {
    if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  }
  return most;
}
