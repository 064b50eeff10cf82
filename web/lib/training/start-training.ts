import { installedFile } from '../../../emscripten/package/installed-file.js';
import { startWorker } from '../trusted.js';
import type { StartedWorker } from '../worker.js';

const script = () => new URL(/* @vite-ignore */ './training-worker.js', import.meta.url);
const wasm = () => new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url);

/** Both files are next to this one. Bundlers look for exactly these expressions. */
export const startTraining = (): StartedWorker => ({
  worker: startWorker(installedFile(script()).href),
  script: installedFile(script()).href,
  wasm: installedFile(wasm()).href,
});
