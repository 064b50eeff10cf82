import { deflateSync } from 'node:zlib';
import { fileAsText } from './file-as-text.mjs';

/**
 * `import text from 'x.wasm?deflated'` gives a file as base64 of its compressed bytes, which
 * inflate.ts decompresses. Compressed after base64 it would be a third larger, since bytes are then
 * spread over characters.
 */
export const deflated = () =>
  fileAsText('deflated', /\.wasm\?deflated$/, (bytes) =>
    deflateSync(bytes, { level: 9 }).toString('base64'),
  );
