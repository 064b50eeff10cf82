import { startWorkerFrom } from '../../lib/trusted.js';
import type { StartedWorker } from '../../lib/worker.js';
import script from './measuring-worker.js?script';

/** For the single-file page: the worker's script is inlined. */
export const startMeasuring = (): StartedWorker => ({ worker: startWorkerFrom(script) });
