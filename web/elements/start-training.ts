import { startInstalled } from '../../emscripten/package/installed-file.js';
import type { Started } from '../lib/worker.js';

const wasm = () => new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url);

/** The worker's script is beside this one; bundlers find it by this very expression. */
export const startTraining = (): Started => ({
  worker: startInstalled(
    'training-worker.js',
    wasm(),
    () => new Worker(new URL('./training-worker.js', import.meta.url), { type: 'module' }),
  ),
});
