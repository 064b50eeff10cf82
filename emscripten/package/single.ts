/** The entry for Node and file://, with the .wasm inlined. */
import wasm from '../../build/wasm/manyheads.wasm?deflated';
import { inflate } from './inflate.js';
import { createLoad } from './loader.js';

export * from './contract.js';
export * from './errors.js';

/**
 * `load`: without options, one shared engine, loaded once. `loadModule` only compiles it, for a worker
 * of your own that calls `load({ wasm })`.
 */
export const { load, loadModule } = createLoad(() => inflate(wasm));
