import { inlinedWasm } from '../lib/inlined-wasm.js';
import type { Started } from '../lib/worker.js';
import MeasuringWorker from './measuring-worker.js?worker&inline';

/** Where all is in one file, the worker is too. */
export const startMeasuring = (): Started => ({
  worker: new MeasuringWorker(),
  wasm: inlinedWasm(),
});
