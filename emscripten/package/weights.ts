/** Passes the weights of a layer to the core, in the order of their names. */
import type { Parts } from './exchange.js';
import { readTensor } from './reading.js';
import { settings } from './settings.js';

/** The weights, which the core takes; the message is `before` and which weights there are. */
export function withWeights(
  names: readonly string[],
  weights: unknown,
  before: readonly number[],
): Parts {
  const checks = Object.fromEntries(names.map((name) => [name, readTensor]));
  const given = settings('weights', weights, checks);
  const present = names.filter((name) => name in given);
  return {
    tensors: present.map((name) => given[name]),
    taken: true,
    message: [...before, present.map((name) => names.indexOf(name))],
  };
}
