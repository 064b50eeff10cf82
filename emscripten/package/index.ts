/** The entry for browsers. The .wasm is a file next to this one. */
import { installedFile } from './installed-file.js';
import { createLoad } from './loader.js';

export * from './contract.js';
export * from './errors.js';

/**
 * `load`: without options, one shared engine, loaded once. `loadModule` only compiles it, for a worker
 * of your own that calls `load({ wasm })`.
 */
export const { load, loadModule } = createLoad(() => {
  try {
    return installedFile(new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url));
  } catch {
    return './manyheads.wasm'; // in plain scripts, bundlers leave import.meta empty
  }
});
