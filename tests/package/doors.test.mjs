/** Each door has the exports that its types promise, in Node and in its file for browsers. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { tags } from '../../emscripten/package/doors.mjs';
import { importInstalled, installed, manyheads, packageJson, runAsConsumer } from './installed.mjs';

const names = [...tags.map((tag) => tag.replace('mh-', '')), 'autoload', 'single'];

/** The files of each door by its name: `types`, `default`, for most also `node`. */
const doors = Object.entries(packageJson.exports)
  .filter(([, files]) => typeof files === 'object')
  .flatMap(([door, files]) =>
    door.endsWith('*')
      ? names.map((name) => [
          door.replace('*', name),
          Object.fromEntries(
            Object.entries(files).map(([on, file]) => [on, file.replace('*', name)]),
          ),
        ])
      : [[door, files]],
  );
const modules = doors.filter(([, files]) => files.default.endsWith('.js'));

/** What embed.html takes from the autoloader, and, with shortened names, files that load later. */
const isInternal = (name) => /^(descriptions|loadElement|[\w$]{1,2})$/u.test(name);

const full = (file) => join(installed, file);
const program = ts.createProgram(
  modules.flatMap(([, files]) => [full(files.types), full(files.default)]),
  {
    allowJs: true,
    noLib: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    maxNodeModuleJsDepth: 9,
  },
);
const checker = program.getTypeChecker();

/** The names of the values that a file exports; types are none. */
function exportsOf(file) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(full(file)));
  return (module ? checker.getExportsOfModule(module) : [])
    .filter((symbol) => {
      const isAlias = symbol.flags & ts.SymbolFlags.Alias;
      const meant = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      const isType = symbol.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration);
      return meant.flags & ts.SymbolFlags.Value && !isType;
    })
    .map(({ name }) => name)
    .sort();
}

describe('types promise what there is, in Node and in browsers', () => {
  for (const [door, files] of modules) {
    test(door, async () => {
      const promised = exportsOf(files.types);
      const inNode = Object.keys(await importInstalled(join(packageJson.name, door))).sort();

      for (const found of [inNode, exportsOf(files.default)]) {
        assert.deepEqual(
          found.filter((name) => promised.includes(name) || !isInternal(name)),
          promised,
        );
      }
    });
  }
});

test('classes of a door are those that are defined', async () => {
  const { BugMuseum } = await importInstalled('manyheads/elements/bug-museum');

  assert.equal(customElements.getName(BugMuseum), 'mh-bug-museum');
});

test('a server may configure the elements that it defines', async () => {
  const printed = await runAsConsumer(`
    import { configure, speak } from 'manyheads/elements/autoload';
    configure({ workers: '/files/' });
    await speak('de');
    console.log(customElements.getName((await import('manyheads/elements/quiz')).Quiz));`);

  assert.equal(printed, 'mh-quiz\n');
});

test('a server’s bundle may run the elements before what they extend there', async () => {
  const printed = await runAsConsumer(`
    const { Quiz } = await import('./node_modules/manyheads/dist/elements.js');
    await import('manyheads/elements/quiz');
    console.log(customElements.getName(Quiz));`);

  assert.equal(printed, 'mh-quiz\n');
});

test('every file that a door may name is there, and no other one can be opened', () => {
  for (const file of doors.flatMap(([, files]) => Object.values(files))) {
    assert.ok(statSync(full(file)).isFile(), file);
  }
  const possible = readdirSync(full('dist')).flatMap((file) => {
    const [, name] = /^(?:elements|node)-([\w-]+)\.(?:d\.ts|js)$/u.exec(file) ?? [];
    return name === undefined ? [] : [`./elements/${name}`];
  });
  const known = new Set(doors.map(([door]) => door));
  assert.deepEqual(
    possible.filter((door) => !known.has(door)),
    [],
  );
  assert.ok(possible.length > 3 * tags.length);
  assert.ok(existsSync(full('dist/dom-in-node.js')));
});

for (const name of ['dom', 'node', 'attributes', 'elements', 'define-node']) {
  test(`manyheads/elements/${name} is no door`, () =>
    assert.rejects(
      runAsConsumer(`import 'manyheads/elements/${name}';`),
      /ERR_MODULE_NOT_FOUND|ERR_PACKAGE_PATH_NOT_EXPORTED/u,
    ));
}

describe('configure refuses with an error that has a code and names the setting', () => {
  for (const [settings, field, type] of [
    ['/', '0', 'String'],
    [{ worker: '/files/' }, 'worker', 'String'],
    [{ toString: '/files/' }, 'toString', 'String'],
    [{ workers: 8 }, 'workers', 'Number'],
    [{ workers: null }, 'workers', 'Null'],
    [{ workers: { href: '/files/' } }, 'workers', 'Object'],
    [{ wasm: 8 }, 'wasm', 'Number'],
    [{ wasm: {} }, 'wasm', 'Object'],
    [{ wasm: () => '/files/' }, 'wasm', 'Function'],
  ]) {
    test(`${field}: ${JSON.stringify(settings)}`, async () => {
      const { configure } = await importInstalled('manyheads/elements');
      const message = `configure takes no '${field}' of type ${type}`;

      const wanted = { name: 'ConfigError', code: 'config', field, message };
      assert.throws(() => configure(settings), wanted);
      assert.throws(() => configure(settings), manyheads.ConfigError);
    });
  }

  test('what is right is taken, also from another realm', async () => {
    const { configure } = await importInstalled('manyheads/elements');

    for (const nothing of [undefined, null, {}, { wasm: undefined }]) configure(nothing);
    configure({ workers: new URL('file:///files/') });
    configure({ wasm: runInNewContext('Promise.resolve()') });
  });
});
