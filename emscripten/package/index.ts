/** The entry for browsers. The .wasm is a file next to this one. */
import { installedFile } from './installed-file.js';
import { createLoad } from './loader.js';

export * from './contract.js';
export * from './errors.js';

/** Without options: one shared engine, loaded once. */
export const load = createLoad(() =>
  installedFile(new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url)),
);
