/** What this machine can do at most, measured by whoever times these calls. */
import type { MachineLimits } from './contract.js';
import type { Exchange } from './exchange.js';
import { count, size } from './settings.js';

export function machineLimits(exchange: Exchange): MachineLimits {
  const { raw } = exchange;
  return {
    multiplyAdd: (rounds) => raw.multiply_add(count(rounds, 'rounds')),
    readMemory(bytes, rounds) {
      const [wanted, times] = [size(bytes, 'bytes'), count(rounds, 'rounds')];
      return exchange.answer(raw.read_memory(wanted, times)).number();
    },
  };
}
