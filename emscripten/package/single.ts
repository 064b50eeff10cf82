/** The entry for Node and file://, with the .wasm inlined. */
import wasmDataUrl from '../../build/wasm/manyheads.wasm?url&inline';
import { createLoad } from './loader.js';

export * from './contract.js';
export * from './errors.js';

/** Without options: one shared engine, loaded once. */
export const load = createLoad(() => {
  const base64 = wasmDataUrl.slice(wasmDataUrl.indexOf(',') + 1);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
});
