import type { Started } from '../lib/worker.js';

/** A worker for Python, and where MicroPython's .wasm is, or its bytes. */
export interface StartedPython extends Started {
  readonly micropython: string | Uint8Array;
}

/** Both files stand beside this one; bundlers find them by these very expressions. */
export const startPython = (): StartedPython => ({
  worker: new Worker(new URL('./python-worker.js', import.meta.url), { type: 'module' }),
  micropython: new URL(/* @vite-ignore */ './micropython.wasm', import.meta.url).href,
});
