import { className } from './class-name.js';
import type { LoadOptions } from './contract.js';

export type WasmSource = NonNullable<LoadOptions['wasm']>;

const KINDS = ['WebAssembly.Module', 'ArrayBuffer', 'Uint8Array', 'URL', 'Response', 'Promise'];

/** What `load({ wasm })` takes, by the names of classes: a frame has classes of its own. */
export function isWasmSource(value: unknown): value is WasmSource {
  if (typeof value === 'object') return value !== null && KINDS.includes(className(value));
  return typeof value === 'string';
}
