/** `manyheads/worker` in a browser. */
import { serve } from '../../emscripten/commands/serve.mjs';
import { engine } from './computed.mjs';
import { expect, test } from './fixtures.mjs';

const strict = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval';
  require-trusted-types-for 'script'; trusted-types manyheads-worker`;
const write = (host, policy = '') =>
  host.write(
    'worker.html',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A worker</title>${policy}</html>`,
  ).served;

/** Loads the door from this address, trains a little and computes. */
const compute = async (address) => {
  const { load } = await import(address);
  const engine = await load();
  const layer = await engine.attention({ dModel: 8, numHeads: 2 });
  const x = await engine.embed(['I', 'love', 'learning'], { dModel: 8 });
  const { data } = await layer.forward(x, { causal: true });
  const trainer = await engine.trainer({ task: 'relations', numHeads: 4 });
  const steps = [];
  for await (const { step } of trainer.steps({ count: 4, every: 2 })) steps.push(step);
  engine.terminate();
  const { code } = await layer.forward(x).catch((error) => error);
  return { data: [...data], steps, code };
};

function expected() {
  const layer = engine.attention({ dModel: 8, numHeads: 2 });
  const x = engine.embed(['I', 'love', 'learning'], { dModel: 8 });
  const { data } = layer.forward(x, { causal: true });
  layer.dispose();
  return { data: [...data], steps: [2, 4], code: 'disposed' };
}

test('an engine in a worker computes, trains and ends, on a strict page', async ({
  page,
  host,
  requests,
}) => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${strict}">`;
  await page.goto(write(host, policy));

  expect(await page.evaluate(compute, `${host.address}manyheads/worker.js`)).toEqual(expected());
  expect(requests.filter((address) => address.endsWith('.wasm'))).toHaveLength(1);
  await expect.poll(() => page.workers().length).toBe(0);
});

test('its script may come from another origin', async ({ page, host }) => {
  const cdn = await serve(host.folder, { 'Access-Control-Allow-Origin': '*' });
  await page.goto(write(host));

  expect(await page.evaluate(compute, `${cdn}manyheads/worker.js`)).toEqual(expected());
});

test('workers from another origin share one blob', async ({ page, host }) => {
  const cdn = await serve(host.folder, { 'Access-Control-Allow-Origin': '*' });
  await page.goto(write(host));

  const blobs = await page.evaluate(async (address) => {
    const create = URL.createObjectURL;
    let count = 0;
    URL.createObjectURL = (blob) => {
      count += 1;
      return create(blob);
    };
    const { load } = await import(address);
    for (let i = 0; i < 3; ++i) (await load()).terminate();
    return count;
  }, `${cdn}manyheads/worker.js`);

  expect(blobs).toBe(1);
});

test('a script that is not there is an error with its address', async ({ page, host }) => {
  await page.route('**/engine-worker.js', (route) => route.fulfill({ status: 404 }));
  await page.goto(write(host));

  const message = await page.evaluate(async (address) => {
    const { load } = await import(address);
    return load().catch((error) => error.message);
  }, `${host.address}manyheads/worker.js`);

  expect(message).toContain('engine-worker.js could not be started');
});

test('an empty script is an error once it had time to answer', async ({ page, host }) => {
  await page.clock.install();
  await page.route('**/engine-worker.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto(write(host));
  const started = page.waitForEvent('worker');
  await page.evaluate(async (address) => {
    const { load } = await import(address);
    globalThis.message = 'none';
    load().catch((error) => (globalThis.message = `${error.name}: ${error.message}`));
  }, `${host.address}manyheads/worker.js`);
  const message = () => page.evaluate(() => globalThis.message);
  await started;

  await page.clock.fastForward(119_000);
  expect(await message()).toBe('none');
  await page.clock.fastForward(2_000);

  expect(await message()).toMatch(
    /^ManyheadsError: the worker ended: .*engine-worker.js did not answer within 120/u,
  );
});

test('an element that only uses a worker starts no engine in the page', async ({ page, host }) => {
  await page.addInitScript(() => {
    window.started = [];
    for (const name of ['instantiate', 'instantiateStreaming']) {
      const before = WebAssembly[name];
      WebAssembly[name] = (...args) => {
        window.started.push(name);
        return before(...args);
      };
    }
  });
  const { served } = host.write(
    'training-alone.html',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A bench</title>
    <script type="module" src="manyheads/elements-training.js"></script>
    <mh-training pace="all" steps="4"></mh-training></html>`,
  );
  await page.goto(served);
  const training = page.locator('mh-training');
  await training.getByRole('radio', { name: 'only A', exact: true }).check();
  await training.getByRole('button', { name: 'Run both', exact: true }).click();
  await expect(training.getByRole('button', { name: 'Run again', exact: true })).toBeVisible();

  expect(await page.evaluate(() => window.started)).toEqual([]);
});
