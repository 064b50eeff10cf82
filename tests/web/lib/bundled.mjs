import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Imports a TypeScript module of web/. Node 20 reads none, so it is bundled, in memory. */
export async function bundled(path) {
  const input = fileURLToPath(new URL(`../../../web/${path}`, import.meta.url));
  const bundle = await rolldown({ input, plugins: [asText()] });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

/** As in Vite: `import text from 'name.py?raw'` gives what stands in the file. */
function asText() {
  const query = /\?raw$/;
  return {
    name: 'as-text',
    resolveId: (specifier, importer) =>
      query.test(specifier) ? join(dirname(importer), specifier) : null,
    load: (id) =>
      query.test(id)
        ? `export default ${JSON.stringify(readFileSync(id.replace(query, ''), 'utf8'))}`
        : null,
  };
}
