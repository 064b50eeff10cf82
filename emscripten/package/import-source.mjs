import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Imports a TypeScript module of the repository, which Node 20 cannot read.
 * @param external  which imports stay as they are
 */
export async function importSource(name, external = []) {
  const input = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const bundle = await rolldown({ input, external });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const code = Buffer.from(output[0].code).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
