import type { Started } from '../lib/worker.js';
import MeasuringWorker from './measuring-worker.js?worker';

/** The worker's script, and the .wasm, are files of the site. */
export const startMeasuring = (): Started => ({ worker: new MeasuringWorker() });
