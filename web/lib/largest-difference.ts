import type { Engine, Tensor } from '../../emscripten/package/contract.js';
import { at } from './tensor-view.js';

/** The largest |difference| between two tensors of one shape. */
export function largestDifference({ tensor }: Engine, one: Tensor, other: Tensor): number {
  const difference = tensor.subtract(one, other);
  return at(tensor.max(tensor.concat([difference, tensor.multiply(difference, -1)])));
}
