import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A plugin: an import whose specifier matches gives a file as a text.
 * @param query   matches the specifier, with the `?` and what follows it at its end
 * @param encode  turns the file's bytes into the text
 */
export function fileAsText(name, query, encode) {
  return {
    name,
    enforce: 'pre', // before Vite's own queries
    resolveId: (specifier, importer) =>
      query.test(specifier) ? join(dirname(importer), specifier) : null,
    load(id) {
      if (!query.test(id)) return null;
      const text = encode(readFileSync(id.slice(0, id.lastIndexOf('?'))));
      return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }; // for any file
    },
  };
}
