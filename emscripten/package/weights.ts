/** Passes the weights of a layer to the core, in the order of their names. */
import type { MessageValue, Parts } from './exchange.js';
import { readTensor } from './reading.js';
import { settings } from './settings.js';

/** The weights, which the core takes, and a message: `start`, then the indices of the weights. */
export function withWeights(
  names: readonly string[],
  weights: unknown,
  start: readonly MessageValue[],
): Parts {
  const checks = Object.fromEntries(names.map((name) => [name, readTensor]));
  const checked = settings('weights', weights, checks);
  const present = names.filter((name) => name in checked);
  return {
    tensors: present.map((name) => checked[name]),
    taken: true,
    message: [...start, present.map((name) => names.indexOf(name))],
  };
}
