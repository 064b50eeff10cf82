import type { LoadOptions } from './contract.js';

export type WasmOption = NonNullable<LoadOptions['wasm']>;

/** The classes of what `load({ wasm })` takes, by name: a frame has classes of its own. */
export const wasmOptions: readonly string[] = [
  'WebAssembly.Module',
  'ArrayBuffer',
  'Uint8Array',
  'URL',
  'String',
  'Response',
  'Promise',
];
