/** Passes the weights of a layer to the core, in the order of their names. */
import type { Exchange } from './exchange.js';
import { readTensor } from './reading.js';
import { settings } from './settings.js';

/** Copies weights into the first slots; the message is `before` and which weights there are. */
export function sendWeights(
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
  exchange.send(
    ...before,
    present.map((name) => names.indexOf(name)),
  );
}
