import dataUrl from '../../build/wasm/manyheads.wasm?url&inline';

/** The .wasm of a page in one file, for its workers: so it is in the file once. */
export const inlinedWasm = (): Uint8Array => decodeDataUrl(dataUrl);

/** What a data: URL holds. */
export function decodeDataUrl(dataUrl: string): Uint8Array {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
