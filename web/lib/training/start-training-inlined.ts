import { startWorkerFrom } from '../trusted.js';
import type { StartedWorker } from '../worker.js';
import script from './training-worker.js?script';

/** For the single-file page: the worker's script is inlined. */
export const startTraining = (): StartedWorker => ({ worker: startWorkerFrom(script) });
