import wasm from '../../build/wasm/manyheads.wasm?deflated';
import { inflate } from '../../emscripten/package/inflate.js';

/** The .wasm inside a single-file page. Workers get it from here, so the file has it only once. */
export const inlinedWasm = (): Promise<Uint8Array> => inflate(wasm);
