/**
 * Builds what has changed: `node build.mjs [core|package|site]`, each with the parts that it needs.
 * core: build/wasm (the WebAssembly module); package: dist/; site: dist-site/, and so everything.
 * `node build.mjs native|figures|wasm` builds tests of the core: with sanitizers, at full speed, for
 * Node; `wasm-safe-heap` and `wasm-asan` those for Node with memory checks; `browsers` everything,
 * with the native program of tests/browsers; `site-and-browsers` the site, and installs the browsers
 * for the short form of these tests.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, jobs, main, repository, run, runQuietly } from './run.mjs';
import { addBrowsers, setUp } from './setup.mjs';

const module = ['build/wasm/manyheads.mjs', 'build/wasm/manyheads.wasm'];
const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];
/** What the package is made from; a change of anything else does not build it again. */
export const packageSources = [
  ...module,
  ...settings,
  'emscripten/package',
  'web/command',
  'web/elements',
  'web/lib',
  'web/lesson',
  'web/ui',
  ...['embed.css', 'embed.html', 'embed.ts', 'embed-start.ts'].map((name) => `web/site/${name}`),
];

/** Each part needs those before it. */
const parts = {
  core: () => {
    cmakeBuild('wasm', 'manyheads_module');
    return writeFieldTables();
  },
  package: () => {
    whereChanged('package', packageSources, 'dist/index.js', () =>
      run(process.execPath, ['emscripten/package/build.mjs']),
    );
  },
  site: () => {
    whereChanged('site', [...packageSources, 'web'], 'dist-site/index.html', () => {
      for (const mode of ['site', 'single']) {
        vite('build', '--config', 'web/site/vite.config.ts', '--mode', mode);
      }
    });
  },
};

const tests = {
  native: () => cmakeBuild('dev'),
  figures: () => cmakeBuild('release', 'manyheads_figures'),
  wasm: () => cmakeBuild('wasm'),
  'wasm-safe-heap': () => cmakeBuild('wasm-safe-heap', 'manyheads_tests'),
  'wasm-asan': () => cmakeBuild('wasm-asan', 'manyheads_tests'),
  browsers: async () => {
    await build();
    cmakeBuild('release', 'manyheads_numbers');
  },
  'site-and-browsers': () => {
    addBrowsers();
    return build();
  },
};

/** Builds everything up to this part. */
export async function build(last = 'site') {
  for (const [name, buildPart] of Object.entries(parts)) {
    await buildPart();
    if (name === last) return;
  }
}

/** Writes emscripten/package/fields.ts, which is in git, where the core's tables have changed. */
async function writeFieldTables() {
  const { fieldTables } = await import('./field-tables.mjs');
  const { path, text } = await fieldTables();
  if (readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/** Configures and builds a preset of CMakePresets.json, or one target of it. */
export function cmakeBuild(preset, target = 'all') {
  runQuietly('cmake', ['--preset', preset]);
  run('cmake', ['--build', '--preset', preset, '--parallel', jobs, '--target', target]);
}

function vite(...args) {
  run('node_modules/.bin/vite', [...args, '--logLevel', 'warn']);
}

/** Calls `make` unless `result` was already made from these files. */
function whereChanged(name, sources, result, make) {
  const stamp = join(repository, `build/${name}.stamp`);
  const now = fingerprint(sources);
  if (existsSync(join(repository, result)) && existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === now) return;
  }
  console.log(`Building ${result}`);
  rmSync(stamp, { force: true }); // if it is interrupted, the next build begins anew
  make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

/** A text that changes with the name, size or time of any file in these paths. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const status = statSync(join(repository, path), { throwIfNoEntry: false });
    if (status?.isDirectory()) {
      for (const name of readdirSync(join(repository, path)).sort()) add(join(path, name));
    } else {
      hash.update(`${path} ${status?.size} ${status?.mtimeMs}\n`);
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) {
  await main(() => {
    const name = process.argv[2];
    const known = { ...parts, ...tests };
    if (name !== undefined && !Object.hasOwn(known, name)) {
      throw new Failure(`there is no build '${name}'; there are ${Object.keys(known).join(', ')}`);
    }
    const buildTests = tests[name];
    setUp({ tests: Boolean(buildTests) });
    return buildTests ? buildTests() : build(name);
  });
}
