/** The weights of a layer on their way into the core and out of it, in the order of their names. */
import type { Tensor, TensorLike } from './contract.js';
import type { Answer, Exchange } from './exchange.js';
import { readTensor } from './reading.js';
import { settings } from './settings.js';

/** Copies weights into the first slots and tells which they are, after `before`. */
export function tellWeights(
  exchange: Exchange,
  names: readonly string[],
  weights: unknown,
  before: readonly number[] = [],
): void {
  const checks = Object.fromEntries(names.map((name) => [name, readTensor]));
  const given = settings('weights', weights, checks);
  const present = names.filter((name) => name in given);
  exchange.put(present.map((name) => given[name]));
  exchange.giveInputs();
  exchange.tell(
    ...before,
    present.map((name) => names.indexOf(name)),
  );
}

/** The weights that a layer has. */
export function answeredWeights<Weights extends Record<keyof Weights, TensorLike>>(
  names: readonly (keyof Weights)[],
  answer: Answer,
): { [K in keyof Weights]?: Tensor } {
  const weights: { [K in keyof Weights]?: Tensor } = {};
  for (const name of names) {
    if (answer.flag()) weights[name] = answer.tensor();
  }
  return weights;
}
