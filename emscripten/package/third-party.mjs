/** Collects third-party code and its licences in THIRD-PARTY-NOTICES.txt. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const texts = join(import.meta.dirname, 'licences');

/**
 * Third-party code in the two .wasm files. The licence texts are in this repository, because the
 * compilers' folders differ between machines and not all contain them.
 */
const compiled = ['emscripten', 'llvm', 'micropython', 'musl', 'xsimd', 'xtensor', 'xtl'];

/** Packages whose licence file is in another package of the same project. */
const ofProject = { '@lit-labs/ssr-dom-shim': 'lit' };

const packageFolder = /^.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)(?=\/)/;
const folders = new Map();

/** Records the packages from which a bundle has code. */
export function noticePackages() {
  return {
    name: 'notice-packages',
    generateBundle(_, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const id of moduleIds) {
          const [folder, name] = packageFolder.exec(id) ?? [];
          if (!folder || name.startsWith('@micropython/')) continue;
          const project = ofProject[name];
          folders.set(name, project ? join(folder.slice(0, -name.length), project) : folder);
        }
      }
    },
  };
}

/** The text of the file, after bundling. */
export function thirdPartyNotices() {
  const packages = [...folders].map(([name, folder]) => [name, licenceIn(folder)]);
  const libraries = compiled.map((name) => [
    name,
    readFileSync(join(texts, `${name}.txt`), 'utf8'),
  ]);
  const all = [...packages, ...libraries].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    'manyheads contains code of these projects, in its scripts or its .wasm files.\n',
    ...all.map(([name, text]) => `${'-'.repeat(80)}\n${name}\n\n${text.trim()}\n`),
  ].join('\n');
}

/** Throws if a bundled package has no licence file. */
function licenceIn(folder) {
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`${folder} is in a bundle and has no licence file`);
  return readFileSync(join(folder, file), 'utf8');
}
