import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { expectRejection } from './expect-error.mjs';
import { engine, importInstalled, installed, manyheads, runAsConsumer } from './installed.mjs';

const { load } = manyheads;
const file = join(installed, 'dist/manyheads.wasm');
const bytes = readFileSync(file);

const assertWorks = ({ tensor }) =>
  assert.deepEqual(tensor.toNested(tensor.add([1, 2], 1)), [2, 3]);

test('load() gives one shared engine', async () => {
  assert.equal(await load(), engine);
  assert.equal(await load({}), engine);
  assert.equal(await load({ wasm: undefined }), engine);
});

test('two calls at once share one engine', async () => {
  const [one, other] = await Promise.all([load(), load()]);

  assert.equal(one, other);
});

test('the engine needs no FinalizationRegistry, which older edge servers lack', async () => {
  const printed = await runAsConsumer(`
    delete globalThis.FinalizationRegistry;
    const { load } = await import('manyheads');
    const layer = (await load()).attention({ dModel: 8, numHeads: 2 });
    layer.dispose();
    console.log(layer.disposed, (await load()).memory().handles);`);

  assert.equal(printed, 'true 0\n');
});

test('loadModule compiles what load starts, once', async () => {
  const module = await manyheads.loadModule();

  assert.ok(module instanceof WebAssembly.Module);
  assert.equal(module, engine.module);
  assert.equal(await manyheads.loadModule({}), module);
  assertWorks(await load({ wasm: module }));
  await expectRejection(() => manyheads.loadModule({ wasm: 8 }), { is: 'ConfigError' });
});

test('where a bundler has left import.meta empty, the file is looked for beside the page', async () => {
  const script = readFileSync(join(installed, 'dist/index.js'), 'utf8');
  const plain = await import(
    `data:text/javascript,${encodeURIComponent(script.replaceAll('import.meta', '({})'))}`
  );

  const error = await plain.load().catch((reason) => reason);

  assert.equal(error.name, 'ManyheadsError');
  assert.match(error.message, /^load: \.\/manyheads\.wasm could not be fetched .*load\(\{ wasm/u);
});

test('the door with the inlined .wasm needs no file', async () => {
  const single = await importInstalled('manyheads/single');

  assertWorks(await single.load());
});

test('the inlined .wasm also loads where jsdom has put its own Blob in place of Node’s', async () => {
  const printed = await runAsConsumer(`
    globalThis.Blob = class Blob {};
    const { load } = await import('manyheads');
    console.log((await load()).version);`);

  assert.equal(printed, `${engine.version}\n`);
});

test('an error that nobody catches prints no line of the inlined .wasm or of a minified file', async () => {
  for (const door of ['manyheads/single', 'manyheads/worker']) {
    const program = `import { load } from '${door}'; await (await load()).attention({});`;

    const error = await runAsConsumer(program).catch((reason) => reason);

    assert.match(error.stderr, /ConfigError/u);
    assert.ok(error.stderr.length < 5000, `${door}: ${error.stderr.length} characters`);
  }
});

const arrayBuffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
for (const [what, wasm] of Object.entries({
  'a Uint8Array': new Uint8Array(arrayBuffer),
  'a Buffer': bytes,
  'an ArrayBuffer': arrayBuffer,
  'a WebAssembly.Module': new WebAssembly.Module(bytes),
  'the URL of a file': pathToFileURL(file),
  'the URL of a file as a string': pathToFileURL(file).href,
  'a Response': () => new Response(bytes, { headers: { 'content-type': 'application/wasm' } }),
  'a promise of bytes': () => Promise.resolve(bytes),
  'a promise of a Response': () => Promise.resolve(new Response(bytes)),
  'a data: URL': `data:application/wasm;base64,${bytes.toString('base64')}`,
})) {
  test(`load({ wasm }) takes ${what} and gives an engine of its own`, async () => {
    const own = await load({ wasm: typeof wasm === 'function' ? wasm() : wasm });

    assertWorks(own);
    assert.notEqual(own, engine);
  });
}

/** The same bytes in objects of another realm, as a frame or Jest passes them. */
const realm = createContext({ numbers: [...bytes] });
for (const [what, code] of Object.entries({
  'a Uint8Array': 'Uint8Array.from(numbers)',
  'an ArrayBuffer': 'Uint8Array.from(numbers).buffer',
  'a WebAssembly.Module': 'new WebAssembly.Module(Uint8Array.from(numbers))',
  'a promise of a module': 'WebAssembly.compile(Uint8Array.from(numbers))',
  'a promise of bytes': 'Promise.resolve(Uint8Array.from(numbers))',
})) {
  test(`load({ wasm }) takes ${what} of another realm`, async () => {
    assertWorks(await load({ wasm: runInContext(code, realm) }));
  });
}

/** A Response of another class, as a frame has, or a package for old versions of Node. */
function foreignResponse(body, options) {
  const own = new Response(body, options);
  const { ok, status, url, headers } = own;
  const arrayBuffer = () => own.arrayBuffer();
  return { ok, status, url, headers, arrayBuffer, [Symbol.toStringTag]: 'Response' };
}

test('load({ wasm }) takes a Response of another realm', async () => {
  const answer = foreignResponse(bytes, { headers: { 'content-type': 'application/wasm' } });
  assert.ok(!(answer instanceof Response));

  assertWorks(await load({ wasm: answer }));
  await expectRejection(() => load({ wasm: foreignResponse('', { status: 404 }) }), {
    is: 'ManyheadsError',
    says: 'answered 404',
  });
});

test('a checkpoint may be an ArrayBuffer of another realm', () => {
  const original = engine.attention({ dModel: 4, numHeads: 2 });
  const saved = original.save();
  original.dispose();
  realm.saved = [...saved];
  const buffer = runInContext('Uint8Array.from(saved).buffer', realm);
  assert.ok(!(buffer instanceof ArrayBuffer));

  const layer = engine.attentionFromCheckpoint(buffer, { layer: 0 });

  assert.deepEqual(layer.save(), saved);
  layer.dispose();
});

test('load refuses what only calls itself a promise or bytes', async () => {
  for (const name of ['Promise', 'ArrayBuffer', 'Uint8Array']) {
    const wasm = { [Symbol.toStringTag]: name };
    await expectRejection(() => load({ wasm }), { is: 'ConfigError', field: 'wasm' });
  }
});

test('load says that a buffer that was given away is empty', () => {
  const wasm = new ArrayBuffer(8);
  structuredClone(wasm, { transfer: [wasm] });

  return expectRejection(() => load({ wasm }), { is: 'ManyheadsError', says: 'it is empty' });
});

test('load refuses a promise of anything but a .wasm', () =>
  expectRejection(() => load({ wasm: Promise.resolve(8) }), { is: 'ConfigError', field: 'wasm' }));

test('a Response with an error status is named with that status', () =>
  expectRejection(() => load({ wasm: new Response('', { status: 404 }) }), {
    is: 'ManyheadsError',
    says: ['answered 404'],
  }));

test('an error of one door is an instance of the classes of the other', async () => {
  const single = await importInstalled('manyheads/single');
  const { attention } = await single.load();
  const catchError = (config) => {
    try {
      return attention(config);
    } catch (error) {
      return error;
    }
  };
  const error = catchError({ dModel: 4 });

  assert.ok(error instanceof manyheads.ConfigError);
  assert.ok(error instanceof manyheads.ManyheadsError);
  assert.ok(!(error instanceof manyheads.ShapeError));
  assert.ok(!(new TypeError() instanceof manyheads.ManyheadsError));
  class OwnError extends manyheads.ConfigError {}
  assert.ok(new OwnError('', '') instanceof OwnError);
  assert.ok(!(error instanceof OwnError));
});

test('errors have a code that programs can rely on', () => {
  const { ConfigError, DisposedError, FormatError, ManyheadsError } = manyheads;
  const { OutOfMemoryError, ShapeError, UnsupportedError } = manyheads;

  assert.deepEqual(
    [ConfigError, DisposedError, FormatError, OutOfMemoryError, ShapeError, UnsupportedError].map(
      (kind) => new kind('').code,
    ),
    ['config', 'disposed', 'format', 'out-of-memory', 'shape', 'unsupported'],
  );
  assert.equal(new ManyheadsError('').code, 'failed');
});

test('the module of an engine makes another engine without compiling', async () => {
  assert.ok(engine.module instanceof WebAssembly.Module);
  const other = await load({ wasm: engine.module });

  assertWorks(other);
  assert.equal(other.module, engine.module);
});

test('engines count their own handles', async () => {
  const other = await load({ wasm: bytes });
  const layer = other.attention({ dModel: 4, numHeads: 2 });

  assert.equal(other.memory().handles, 1);
  assert.equal(engine.memory().handles, 0);
  layer.dispose();
});

for (const wasm of [null, 8, true, {}, [], Symbol('wasm'), () => bytes, new Float32Array(4)]) {
  test(`load refuses ${typeof wasm} ${Object.prototype.toString.call(wasm)} as wasm`, () =>
    expectRejection(() => load({ wasm }), {
      is: 'ConfigError',
      field: 'wasm',
      says: ['wasm is', 'wanted a URL, bytes or a WebAssembly.Module'],
    }));
}

test('load refuses an unknown key and names it', () =>
  expectRejection(() => load({ url: 'x' }), {
    is: 'ConfigError',
    field: 'url',
    says: ["unknown key 'url'", 'wasm'],
  }));

test('load refuses options that are not an object', () =>
  expectRejection(() => load('manyheads.wasm'), {
    is: 'ConfigError',
    field: 'options',
    says: "'manyheads.wasm'",
  }));

const text = (string) => new TextEncoder().encode(string);
for (const [what, wasm, says] of [
  ['an HTML page', text('<!doctype html><title>Not found</title>'), ['3c 21 64 6f', 'HTML page']],
  ['an HTML page after a line break', text('\n\n<html></html>'), ['0a 0a', 'HTML page']],
  ['text', text('{"error": 404}'), ['7b 22', 'not WebAssembly']],
  ['no bytes', new Uint8Array(), ['it is empty']],
  ['the first half of the file', bytes.subarray(0, bytes.length / 2), ['does not compile']],
  ['the first five bytes', bytes.subarray(0, 5), ['does not compile']],
]) {
  test(`load says what is wrong with ${what}`, () =>
    expectRejection(() => load({ wasm }), { is: 'ManyheadsError', says }));
}

test('load looks for a page in the first hundred bytes', async () => {
  const messageAfter = (spaces) =>
    load({ wasm: text(`${' '.repeat(spaces)}<html>`) }).catch(({ message }) => message);

  assert.match(await messageAfter(99), /an HTML page/u);
  assert.doesNotMatch(await messageAfter(100), /an HTML page/u);
});

test("load refuses another program's module", () => {
  const empty = new WebAssembly.Module(bytes.subarray(0, 8));

  return expectRejection(() => load({ wasm: empty }), {
    is: 'ManyheadsError',
    says: 'does not start',
  });
});

test('load names a file that is not there', () =>
  expectRejection(() => load({ wasm: pathToFileURL('/nowhere/manyheads.wasm') }), {
    is: 'ManyheadsError',
    says: ['file:///nowhere/manyheads.wasm', 'no such file', 'load({ wasm })'],
  }));

test('load names an invalid address', () =>
  expectRejection(() => load({ wasm: 'manyheads.wasm' }), {
    is: 'ManyheadsError',
    says: ['manyheads.wasm could not be fetched', 'Invalid URL'],
  }));

/** A server that stops after `parts`: what it has sent, or nothing at all. */
async function stalled(parts) {
  const server = createServer((_, response) => {
    if (parts.length === 0) return;
    response.writeHead(200, { 'content-type': 'application/wasm' });
    for (const part of parts) response.write(part);
  });
  await new Promise((listening) => server.listen(0, listening));
  const asked = once(server, 'request');
  const url = `http://localhost:${server.address().port}/manyheads.wasm`;
  const end = () => (server.closeAllConnections(), server.close());
  return { url, asked, end };
}

for (const [what, parts, seconds] of [
  ['never answers', [], 20],
  ['stops in the middle of the file', [bytes.subarray(0, 1000)], 120],
]) {
  test(`load gives up on a server that ${what}, and says when`, async (context) => {
    const { url, asked, end } = await stalled(parts);
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const loading = load({ wasm: url });
    const refused = assert.rejects(loading, {
      name: 'ManyheadsError',
      message: `load: ${url} did not come within ${seconds} seconds. Try again`,
    });
    await asked;
    for (let i = 0; i < 100; ++i) await new Promise((turn) => setImmediate(turn)); // it has begun
    context.mock.timers.tick(1000 * seconds);
    await refused;
    end();
  });
}

test(
  'a file with one wrong bit is an error or works, wherever the bit is',
  { timeout: 120_000 },
  async () => {
    let [state, refusals] = [12, 0];
    const next = (most) => (state = (state * 48271) % 2147483647) % most;
    for (let i = 0; i < 150; ++i) {
      const damaged = Uint8Array.from(bytes);
      damaged[next(damaged.length)] ^= 1 << next(8);
      try {
        await load({ wasm: damaged });
      } catch ({ name, message }) {
        assert.equal(name, 'ManyheadsError', message);
        assert.match(message, /^load: .*(?:does not compile|damaged|is not WebAssembly)/su);
        refusals += 1;
      }
    }
    assert.ok(refusals > 10, String(refusals));
  },
);

test('after all failures the shared engine still works', async () => assertWorks(await load()));

test('without memory for another engine, load is an OutOfMemoryError', async (context) => {
  const reason = new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate');
  context.mock.method(WebAssembly, 'instantiate', () => Promise.reject(reason));

  await expectRejection(() => load({ wasm: engine.module }), {
    is: 'OutOfMemoryError',
    says: 'no memory for another engine',
    code: 'out-of-memory',
  });
});
