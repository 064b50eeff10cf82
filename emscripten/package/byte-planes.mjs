import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `import planes from 'x.safetensors?planes'` gives a file of 32-bit numbers as base64: the first byte
 * of every number, then the second of every number, and so on. The bytes with the exponents are alike,
 * so the text compresses to 6/7 of what the file as it is compresses to.
 */
export function bytePlanes() {
  const query = /\.safetensors\?planes$/;
  return {
    name: 'byte-planes',
    enforce: 'pre',
    resolveId: (specifier, importer) =>
      query.test(specifier) ? join(dirname(importer), specifier) : null,
    load(id) {
      if (!query.test(id)) return null;
      const bytes = readFileSync(id.slice(0, id.lastIndexOf('?')));
      const planes = [0, 1, 2, 3].map((plane) => bytes.filter((_, i) => i % 4 === plane));
      const base64 = Buffer.concat(planes).toString('base64');
      return { code: `export default ${JSON.stringify(base64)}`, moduleType: 'js' };
    },
  };
}
