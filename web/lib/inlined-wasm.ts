import dataUrl from '../../build/wasm/manyheads.wasm?url&inline';

/** The .wasm inside a single-file page. Workers get it from here, so the file has it only once. */
export const inlinedWasm = (): Uint8Array => decodeDataUrl(dataUrl);

/** The bytes of a base64 data: URL. */
export function decodeDataUrl(dataUrl: string): Uint8Array {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
