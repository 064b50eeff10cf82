/**
 * The core's tables as TypeScript: build/wasm/fields.ts, which the core's build prints, in the
 * repository's format. The build writes them to emscripten/package/fields.ts; a test checks that they
 * are current.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const path = fileURLToPath(new URL('../package/fields.ts', import.meta.url));
const printed = new URL('../../build/wasm/fields.ts', import.meta.url);

/** @return the path and content of the file */
export async function fieldTables() {
  const options = { ...(await resolveConfig(path)), filepath: path };
  return { path, text: await format(readFileSync(printed, 'utf8'), options) };
}
