import type { Measured } from './report.js';
import { subjects, type Subject } from './subjects.js';
import { Connection, type StartedWorker } from '../../lib/worker.js';

/** What the worker does, a call at a time. */
export interface Measuring {
  /** @return the version of the core */
  load(wasm?: Uint8Array | string): Promise<string>;
  /** @param budget  milliseconds that the row may take */
  measure(subject: Subject, budget: number): Measured;
}

/**
 * Measures a row after the other in a worker of its own. However it ends, the worker has then ended
 * too, with all that it holds: after the last row, when `cancelled` says so, or where it breaks.
 */
export async function* measureAll(
  start: () => StartedWorker,
  budget: number,
  cancelled: AbortSignal,
): AsyncGenerator<Measured, string> {
  const worker = new Connection<Measuring>(start());
  cancelled.addEventListener('abort', () => worker.end('cancelled'));
  const { remote, wasm } = worker;
  try {
    const version = await worker.unlessEnded(remote.load(wasm));
    for (const subject of subjects) {
      yield await worker.unlessEnded(remote.measure(subject, budget));
    }
    return version;
  } finally {
    worker.end('done');
  }
}
