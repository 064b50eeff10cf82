/** Something to time. */
export interface Bench {
  /** Runs it `times` times. Returns the total work: operations, bytes or tokens. */
  run(times: number): number;
  /** Called before each run, outside the timing. */
  prepare?(times: number): void;
  /** The maximum for `times`. */
  readonly maxTimes?: number;
  dispose?(): void;
}

export interface Timing {
  /** Seconds per call: the median and the best of the runs. */
  readonly median: number;
  readonly best: number;
  readonly runs: number;
  /** The work of one call. */
  readonly work: number;
}

const maxRuns = 5;
/** Browsers round their clock to 5 or 100 µs, so 20 ms are known to half a percent or better. */
const minRunTime = 20;

/**
 * Times five runs, or fewer if they do not fit into `budget` ms, but at least one. Before that, runs
 * of growing length find out how many calls fill a run. They also warm up: V8 recompiles functions
 * that are called often.
 * @param between  called before each run, outside the timing
 */
export function timeBench(
  bench: Bench,
  budget: number,
  between: () => void = () => {},
  now: () => number = () => performance.now(),
): Timing {
  const end = now() + budget;
  const minTime = Math.max(minRunTime, budget / 12);
  const maxTimes = bench.maxTimes ?? Infinity;
  let last = timeOnce(bench, 1, now);
  // A run of 0 ms is not a measurement, so go on even if the budget is used up.
  while (last.ms < minTime && last.times < maxTimes && (last.ms === 0 || now() < end)) {
    const growth = Math.min((1.1 * minTime) / last.ms, 8);
    last = timeOnce(bench, Math.min(Math.ceil(last.times * growth), maxTimes), now);
  }
  const { times } = last;
  const runs = now() < end ? [] : [last];
  while (runs.length === 0 || (runs.length < maxRuns && now() + last.ms < end)) {
    between();
    runs.push((last = timeOnce(bench, times, now)));
  }
  const seconds = runs.map(({ ms }) => ms / times / 1000).sort((a, b) => a - b);
  return {
    median: median(seconds),
    best: seconds[0]!,
    runs: runs.length,
    work: last.work / times,
  };
}

function timeOnce(bench: Bench, times: number, now: () => number) {
  bench.prepare?.(times);
  const start = now();
  const work = bench.run(times);
  return { times, work, ms: now() - start };
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
