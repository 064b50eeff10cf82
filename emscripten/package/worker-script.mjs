import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { micropythonForWorkers } from './micropython-for-workers.mjs';
import { rawText } from './raw-text.mjs';
import { noticePackages } from './third-party.mjs';
import { withoutFetching } from './without-fetching.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const find = (pattern) =>
  readdirSync(join(repository, 'web'), { recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => join('web', name));

/** The modules of the workers, by the name of their script. */
export const workers = Object.fromEntries(
  find(/-worker\.ts$/u).map((name) => [`${basename(name, '.ts')}.js`, join(repository, name)]),
);

/** The script of `manyheads/worker`. */
export const engineWorker = {
  'engine-worker.js': join(repository, 'emscripten/package/engine-worker.ts'),
};

/** For each module that starts a worker from a file: the one that starts it from inlined text. */
export const inlinedStarts = Object.fromEntries(
  find(/start-[\w-]+-inlined\.ts$/u).map((name) => [
    name.replace('-inlined', ''),
    join(repository, name),
  ]),
);

/** Bundlers would add packages for Node's variables, which MicroPython looks for. */
const define = { 'import.meta': '{}', process: 'undefined', Buffer: 'undefined' };

/**
 * Bundles a worker's module into one classic script. The package contains it as a file; a page can
 * also start it from its text.
 */
export async function bundledWorker(entry) {
  const { output } = await build({
    input: entry,
    platform: 'browser',
    plugins: [withoutFetching(), micropythonForWorkers(), rawText(), noticePackages()],
    transform: { target: 'es2022', define },
    output: { format: 'iife', minify: true },
    write: false,
  });
  return output[0].code;
}

/** `import script from 'name.js?script'` imports such a script as a string. */
export function workerScript() {
  const query = /\.js\?script$/;
  return {
    name: 'worker-script',
    enforce: 'pre',
    resolveId: (specifier, importer) =>
      query.test(specifier) ? join(dirname(importer), specifier) : null,
    load: async (id) =>
      query.test(id)
        ? {
            code: `export default ${JSON.stringify(await bundledWorker(id.replace(query, '.ts')))}`,
            moduleType: 'js',
          }
        : null,
  };
}
