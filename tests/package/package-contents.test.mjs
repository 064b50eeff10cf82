import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import {
  consumer,
  engine,
  importInstalled,
  installed,
  packageJson,
  repository,
  runAsConsumer,
  tarball,
} from './installed.mjs';
import { packageSources } from '../../emscripten/commands/build.mjs';
import { besideElements, tags } from '../../emscripten/package/doors.mjs';
import { engineWorker, workers } from '../../emscripten/package/worker-script.mjs';

const runFile = promisify(execFile);

test("version is package.json's and the C++ project's", () => {
  const cmake = readFileSync(join(repository, 'CMakeLists.txt'), 'utf8');

  assert.equal(engine.version, packageJson.version);
  assert.equal(/project\(manyheads\s+VERSION (\S+)/.exec(cmake)[1], packageJson.version);
});

test('publint finds nothing in the tarball', async () => {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball);
  const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) };

  const { messages, pkg } = await publint({ pack, strict: true });

  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

/** Files of dist/ that these import, at once or later, and that those import in turn. */
function importedFrom(names) {
  const found = new Set(names);
  for (const name of found) {
    const source = readFileSync(join(installed, 'dist', name), 'utf8');
    for (const [, other] of source.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([\w-]+\.js)/gu)) {
      found.add(other);
    }
  }
  return [...found];
}

test('the package holds its doors and their declarations, and nothing else', () => {
  const elements = tags.map((tag) => tag.replace('mh-', ''));
  const modules = [
    'index.js',
    'single.js',
    'elements.js',
    'classes-in-node.js',
    'dom-in-node.js',
    'worker.js',
    'worker-node.js',
    'manyheads-command.js',
  ];
  const doorFiles = ['autoload', 'define', 'single', ...elements].flatMap((name) => [
    `elements-${name}.js`,
    `node-${name}.js`,
  ]);
  const parts = importedFrom(doorFiles).filter((name) => name.startsWith('parts-'));
  const scripts = [
    'manyheads.iife.js',
    'manyheads-cells.iife.js',
    ...Object.keys({ ...workers, ...engineWorker }),
  ];
  const others = [
    ...Object.values(besideElements).map((file) => file.slice(2)),
    ...['embed.html', 'embed.css', 'embed.js', 'embed-elements.js'],
    ...['manyheads.wasm', 'micropython.wasm', 'THIRD-PARTY-NOTICES.txt', 'custom-elements.json'],
    'quiz.schema.json',
  ];
  const files = readdirSync(installed, { recursive: true })
    .filter((name) => statSync(join(installed, name)).isFile())
    .filter((name) => !/^dist\/.*\.d\.ts$/.test(name));

  assert.deepEqual(
    files.sort(),
    [
      ...['LICENSE', 'README.md', 'package.json'],
      ...[...modules, ...doorFiles, ...parts, ...scripts, ...others].map((name) => `dist/${name}`),
    ].sort(),
  );
});

const declarations = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.d.ts'));

test('declarations have no generic typed arrays, which TypeScript before 5.7 does not know', () => {
  for (const name of declarations) {
    assert.doesNotMatch(readFileSync(join(installed, 'dist', name), 'utf8'), /\w+\d+Array</u, name);
  }
});

test('the package is built again when any of its sources has changed', () => {
  const folder = join(repository, 'emscripten/package');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const named = scripts
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/'((?:web|emscripten)\/[\w./-]+\.\w+)'/gu)])
    .map(([, path]) => path);
  const embedding = readdirSync(join(repository, 'web/site'))
    .filter((name) => name.startsWith('embed'))
    .map((name) => `web/site/${name}`);
  assert.ok(named.includes('web/command/manyheads.ts') && embedding.length > 3);

  const missed = [...named, ...embedding].filter(
    (path) => !packageSources.some((source) => path === source || path.startsWith(`${source}/`)),
  );
  assert.deepEqual(missed, []);
});

test('the package needs no other', () => {
  const { dependencies, peerDependencies, optionalDependencies } = packageJson;

  assert.deepEqual(
    [dependencies, peerDependencies, optionalDependencies],
    Array(3).fill(undefined),
  );
  assert.deepEqual(
    readdirSync(join(consumer, 'node_modules')).filter((name) => name[0] !== '.'),
    ['manyheads'],
  );
});

test('nothing in it compiles code from text, which `unsafe-eval` would have to allow', () => {
  for (const name of ['index.js', 'single.js']) {
    const source = readFileSync(join(installed, 'dist', name), 'utf8');
    assert.doesNotMatch(source, /\beval\s*\(|new Function\b|[^.\w]Function\s*\(/, name);
  }
});

test('plain scripts are ASCII, since a page may not name its encoding', () => {
  for (const name of ['manyheads.iife.js', 'manyheads-cells.iife.js']) {
    const bytes = readFileSync(join(installed, 'dist', name));
    const found = bytes.findIndex((byte) => byte > 127);
    assert.equal(found, -1, `${name}: ${bytes.subarray(found - 40, found + 40)}`);
  }
});

test('the plain script has the engine twice: for the page, and for all its workers', () => {
  const source = readFileSync(join(installed, 'dist/manyheads.iife.js'), 'utf8');

  assert.equal(source.split(' is not WebAssembly; ').length - 1, 2);
});

test('the notices name every bundled package and library, with its licence', () => {
  const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const [, ...sections] = notices.split(/^-{80}\n/mu);
  const licences = new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end)];
    }),
  );

  // By package, what the sources import; the rest are these packages' own dependencies.
  const sources = [
    'emscripten/package',
    'web/command',
    'web/elements',
    'web/lib',
    'web/ui',
  ].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  // Without =, which only code around an import in a text has.
  const from = /^(?:import|export|\}) [^=\n]*from '(@[^/']+\/[^/']+|[^./'@][^/']*)/gmu;
  const importedIn = (path) =>
    [...readFileSync(join(repository, path), 'utf8').matchAll(from)].map(([, name]) => name);
  const imported = new Map(
    sources
      .flatMap((path) => importedIn(path).map((name) => [name, path]))
      .filter(
        ([name]) =>
          !name.startsWith('@micropython/') && name !== 'vite' && !name.startsWith('node:'),
      ),
  );
  assert.ok(imported.has('lit') && imported.has('comlink'), [...imported.keys()].join());
  for (const name of [...imported.keys(), 'lit-html', 'lit-element', '@lit/reactive-element']) {
    const project = name.startsWith('@lit-labs/') ? 'lit' : name; // has no file of its own
    const folder = join(repository, 'node_modules', project);
    const by = `${name}, which ${imported.get(name) ?? 'lit'} imports,`;
    assert.ok(existsSync(folder), `${by} is not in node_modules`);
    const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
    assert.ok(licences.get(name)?.includes(licence), `${by} is not in the notices`);
  }
  for (const name of ['emscripten', 'llvm', 'micropython', 'musl', 'xsimd', 'xtensor', 'xtl']) {
    assert.match(licences.get(name) ?? '', /Copyright|Apache License/u, name);
  }
});

test('every described element is a class of manyheads/elements, with its tag', async () => {
  const elements = await importInstalled('manyheads/elements');
  await importInstalled('manyheads/elements/define');
  const defined = Object.values(elements).map((element) => customElements.getName(element));
  for (const tag of tags) {
    assert.ok(defined.includes(tag), `${tag} is missing in its room's index.ts`);
  }
});

test('custom-elements.json describes every element as it is', async () => {
  await importInstalled('manyheads/elements/define');
  const text = readFileSync(join(installed, packageJson.customElements), 'utf8');
  const { modules } = JSON.parse(text);

  assert.equal(packageJson.exports['./custom-elements.json'], packageJson.customElements);
  assert.deepEqual(
    modules.map(({ declarations }) => declarations[0].tagName).sort(),
    tags.toSorted(),
  );
  for (const { path, declarations, exports } of modules) {
    const [{ name, tagName, description, attributes, members, events }] = declarations;
    const { observedAttributes, prototype } = customElements.get(tagName);
    assert.ok(statSync(join(installed, path)).isFile(), path);
    assert.match(
      readFileSync(join(installed, path), 'utf8'),
      new RegExp(`\\b${name}\\b`, 'u'),
      path,
    );
    assert.ok(exports.every(({ declaration }) => declaration.module === path));
    assert.deepEqual(
      attributes.map((attribute) => attribute.name),
      observedAttributes.toSorted(),
    );
    assert.ok(description.length > 20, tagName);
    for (const attribute of attributes) {
      assert.ok(attribute.description, `${tagName} ${attribute.name}: attributes.md has no row`);
    }
    assert.equal(members.length > 0, 'state' in prototype, tagName);
    assert.equal(events.length > 0, members.length > 0, tagName);
  }
  const sandbox = modules.find(({ path }) => path === 'dist/elements-sandbox.js').declarations[0];
  const find = (name) => sandbox.attributes.find((attribute) => attribute.name === name);
  assert.deepEqual(find('causal').type, { text: 'boolean' });
  assert.equal(find('d-model').description, '1 to 256, a multiple of `heads`');
});

test('an attribute with its default in custom-elements.json changes nothing', async () => {
  await importInstalled('manyheads/elements/define');
  const { modules } = JSON.parse(readFileSync(join(installed, packageJson.customElements), 'utf8'));
  let checked = 0;
  for (const [{ tagName, attributes }] of modules.map(({ declarations }) => declarations)) {
    const { format } = customElements.get(tagName);
    for (const { name, default: usual } of format ? attributes : []) {
      const [, word, number] = /^`([\w. -]+)`$|^([\d.,]+)$/u.exec(usual ?? '') ?? [];
      if (!format.names.includes(name) || (word ?? number) === undefined) continue;
      const others = tagName === 'mh-sandbox' ? { weights: 'random' } : {}; // as any setting makes it
      const [given, start] = [{ ...others, [name]: word ?? number }, others].map((each) =>
        format.parse(each),
      );
      assert.deepEqual(given, start, `${tagName} ${name}=${usual}`);
      checked++;
    }
  }
  assert.ok(checked > 60, `${checked} defaults`);
});

test('ten lines of Node run attention', async () => {
  const printed = await runAsConsumer(`
    import { load } from 'manyheads';
    const engine = await load();
    const x = engine.embed(['The', 'cat', 'sat'], { dModel: 64 });
    const layer = engine.attention({ dModel: 64, numHeads: 4, seed: 7 });
    const { weights, output } = layer.trace(x, { causal: true });
    console.log(weights.shape, output.shape);
    const sums = engine.tensor.sum(weights, { axis: -1 });
    console.log(engine.tensor.allclose(sums, 1, { rtol: 1e-5 }));
    layer.dispose();
    console.log(engine.memory().handles);`);

  assert.equal(printed, '[ 4, 3, 3 ] [ 3, 64 ]\ntrue\n0\n');
});

describe("each of the README's Node examples runs by itself", () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, example]) => example);
  const printed = [
    /^\[ 4, 6, 6 \]\n0\.\d+\n$/,
    /^\[ 1, 64 \] 4\n$/,
    /^10\n80\n$/,
    /^true\ntrue\n0\n$/,
    /^$/,
    /^true\n\[ 4, 4 \]\n$/,
    /^true\n$/,
  ];

  test('all are known', () => assert.equal(examples.length, printed.length));
  for (const [at, example] of examples.entries()) {
    test(`example ${at + 1}`, async () => assert.match(await runAsConsumer(example), printed[at]));
  }
});

test('the elements can be imported where there is no browser', async () => {
  const printed = await runAsConsumer(`
    import 'manyheads/elements';
    import 'manyheads/elements/define';
    console.log('imported');`);

  assert.equal(printed, 'imported\n');
});

describe('a program that uses the whole contract compiles, strictly', () => {
  copyFileSync(join(import.meta.dirname, 'contract-fixture.ts'), join(consumer, 'fixture.mts'));
  const strict = [
    '--strict',
    '--noEmit',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    'false',
  ];
  const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];

  for (const [module, resolution] of [
    ['esnext', 'bundler'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
  ]) {
    test(`where modules are resolved as ${resolution} does`, async () => {
      const modules = ['--module', module, '--moduleResolution', resolution];
      const args = [...strict, ...target, ...modules, 'fixture.mts'];
      const tsc = join(repository, 'node_modules/.bin/tsc');

      const { stdout } = await runFile(tsc, args, { cwd: consumer }).catch((error) => error);

      assert.equal(stdout, '');
    });
  }
});
