/**
 * Timing: contestants take turns, a batch of calls each, so that what else the machine does meets
 * them all alike. A contestant is anything with `time(calls)`: milliseconds, or a promise of them.
 */

/** Calls one function again and again; await costs a call nothing that does not return a promise. */
export const calls = (call) => ({
  async time(count) {
    const start = performance.now();
    for (let i = 0; i < count; i++) {
      const result = call();
      if (result instanceof Promise) await result;
    }
    return performance.now() - start;
  },
  output: async () => call(),
});

/** Looks in a row that find a contestant no faster: then its engine is done compiling it better. */
const looksWithoutGain = 3;
/** A contestant that goes on gaining is believed to be warm after the time of this many batches. */
const longestWarmUp = 30;
/** A call that takes longer than this, in ms, is made once and counts: nothing else ends in time. */
const slow = 1000;

/** Warms a contestant up. @return calls per batch of about `batchMs` (0: slow), and ms per call */
export async function warmUp(contestant, batchMs) {
  let count = 1;
  let best = Infinity;
  let withoutGain = 0;
  for (let total = 0; withoutGain < looksWithoutGain && total < longestWarmUp * batchMs;) {
    const ms = await contestant.time(count);
    const each = ms / count;
    if (each > slow) return { count: 0, ms: each };
    total += ms;
    if (ms < batchMs / 2) {
      count *= 2; // a browser's clock may measure 0
      continue;
    }
    withoutGain = each < best * 0.97 ? 0 : withoutGain + 1;
    best = Math.min(best, each);
  }
  return { count: Math.max(1, Math.round(batchMs / best)), ms: best };
}

/**
 * `batches` batches of each, in turns.
 * @param contestants  each with the `count` and `ms` of its warm-up
 * @return for each the ms per call of every batch, their median and the best
 */
export async function takeTurns(contestants, batches) {
  const times = contestants.map(({ count, ms }) => (count === 0 ? [ms] : []));
  for (let batch = 0; batch < batches; batch++) {
    for (const [i, { time, count }] of contestants.entries()) {
      if (count > 0) times[i].push((await time(count)) / count);
    }
  }
  return times.map(summary);
}

export const summary = (times) => ({ times, median: median(times), best: Math.min(...times) });

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
