/** The package's door for browsers: the .wasm is a file beside this one. */
import { createLoad } from './loader.js';

export * from './contract.js';
export * from './errors.js';

/** Without options: one shared engine, loaded once. */
export const load = createLoad(
  () => new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url),
);
