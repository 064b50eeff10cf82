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
export const bundledWorker = (entry) => bundledScript({ input: entry });

async function bundledScript({ input, plugins = [], output = {} }) {
  const { output: files } = await build({
    input,
    platform: 'browser',
    plugins: [...plugins, withoutFetching(), micropythonForWorkers(), rawText(), noticePackages()],
    transform: { target: 'es2022', define },
    output: { format: 'iife', minify: true, codeSplitting: false, ...output },
    write: false,
  });
  return files[0].code;
}

/** Inlined, these are one script, since each has the engine. The plain script for cells has its own. */
const { 'python-worker.js': _, ...inlinedTogether } = workers;
const inlinedWorkers = 'inlined-workers';

/** The script's global variable `workers` starts one by name. */
function bundledWorkers() {
  const starts = Object.entries(inlinedTogether).map(
    ([name, entry]) => `'${name}': () => import(${JSON.stringify(entry)})`,
  );
  const entry = {
    name: inlinedWorkers,
    resolveId: (specifier) => (specifier === inlinedWorkers ? specifier : null),
    load: (id) => (id === inlinedWorkers ? `export default { ${starts.join()} };` : null),
  };
  return bundledScript({ input: inlinedWorkers, plugins: [entry], output: { name: 'workers' } });
}

/** `import script from 'name.js?script'` imports a worker's script as a string. */
export function workerScript() {
  const query = /\.js\?script$/;
  const text = async (script) => `export default ${JSON.stringify(await script)};`;
  const code = (id) => {
    if (id === inlinedWorkers) return text(bundledWorkers());
    const name = basename(id).replace('?script', '');
    if (!(name in inlinedTogether)) return text(bundledWorker(id.replace(query, '.ts')));
    return `import script from '${inlinedWorkers}'; export default script + ";workers['${name}']()";`;
  };
  return {
    name: 'worker-script',
    enforce: 'pre',
    resolveId(specifier, importer) {
      if (specifier === inlinedWorkers) return specifier;
      return query.test(specifier) ? join(dirname(importer), specifier) : null;
    },
    load: async (id) =>
      id === inlinedWorkers || query.test(id) ? { code: await code(id), moduleType: 'js' } : null,
  };
}
