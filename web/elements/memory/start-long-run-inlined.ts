import { startWorkerFrom } from '../../lib/trusted.js';
import type { StartedWorker } from '../../lib/worker.js';
import script from './long-run-worker.js?script';

/** For the single-file page: the worker's script is inlined. */
export const startLongRun = (): StartedWorker => ({ worker: startWorkerFrom(script) });
