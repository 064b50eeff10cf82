import type { Engine, Schedule } from '../../../emscripten/package/contract.js';
import type { StartedWorker } from '../../lib/worker.js';
import { runJobs, type Loading } from '../../lib/worker-jobs.js';
import type { ScheduleName } from './state.js';

/** The sizes at which the loops run once more, in full. */
export const longSizes = {
  tokens: 4096,
  dHead: 128,
  bytesPerNumber: 2,
  tile: 128,
  page: 16,
  chunk: 512,
} as const;

/** The quickest first. */
export const longOrder: readonly ScheduleName[] = ['chunked', 'tiled', 'cached', 'paged', 'plain'];

/** Bytes that one head moves at those sizes. */
export interface LongResult {
  readonly schedule: ScheduleName;
  readonly read: number;
  readonly written: number;
}

/** The calls that the worker offers. */
export interface LongRunning extends Loading {
  run(schedule: ScheduleName): LongResult;
}

export type LongSizes = { readonly [Name in keyof typeof longSizes]: number };

/** Runs one schedule, with every multiplication: takes seconds at the full sizes. */
export function runLong(
  engine: Engine,
  schedule: ScheduleName,
  sizes: LongSizes = longSizes,
): LongResult {
  const { tokens, dHead } = sizes;
  const layer = engine.attention({ dModel: dHead, numHeads: 1, seed: 0 });
  try {
    const x = engine.tensor.randomNormal([tokens, dHead], { seed: 1 });
    const order = longSchedule(schedule, sizes);
    const { read, written } = layer.traceSchedule(x, order, { causal: true });
    return { schedule, read, written };
  } finally {
    layer.dispose();
  }
}

const longSchedule = (
  kind: ScheduleName,
  { bytesPerNumber, tile, page, chunk }: LongSizes = longSizes,
): Schedule => ({
  ...{ kind, bytesPerNumber, chunk, pageSize: page },
  tile: { queries: tile, keys: tile },
});

/** Runs the schedules one after the other in a worker. */
export const runAllLong = (start: () => StartedWorker, cancelled: AbortSignal) =>
  runJobs<LongRunning, ScheduleName, LongResult>(start, cancelled, longOrder, (remote, schedule) =>
    remote.run(schedule),
  );
