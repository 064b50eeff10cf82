import type { Measurement } from './report.js';
import { subjects, type Subject } from './subjects.js';
import { loadModule } from '../../lib/engine.js';
import { decimal } from '../../lib/state-fields.js';
import { Connection, type StartedWorker } from '../../lib/worker.js';

/** The calls that the worker offers. */
export interface Measuring {
  /** @return the version of the core */
  load(wasm: WebAssembly.Module): Promise<string>;
  /** @param budget  the time for the row in ms */
  measure(subject: Subject, budget: number): Measurement;
}

/** In ms. */
const usualRowTime = 1200;
const longestRowTime = 60_000;

/** The time for each row, from what a page wrote. */
export const readRowTime = (input: unknown): number =>
  decimal(1, longestRowTime)(input) ?? usualRowTime;

/**
 * Measures one row after the other in its own worker. The worker is always ended: after the last
 * row, when `cancelled` is aborted, or on an error.
 */
export async function* measureAll(
  start: () => StartedWorker,
  budget: number,
  cancelled: AbortSignal,
): AsyncGenerator<Measurement, string> {
  const worker = new Connection<Measuring>(start);
  cancelled.addEventListener('abort', () => worker.end('cancelled'));
  try {
    const module = await loadModule();
    const version = await worker.call((remote) => remote.load(module));
    for (const subject of subjects) {
      yield await worker.call((remote) => remote.measure(subject, budget));
    }
    return version;
  } finally {
    worker.end('done');
  }
}
