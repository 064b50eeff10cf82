/**
 * Makes dist/, the npm package. Rolldown is what Vite bundles with; used directly it leaves
 * `new URL('./manyheads.wasm', import.meta.url)` as it is, which the bundlers of those who install
 * the package look for.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { bytePlanes } from './byte-planes.mjs';
import { customElements as customElementsManifest } from './custom-elements.mjs';
import { deflated } from './deflated.mjs';
import {
  besideElements,
  classesFile,
  common,
  commonEntry,
  definedInside,
  doorEntries,
  doors,
  doorTypes,
  germanGroup,
  nodeDoors,
  sandboxExtrasInside,
  packageGroups,
} from './doors.mjs';
import { embedPage } from './embed-page.mjs';
import { frameworkTypes } from './framework-types.mjs';
import { litAnywhere } from './lit-anywhere.mjs';
import { plainEditor } from './plain-editor.mjs';
import { plainMarkdown } from './plain-markdown.mjs';
import { quizFormulas } from './quiz-formulas.mjs';
import { quizFileSchema } from './quiz-schema.mjs';
import { rawText } from './raw-text.mjs';
import { shortCss } from './short-css.mjs';
import { shortHtml } from './short-html.mjs';
import { noticePackages, thirdPartyNotices } from './third-party.mjs';
import { withoutFetching } from './without-fetching.mjs';
import {
  bundledWorker,
  engineWorker,
  inlinedStarts,
  workers,
  workerScript,
} from './worker-script.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

const engine = 'emscripten/package/index.ts';
const engineInlined = 'emscripten/package/single.ts';
const wasmAddress = 'emscripten/package/wasm-address.ts';
const elements = 'web/elements/index.ts';
const define = 'web/elements/define.ts';
const script = 'web/elements/script.ts';
const autoload = 'web/elements/autoload.ts';
const embed = 'web/site/embed.ts';
const lessonWeights = 'web/lib/lesson/lesson-weights.ts';
const cellParts = 'web/elements/cells/parts.ts';
const cellPartsOfScript = 'web/elements/cells/parts-of-script.ts';
const cellPartsOfSecond = 'web/elements/cells/parts-of-second-script.ts';
const micropython = 'node_modules/@micropython/micropython-webassembly-pyscript/micropython.wasm';

/**
 * `instead`: for a source path, where imports from it or below it come from, so that no code is in two
 * files. `later`: the name pattern of files for dynamic imports; they import shared code from the entry.
 * Without it, everything is in one file.
 */
const outputs = [
  { file: 'index.js', entry: engine },
  { file: 'single.js', entry: engineInlined },
  { file: 'worker.js', entry: 'emscripten/package/worker.ts', instead: { [engine]: './index.js' } },
  {
    file: 'worker-node.js',
    entry: 'emscripten/package/worker-node.ts',
    instead: { [engine]: './single.js' },
    platform: 'node',
  },
  ...Object.entries(besideElements).map(([entry, file]) => ({
    ...{ file: file.slice(2), entry, instead: { ...common, ...besideElements } },
  })),
  // One build: a page that has several of them fetches each part once.
  {
    file: '[name].js',
    entry: { 'elements-autoload': path(autoload), ...doorEntries },
    instead: { [engine]: './index.js', ...common, ...besideElements },
    later: 'parts-[name].js',
    groups: packageGroups,
  },
  // All elements in one file, which is smaller than the doors' files together.
  {
    file: 'elements.js',
    entry: elements,
    instead: { [engine]: './index.js', ...common, ...besideElements },
    later: 'parts-[name].js',
    groups: [{ ...germanGroup, name: 'all-german' }],
  },
  {
    file: 'elements-define.js',
    entry: define,
    instead: { ...common, 'web/elements/': './elements.js' },
  },
  { file: '[name].js', entry: { 'parts-common': commonEntry } },
  // embed.html
  {
    file: 'embed-elements.js',
    entry: embed,
    instead: { ...common, 'web/elements/described.ts': './elements-autoload.js' },
  },
  {
    file: 'embed.js',
    entry: 'web/site/embed-start.ts',
    instead: { [embed]: './embed-elements.js' },
    format: 'iife',
  },
  // For servers that draw pages.
  { file: 'dom-in-node.js', entry: 'web/elements/server-dom.ts', platform: 'node' },
  // `npx manyheads`
  {
    file: 'manyheads-command.js',
    entry: 'web/command/manyheads.ts',
    instead: {
      [engine]: './single.js',
      ...besideElements,
      'web/elements/quiz/own/file.ts': './own-quizzes.js',
    },
    platform: 'node',
  },
  // For <script src>, also from file://, where nothing can be fetched.
  {
    file: 'manyheads.iife.js',
    entry: script,
    instead: {
      [engine]: path(engineInlined),
      ...inlinedStarts,
      [cellParts]: path(cellPartsOfScript),
    },
    format: 'iife',
    footer: 'globalThis.manyheads=manyheads;', // elements-single.js imports it as a module
  },
  // Python is larger than all the rest: a page with cells has a second script for it.
  {
    file: 'manyheads-cells.iife.js',
    entry: cellPartsOfSecond,
    format: 'iife',
    name: 'manyheadsCells',
    footer: 'globalThis.manyheadsCells=manyheadsCells;',
  },
];
/** Modules that only import others. */
const short = {
  // The plain scripts as a module, for bundlers that do not find the files of a package.
  'elements-single.js': [
    "import './manyheads-cells.iife.js'",
    "import './manyheads.iife.js'",
    'export const { configure, speak } = globalThis.manyheads',
  ],
  'classes-in-node.js': ["import './dom-in-node.js'", "export * from './elements.js'"],
  'node-define.js': ["import './dom-in-node.js'", "import './elements-define.js'"],
  ...nodeDoors,
};
// Not touched where it is right: a newer file would look like a change, and all be built again.
if (readFileSync(classesFile.name, 'utf8') !== classesFile.text) {
  writeFileSync(classesFile.name, classesFile.text);
}
rmSync(path('dist'), { recursive: true, force: true });
const written = new Set();
for (const output of outputs) {
  const { file, entry, instead = {}, later, groups } = output;
  const { platform = 'browser', format = 'es' } = output;
  const input = typeof entry === 'string' ? path(entry) : entry;
  const { output: files } = await build({
    input,
    platform,
    plugins: [
      doors(),
      ...(file === 'elements.js' ? [litAnywhere()] : []),
      ...(file === '[name].js' ? [] : [sandboxExtrasInside()]),
      takenFromElsewhere(input, instead),
      deflated(),
      bytePlanes(),
      workerScript(),
      rawText(),
      shortCss(),
      shortHtml(),
      quizFormulas(),
      withoutFetching(),
      plainEditor(),
      plainMarkdown(),
      foundByBundlers(),
      noticePackages(),
      ...(format === 'iife' ? [definedInside(), asciiOnly()] : []),
    ],
    transform: { target: 'es2022' },
    experimental: { attachDebugInfo: 'none' }, // the paths of the sources on this machine
    checks: {
      ineffectiveDynamicImport: false, // elements.js has all that autoload imports
      pluginTimings: false, // that plugins take most of the time is no news
    },
    // package.json says which files of dist/ only define elements, but not which source.
    treeshake: { moduleSideEffects: [{ test: /\/elements\/define\.ts$/, sideEffects: true }] },
    preserveEntrySignatures: 'allow-extension',
    output: {
      ...{ dir: path('dist'), entryFileNames: file, chunkFileNames: later },
      codeSplitting: later !== undefined && { groups },
      ...{
        format,
        name: output.name ?? 'manyheads',
        minify: minified(file),
        // Files that come in parts have THIRD-PARTY-NOTICES.txt beside them, and are used whole.
        comments: { legal: later === undefined, annotation: later === undefined },
        footer: output.footer,
      },
    },
  });
  for (const { fileName } of files) {
    if (written.has(fileName)) throw new Error(`Two builds write dist/${fileName}`);
    written.add(fileName);
  }
}
for (const [name, entry] of Object.entries({ ...workers, ...engineWorker })) {
  writeFileSync(path(`dist/${name}`), await bundledWorker(entry));
}
await build({
  input: {
    index: path(engine),
    single: path(engineInlined),
    elements: path(elements),
    'elements-define': path(define),
    worker: path('emscripten/package/worker.ts'),
    'lesson-weights': path(lessonWeights),
    'manyheads.wasm': path(wasmAddress),
  },
  // Lit's types are in the bundle, as Lit is: who installs the package has no other.
  plugins: [
    dts({
      ...{ emitDtsOnly: true, resolver: 'tsc', tsconfig: path('tsconfig.json') },
      // Otherwise the order of types in a union depends on the order in which files are read.
      compilerOptions: { stableTypeOrdering: true },
    }),
  ],
  checks: { pluginTimings: false }, // TypeScript is known to take long
  output: {
    dir: path('dist'),
    chunkFileNames: '[name].d.ts',
    // Handles are Disposable, which only newer targets of TypeScript know by themselves.
    banner: '/// <reference lib="esnext.disposable" />',
  },
});
for (const [name, imports] of Object.entries(short)) {
  writeFileSync(path(`dist/${name}`), imports.map((line) => `${line};\n`).join(''));
}
await import(path('dist/node-define.js')); // defines them, as in a browser
const classes = Object.values(await import(path('dist/classes-in-node.js')));
const defined = classes
  .filter((value) => 'parts' in value)
  .map((element) => [customElements.getName(element), element]);
for (const [name, text] of Object.entries({ ...frameworkTypes(defined), ...doorTypes }))
  writeFileSync(path(`dist/${name}`), text);
writeFileSync(path('dist/custom-elements.json'), JSON.stringify(customElementsManifest(defined)));
writeFileSync(path('dist/quiz.schema.json'), JSON.stringify(quizFileSchema()));
copyFileSync(path('build/wasm/manyheads.wasm'), path('dist/manyheads.wasm'));
for (const [name, text] of Object.entries(await embedPage())) {
  writeFileSync(path(`dist/${name}`), text);
}
copyFileSync(path(micropython), path('dist/micropython.wasm'));
writeFileSync(path('dist/THIRD-PARTY-NOTICES.txt'), thirdPartyNotices());

/** Node shows the whole line of an uncaught error, so files that throw in Node keep their lines. */
function minified(file) {
  const isForNode = file === 'single.js' || file === 'worker-node.js';
  return !isForNode || { mangle: true, compress: true, codegen: { removeWhitespace: false } };
}

/** A target that begins with ./ is another file of dist/ and stays an import. */
function takenFromElsewhere(entry, instead) {
  return {
    name: 'taken-from-elsewhere',
    async resolveId(specifier, importer) {
      const source = await this.resolve(specifier, importer, { skipSelf: true });
      const place = Object.keys(instead).find((place) => source?.id.startsWith(path(place)));
      if (place === undefined || source.id === entry) return null;
      return { id: instead[place], external: instead[place].startsWith('./') && 'relative' };
    },
  };
}

/**
 * In this repository the .wasm files are not beside the sources, so a comment tells Vite not to
 * look for them there. In dist/ they are, and the bundlers of those who install the package have
 * to look.
 */
function foundByBundlers() {
  return {
    name: 'found-by-bundlers',
    transform: (code, id) =>
      id.endsWith('.ts') ? code.replaceAll('/* @vite-ignore */', '') : null,
  };
}

/** A plain script is read in the encoding of its page, which may not say that it is UTF-8. */
function asciiOnly() {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'ascii-only',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (/String\.raw/.test(chunk.code)) throw new Error('An escape in String.raw is not one');
        chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped);
      }
    },
  };
}
