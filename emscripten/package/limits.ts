/** Calls that keep the machine busy. Time them to measure its limits. */
import type { MachineLimits } from './contract.js';
import type { Exchange } from './exchange.js';
import { CHAIN_COUNTS } from './fields.js';
import { countUpTo, refuse, size, type Check } from './settings.js';

/** A few seconds of work on most machines, because a call cannot be interrupted. */
const rounds = countUpTo(2 ** 20);
const MAX_BYTES = 2 ** 37;

const known: readonly unknown[] = CHAIN_COUNTS;
const chainCount: Check<number> = (value, name) =>
  known.includes(value) ? (value as number) : refuse(value, name, known.join(' or '));

export function machineLimits(exchange: Exchange): MachineLimits {
  return {
    multiplyAdd(times, chains = CHAIN_COUNTS.at(-1)!) {
      const message = [rounds(times, 'rounds'), chainCount(chains, 'chains')];
      return exchange.number('multiply_add', { message });
    },
    readMemory(bytes, times) {
      const [wanted, most] = [size(bytes, 'bytes'), Math.floor(MAX_BYTES / bytes)];
      if (rounds(times, 'rounds') > Math.max(most, 1)) {
        refuse(times, 'rounds', `at most ${most}: a call reads up to 128 GiB`);
      }
      return exchange.number('read_memory', { message: [wanted, times] });
    },
  };
}
