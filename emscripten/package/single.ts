/** The entry for Node and file://, with the .wasm inlined. */
import wasm from '../../build/wasm/manyheads.wasm?deflated';
import { inflate } from './inflate.js';
import { createLoad } from './loader.js';

export * from './contract.js';
export * from './errors.js';

/** Without options: one shared engine, loaded once. */
export const load = createLoad(() => inflate(wasm));
