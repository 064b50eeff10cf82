/** The browsers' door, dist/index.js, which fetches the .wasm from a server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { installed } from './installed.mjs';

const bytes = readFileSync(join(installed, 'dist/manyheads.wasm'));
const { load, ManyheadsError } = await import(pathToFileURL(join(installed, 'dist/index.js')));

const page = '<!doctype html><title>Home</title>';
const answers = {
  '/right.wasm': [200, 'application/wasm', bytes],
  '/parameter.wasm': [200, 'application/wasm; charset=binary', bytes],
  '/octets.wasm': [200, 'application/octet-stream', bytes],
  '/text.wasm': [200, 'text/plain', bytes],
  '/page.wasm': [200, 'text/html', page],
  '/.cache/deps/manyheads.wasm': [200, 'text/html', page],
  '/page-as-wasm.wasm': [200, 'application/wasm', page],
  '/half.wasm': [200, 'application/wasm', bytes.subarray(0, 1000)],
  '/missing.wasm': [404, 'text/html', page],
  '/broken.wasm': [500, 'text/plain', 'oops'],
};

let origin;
const server = createServer((request, response) => {
  if (request.url === '/cut.wasm') {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': bytes.length });
    response.write(bytes.subarray(0, 1000), () => response.destroy());
    return;
  }
  const [status, type, body] = answers[request.url];
  response.writeHead(status, { 'content-type': type }).end(body);
});
before(
  () =>
    new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        origin = `http://127.0.0.1:${server.address().port}`;
        resolve();
      }),
    ),
);
after(() => server.close());

for (const path of ['/right.wasm', '/parameter.wasm', '/octets.wasm', '/text.wasm']) {
  test(`load works with the content type ${answers[path][1]}`, async () => {
    const engine = await load({ wasm: new URL(path, origin) });

    assert.deepEqual([...engine.tensor.arange(3).data], [0, 1, 2]);
  });
}

for (const [path, says] of [
  ['/page.wasm', ['3c 21', 'HTML page']],
  ['/.cache/deps/manyheads.wasm', "Vite: optimizeDeps.exclude: ['manyheads']"],
  ['/page-as-wasm.wasm', 'does not compile'],
  ['/half.wasm', 'does not compile'],
  ['/cut.wasm', 'does not compile'],
  ['/missing.wasm', 'answered 404'],
  ['/broken.wasm', 'answered 500'],
]) {
  test(`load names the address of ${path.slice(1)} and says: ${says}`, async () => {
    const url = `${origin}${path}`;

    const error = await load({ wasm: url }).catch((reason) => reason);

    assert.ok(error instanceof ManyheadsError, String(error));
    for (const text of [url, says].flat()) assert.ok(error.message.includes(text), error.message);
  });
}

test('load names a server that does not answer', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const url = `http://127.0.0.1:${closed.address().port}/manyheads.wasm`;
  await new Promise((resolve) => closed.close(resolve));

  const error = await load({ wasm: url }).catch((reason) => reason);

  assert.ok(error instanceof ManyheadsError);
  assert.match(error.message, /could not be fetched.*ECONNREFUSED/);
});

test('without options the .wasm beside the module is fetched', async () => {
  const engine = await load();

  assert.equal(engine, await load());
  assert.deepEqual([...engine.tensor.ones([2]).data], [1, 1]);
});
