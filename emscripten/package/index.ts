/** The package's door for browsers: the .wasm is a file beside this one. */
import { installedFile } from './installed-file.js';
import { createLoad } from './loader.js';

export * from './contract.js';
export * from './errors.js';

/** Without options: one shared engine, loaded once. */
export const load = createLoad(() =>
  installedFile(new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url)),
);
