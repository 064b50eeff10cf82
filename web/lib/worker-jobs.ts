import type { Remote } from 'comlink';
import { loadModule } from './engine.js';
import { Connection, type StartedWorker } from './worker.js';

/** What a worker offers that computes with the core. */
export interface Loading {
  /** @return the version of the core */
  load(wasm: WebAssembly.Module): Promise<string>;
}

/**
 * Runs one job after the other in a worker of their own. The worker is always ended: after the last
 * job, when `cancelled` is aborted, or on an error.
 * @return the version of the core
 */
export async function* runJobs<Service extends Loading, Job, Result>(
  start: () => StartedWorker,
  cancelled: AbortSignal,
  jobs: readonly Job[],
  run: (remote: Remote<Service>, job: Job) => Promise<Result>,
): AsyncGenerator<Result, string> {
  const worker = new Connection<Service>(start);
  cancelled.addEventListener('abort', () => worker.end('cancelled'));
  try {
    const module = await loadModule();
    const version = await worker.call((remote) => (remote as Remote<Loading>).load(module));
    for (const job of jobs) yield await worker.call((remote) => run(remote, job));
    return version;
  } finally {
    worker.end('done');
  }
}
