import wasmDataUrl from '../../build/wasm/manyheads.wasm?url&inline';
import type { Started } from '../lib/measuring.js';
import MeasuringWorker from './measuring-worker.js?worker&inline';

/** In the one file: the worker is given the .wasm that the page has, so that it is in it once. */
export const startMeasuring = (): Started => {
  const base64 = wasmDataUrl.slice(wasmDataUrl.indexOf(',') + 1);
  const wasm = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return { worker: new MeasuringWorker(), wasm };
};
