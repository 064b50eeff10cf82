import type { Started } from '../../lib/worker.js';
import { startWorker } from '../../lib/trusted.js';

const script = () => new URL(/* @vite-ignore */ './measuring-worker.js', import.meta.url).href;
const wasm = () => new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url).href;

/** Both are files of the site. */
export const startMeasuring = (): Started => ({
  worker: startWorker(script()),
  script: script(),
  wasm: wasm(),
});
