/** The package's files in other places than next to the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../emscripten/commands/serve.mjs';
import { installed } from '../package/installed.mjs';
import { expectElementsWork, pageWith } from './expect-elements.mjs';
import { expect, test as base } from './fixtures.mjs';

const test = base.extend({
  /** A server as a CDN is: all pages may read its files. Serves the host's folder too. */
  cdn: [
    async ({ host }, use) => use(await serve(host.folder, { 'Access-Control-Allow-Origin': '*' })),
    { scope: 'worker' },
  ],
});

const define = (address) => `<script type="module" src="${address}"></script>`;

test('modules of another origin work, with their workers', async ({ page, host, cdn }) => {
  const script = define(`${cdn}manyheads/elements-define.js`);
  await page.goto(host.write('cdn.html', pageWith(script)).served);

  await expectElementsWork(page);
});

test('a sandboxed frame works, with its workers', async ({ page, host, cdn }) => {
  host.write('inner.html', pageWith(define('manyheads/elements-define.js')));
  const frame = `<iframe sandbox="allow-scripts" src="${cdn}inner.html" width="900" height="900">`;
  await page.goto(host.write('outer.html', pageWith('', frame)).served);

  await expectElementsWork(page.frameLocator('iframe'));
});

test('a sandboxed frame works with the plain scripts, also if no page may read the server’s files', async ({
  page,
  host,
}) => {
  const plain = ['manyheads-cells.iife.js', 'manyheads.iife.js'];
  const scripts = plain.map((name) => `<script src="manyheads/${name}"></script>`).join('');
  const { served } = host.write('plain-inner.html', pageWith(scripts));
  const frame = `<iframe sandbox="allow-scripts" src="${served}" width="900" height="900"></iframe>`;
  await page.goto(host.write('plain-outer.html', pageWith('', frame)).served);
  const inner = page.frameLocator('iframe');
  expect(await inner.locator('html').evaluate(() => globalThis.origin)).toBe('null');

  await expectElementsWork(inner);
});

/** Answers for the core with another type, as servers send it that do not know .wasm. */
const wasmAs = (page, contentType, body = readFileSync(join(installed, 'dist/manyheads.wasm'))) =>
  page.route('**/manyheads.wasm', (route) => route.fulfill({ body, contentType }));

for (const type of ['text/plain', 'application/octet-stream', 'text/html']) {
  test(`the core may be served as ${type}`, async ({ page, host }) => {
    await wasmAs(page, type);
    await page.goto(host.write('type.html', pageWith('', '')).served);

    const sum = await page.evaluate(async () => {
      const { tensor } = await (await import('./manyheads/index.js')).load();
      return tensor.toNested(tensor.add([1, 2], 1));
    });

    expect(sum).toEqual([2, 3]);
  });
}

test('a page in place of the core is a typed error that names the address', async ({
  page,
  host,
}) => {
  await wasmAs(page, 'text/html', '<!doctype html><title>Not here</title>');
  await page.goto(host.write('no-core.html', pageWith('', '')).served);

  const error = await page.evaluate(async () => {
    const { load, ManyheadsError } = await import('./manyheads/index.js');
    const error = await load().catch((reason) => reason);
    return { isOurs: error instanceof ManyheadsError, code: error.code, message: error.message };
  });

  expect(error).toMatchObject({ isOurs: true, code: 'failed' });
  expect(error.message).toContain(`${host.address}manyheads/manyheads.wasm is not WebAssembly`);
  expect(error.message).toContain('an HTML page');
});

test('with configure, all files come from where the page says, and are compiled once', async ({
  page,
  host,
  requests,
}) => {
  await page.route('**/elsewhere/**', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1);
    return route.fulfill({
      body: readFileSync(join(installed, 'dist', name)),
      contentType: name.endsWith('.js') ? 'text/javascript' : 'application/wasm',
    });
  });
  const script = `<script type="module">
    import { configure } from './manyheads/elements.js';
    import './manyheads/elements-define.js';
    configure({ wasm: new URL('elsewhere/core/manyheads.wasm', location), workers: 'elsewhere/workers' });
  </script>`;
  await page.goto(host.write('configured.html', pageWith(script)).served);

  await expectElementsWork(page);
  const asked = requests.map((address) => new URL(address).pathname);
  expect(asked.filter((path) => /-worker\.js$|\.wasm$/u.test(path)).sort()).toEqual([
    '/elsewhere/core/manyheads.wasm', // also for training
    // Python has another origin, which takes no compiled module.
    ...['manyheads.wasm', 'micropython.wasm', 'python-worker.js', 'training-worker.js'].map(
      (name) => `/elsewhere/workers/${name}`,
    ),
  ]);
});

test('a plain script has the engine, configure and speak in one global variable', async ({
  page,
  host,
}) => {
  const { file } = host.write(
    'global.html',
    pageWith('<script src="manyheads/manyheads.iife.js"></script>', ''),
  );
  await page.goto(file);

  const sum = await page.evaluate(async () => {
    const { tensor } = await manyheads.load();
    return tensor.toNested(tensor.add([1, 2], 1));
  });
  expect(sum).toEqual([2, 3]);
  expect(await page.evaluate(() => typeof manyheads.configure + typeof manyheads.speak)).toBe(
    'functionfunction',
  );
});
