import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

/**
 * `import text from 'x.wasm?deflated'` gives a file as base64 of its compressed bytes, which
 * inflate.ts decompresses. Compressed after base64 it would be a third larger, since bytes are then
 * spread over characters.
 */
export function deflated() {
  const query = /\.wasm\?deflated$/;
  return {
    name: 'deflated',
    enforce: 'pre',
    resolveId: (specifier, importer) =>
      query.test(specifier) ? join(dirname(importer), specifier) : null,
    load(id) {
      if (!query.test(id)) return null;
      const bytes = readFileSync(id.slice(0, id.lastIndexOf('?')));
      const text = deflateSync(bytes, { level: 9 }).toString('base64');
      return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' };
    },
  };
}
