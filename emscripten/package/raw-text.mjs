import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** As in Vite: `import text from 'name.js?raw'` gives the file as a string. */
export function rawText() {
  const query = /\?raw$/;
  return {
    name: 'raw-text',
    resolveId: (specifier, importer) =>
      query.test(specifier) ? join(dirname(importer), specifier) : null,
    load: (id) =>
      query.test(id)
        ? {
            code: `export default ${JSON.stringify(readFileSync(id.replace(query, ''), 'utf8'))}`,
            moduleType: 'js', // for files of any type
          }
        : null,
  };
}
