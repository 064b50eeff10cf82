import type { Engine, Schedule } from '../../../emscripten/package/contract.js';
import { loadModule } from '../../lib/engine.js';
import { Connection, type StartedWorker } from '../../lib/worker.js';
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
export interface LongRunning {
  /** @return the version of the core */
  load(wasm: WebAssembly.Module): Promise<string>;
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

export const longSchedule = (
  kind: ScheduleName,
  { bytesPerNumber, tile, page, chunk }: LongSizes = longSizes,
): Schedule => ({
  ...{ kind, bytesPerNumber, chunk, pageSize: page },
  tile: { queries: tile, keys: tile },
});

/**
 * Runs the schedules one after the other in a worker of their own. It is always ended: after the last
 * one, when `cancelled` is aborted, or on an error.
 */
export async function* runAllLong(
  start: () => StartedWorker,
  cancelled: AbortSignal,
): AsyncGenerator<LongResult, void> {
  const worker = new Connection<LongRunning>(start);
  cancelled.addEventListener('abort', () => worker.end('cancelled'));
  try {
    const module = await loadModule();
    await worker.call((remote) => remote.load(module));
    for (const schedule of longOrder) yield await worker.call((remote) => remote.run(schedule));
  } finally {
    worker.end('done');
  }
}
