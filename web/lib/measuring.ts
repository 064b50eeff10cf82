import { wrap, type Remote } from 'comlink';
import type { Measured } from './speed-report.js';
import { subjects, type Subject } from './speed-subjects.js';

/** What the worker does, a call at a time. */
export interface Measuring {
  /** @return the version of the core */
  load(wasm?: Uint8Array): Promise<string>;
  /** @param budget  milliseconds that the row may take */
  measure(subject: Subject, budget: number): Measured;
}

/** A worker that has just been started, and the .wasm where it cannot fetch it. */
export interface Started {
  readonly worker: Worker;
  readonly wasm?: Uint8Array;
}

/**
 * Measures a row after the other in a worker of its own. However it ends, the worker has then ended
 * too, with all that it holds: after the last row, when `cancelled` says so, or where it breaks.
 */
export async function* measureAll(
  start: () => Started,
  budget: number,
  cancelled: AbortSignal,
): AsyncGenerator<Measured, string> {
  const { worker, wasm } = start();
  const end = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    cancelled.addEventListener('abort', () => reject(new Error('cancelled')));
  });
  const unlessEnded = <T>(answer: Promise<T>) => Promise.race([answer, end]);
  try {
    const remote: Remote<Measuring> = wrap<Measuring>(worker);
    const version = await unlessEnded(remote.load(wasm));
    for (const subject of subjects) yield await unlessEnded(remote.measure(subject, budget));
    return version;
  } finally {
    worker.terminate();
  }
}
