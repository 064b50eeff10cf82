/** The entry for browsers. The .wasm is a file next to this one. */
import { installedFile } from './installed-file.js';
import { createLoad } from './loader.js';

export * from './contract.js';
export * from './errors.js';

/**
 * `load`: without options, one shared engine, loaded once. `loadModule` only compiles it, for a worker
 * of your own that calls `load({ wasm })`.
 */
export const { load, loadModule } = createLoad(() =>
  installedFile(new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url)),
);
