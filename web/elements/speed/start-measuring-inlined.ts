import { inlinedWasm } from '../../lib/inlined-wasm.js';
import { startWorkerFrom } from '../../lib/trusted.js';
import type { StartedWorker } from '../../lib/worker.js';
import script from './measuring-worker.js?script';

/** Where all is in one file, the worker is too. */
export const startMeasuring = (): StartedWorker => ({
  worker: startWorkerFrom(script),
  wasm: inlinedWasm(),
});
