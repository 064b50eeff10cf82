/** What a page has to load to compute attention: scripts and .wasm, in bytes after Brotli. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { coldPages } from './cold/pages.mjs';
import { scriptOf, wasmFiles } from './environments/site.mjs';
import { installed } from '../package/installed.mjs';

const ours = ['index.js', 'manyheads.wasm'].map((name) => join(installed, 'dist', name));

/** @return the bytes by contestant; the peers' are those of their pages of the cold start */
export function measureBytes({ quick }) {
  const files = (page) =>
    page === 'manyheads' ? ours : [scriptOf(`cold-${page}`), wasmFiles[page]].filter(Boolean);
  const bytes = (page) => files(page).reduce((sum, file) => sum + brotli(file, quick), 0);
  return Object.fromEntries(coldPages.map((page) => [page, bytes(page)]));
}

/** At 11, the best; --quick takes 9 for what is over 4 MB: a sixth more bytes in 2 s, not 30. */
function brotli(file, quick) {
  const bytes = readFileSync(file);
  const quality = quick && bytes.length > 2 ** 22 ? 9 : 11;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params }).length;
}
