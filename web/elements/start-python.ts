import { installedFile, startInstalled } from '../../emscripten/package/installed-file.js';
import type { Started } from '../lib/worker.js';

/** A worker for Python, and where MicroPython's .wasm is, or its bytes. */
export interface StartedPython extends Started {
  readonly micropython: string | Uint8Array;
}

const micropython = () => new URL(/* @vite-ignore */ './micropython.wasm', import.meta.url);

/** Both files are beside this one; bundlers find them by these very expressions. */
export const startPython = (): StartedPython => ({
  worker: startInstalled(
    'python-worker.js',
    micropython(),
    () => new Worker(new URL('./python-worker.js', import.meta.url), { type: 'module' }),
  ),
  micropython: installedFile(micropython()).href,
});
