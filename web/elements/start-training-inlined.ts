import { inlinedWasm } from '../lib/inlined-wasm.js';
import type { Started } from '../lib/worker.js';
import TrainingWorker from './training-worker.js?worker&inline';

/** Where all is in one file, the worker is too. */
export const startTraining = (): Started => ({
  worker: new TrainingWorker(),
  wasm: inlinedWasm(),
});
