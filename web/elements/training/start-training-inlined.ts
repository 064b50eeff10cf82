import { inlinedWasm } from '../../lib/inlined-wasm.js';
import { startWorkerFrom } from '../../lib/trusted.js';
import type { StartedWorker } from '../../lib/worker.js';
import script from './training-worker.js?script';

/** Where all is in one file, the worker is too. */
export const startTraining = (): StartedWorker => ({
  worker: startWorkerFrom(script),
  wasm: inlinedWasm(),
});
