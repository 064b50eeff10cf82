import type { Engine, Tensor } from '../../emscripten/package/contract.js';
import { at } from './tensor-view.js';

/** The mean |difference| between two tensors of one shape. */
export function meanDifference({ tensor }: Engine, one: Tensor, other: Tensor): number {
  const difference = tensor.subtract(one, other);
  return at(tensor.mean(tensor.sqrt(tensor.multiply(difference, difference))));
}
