import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { engine } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, expectMapsOf, recordEvents, sandboxIn } from '../sandbox/sandbox-page.mjs';

/** Someone else's page, with a strict policy and styles of its own. */
const three = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'self'; style-src 'self' 'unsafe-inline';
        script-src 'self' 'wasm-unsafe-eval'"
    />
    <title>A course</title>
    <style>
      * { box-sizing: content-box; letter-spacing: 1px; }
      p, li, button { color: red !important; margin: 30px; font: 30px cursive; }
      :root { --mh-ink: red; }
    </style>
    <script type="module" src="manyheads/elements-define.js"></script>
  </head>
  <body>
    <div style="width: 300px">
      <mh-sandbox id="a" tokens="The cat sat" heads="2"><p>A picture of it.</p></mh-sandbox>
    </div>
    <div style="width: 600px">
      <mh-sandbox id="b" tokens="I love deep learning" seed="3"></mh-sandbox>
    </div>
    <div style="width: 1100px">
      <mh-sandbox id="c" causal heads="8" d-model="64"></mh-sandbox>
    </div>
  </body>
</html>`;
const settings = {
  a: { tokens: ['The', 'cat', 'sat'], heads: 2 },
  b: { tokens: ['I', 'love', 'deep', 'learning'], seed: 3 },
  c: { causal: true, heads: 8, dModel: 64 },
};

async function openThree(page, host) {
  await recordEvents(page);
  await page.goto(host.write('three.html', three).served);
  for (const id of ['a', 'b', 'c']) {
    await expect(page.locator(`#${id} .caption`)).toBeVisible();
  }
  return (id) => sandboxIn(page.locator(`#${id}`));
}

test('three sandboxes on a strict page share one engine', async ({ page, host, requests }) => {
  await openThree(page, host);

  expect(requests.filter((address) => address.endsWith('.wasm'))).toHaveLength(1);
  await expect(page.locator(':not(:defined)')).toHaveCount(0);
  await expectMapsOf(page.locator('#b'), settings.b);
  await expectMapsOf(page.locator('#c'), settings.c);
});

for (const [id, width] of [
  ['a', 300],
  ['b', 600],
  ['c', 1100],
]) {
  test(`a sandbox keeps to its container of ${width} px`, async ({ page, host }) => {
    await openThree(page, host);
    const box = await page.locator(`#${id}`).boundingBox();
    expect(box.width).toBe(width);

    const inside = await page
      .locator(`#${id}`)
      .locator('h3, button:not([role]), legend, .caption, mh-heat-map [role=grid]')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.checkVisibility())
          .map((part) => ({ right: part.getBoundingClientRect().right, part: part.outerHTML })),
      );
    for (const { right, part } of inside) expect(right, part).toBeLessThanOrEqual(8 + width + 1);
  });
}

test('changing one sandbox does not change the others', async ({ page, host }) => {
  const sandbox = await openThree(page, host);
  await sandbox('a').guess('0').check();
  await sandbox('a').button('Make them the same').click();
  await expect(sandbox('a').toggle('Make all heads the same')).toBeChecked();

  await expect(sandbox('b').toggle('Make all heads the same')).not.toBeChecked();
  await expect(sandbox('b').prediction).toContainText('Predict first.');
  await expectMapsOf(page.locator('#b'), settings.b);
  await expectMapsOf(page.locator('#c'), settings.c);
});

test('the styles of the page do not reach into the figure', async ({ page, host }) => {
  const sandbox = await openThree(page, host);

  await expect(sandbox('c').button('Reset')).toHaveCSS('margin', '0px');
  await expect(sandbox('c').button('Reset')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
});

test('each element fires mh-ready once', async ({ page, host }) => {
  await openThree(page, host);
  const ready = await eventsOf(page, 'mh-ready');

  expect(ready.map(({ target }) => target).sort()).toEqual(['a', 'b', 'c']);
  for (const { detail } of ready) {
    expect(detail).toEqual({ version: 1, element: 'mh-sandbox', engine: engine.version });
  }
});

test('a script that starts after mh-ready finds isReady', async ({ page, host }) => {
  const tags = ['mh-sandbox', 'mh-quick-check', 'mh-quiz-set', 'mh-interview', 'mh-bug-museum'];
  await recordEvents(page);
  await page.goto(
    host.write(
      'late.html',
      `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A course</title>
      <script type="module" src="manyheads/elements-autoload.js"></script>
      ${tags.map((tag) => `<${tag}></${tag}>`).join('')}</html>`,
    ).served,
  );
  await expect.poll(async () => (await eventsOf(page, 'mh-ready')).length).toBe(tags.length);

  const isReady = (tags) => tags.map((tag) => document.querySelector(tag).isReady);
  expect(await page.evaluate(isReady, tags)).toEqual(tags.map(() => true));
  expect(await page.evaluate(() => document.createElement('mh-sandbox').isReady)).toBe(false);
});

test('what a server has drawn into the shadow root is replaced', async ({ page, host }) => {
  await page.goto(
    host.write(
      'drawn.html',
      `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A course</title>
      <script type="module" src="manyheads/elements-quick-check.js"></script>
      <mh-quick-check><template shadowrootmode="open"><p>From the server</p></template></mh-quick-check>
      </html>`,
    ).served,
  );
  const check = page.locator('mh-quick-check');
  await expect(check.getByRole('heading')).toBeVisible();

  await expect(check.getByText('From the server')).toHaveCount(0);
});

test('the event of a change has the whole state', async ({ page, host }) => {
  const sandbox = await openThree(page, host);
  await sandbox('b').cell(1, 3, 0).click();
  const { detail } = (await eventsOf(page, 'mh-state')).at(-1);
  expect(detail).toMatchObject({ version: 1, element: 'mh-sandbox', id: 'b' });
  expect(detail.state).toMatchObject({ seed: 3, query: 3, head: 1, key: 0 });

  await page.locator('#c').evaluate((element, state) => (element.state = state), detail.state);

  await expectMapsOf(page.locator('#c'), settings.b);
  expect(await page.locator('#c').evaluate(({ state }) => state)).toEqual(
    await page.locator('#b').evaluate(({ state }) => state),
  );
});

test('an attribute can be changed later', async ({ page, host }) => {
  await openThree(page, host);
  await page.locator('#c').evaluate((element) => {
    element.setAttribute('tokens', 'one two');
    element.removeAttribute('causal');
  });

  await expectMapsOf(page.locator('#c'), { tokens: ['one', 'two'], heads: 8, dModel: 64 });
});

test('a sandbox that is removed and added again still works', async ({ page, host }) => {
  const sandbox = await openThree(page, host);
  await page.locator('#c').evaluate((element) => {
    const { parentElement } = element;
    element.remove();
    parentElement.append(element);
  });
  await sandbox('c').word(3).click();
  await expect(sandbox('c').word(3)).toBeChecked();
  await sandbox('c').button('Reset').click();

  await expectMapsOf(page.locator('#c'), settings.c);
});

test('without WebAssembly the content of the element is shown, with the reason', async ({
  page,
  host,
}) => {
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(host.write('three.html', three).served);
  const first = page.locator('#a');

  await expect(first.getByRole('alert')).toContainText('it needs WebAssembly');
  await expect(page.getByText('A picture of it.')).toBeVisible();
});

test('a missing .wasm is named, and trying again works', async ({ page, host, complaints }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto(host.write('three.html', three).served);
  const alert = page.locator('#b').getByRole('alert');
  await expect(alert).toContainText('manyheads.wasm');
  expect(complaints.splice(0).join()).toContain('404');

  await page.unroute('**/*.wasm');
  await alert.getByRole('button', { name: 'Try again' }).click();

  await expectMapsOf(page.locator('#b'), settings.b);
});

test('a .wasm that never arrives times out, and trying again works', async ({ page, host }) => {
  await page.clock.install();
  let asked = 0;
  await page.route('**/manyheads.wasm', (route) => {
    if (++asked > 1) return route.continue(); // the first request is never answered
  });
  await page.goto(host.write('three.html', three).served);
  const second = page.locator('#b');
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(1000);
  await expect(second.getByRole('status')).toContainText('Loading');

  await page.clock.runFor(20_000);

  const alert = second.getByRole('alert');
  await expect(alert).toContainText('did not come within 20 seconds');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expectMapsOf(second, settings.b);
  expect(asked).toBe(2);
});

test('defining the elements twice does no harm', async ({ page, host }) => {
  const { served } = host.write(
    'twice.html',
    `<!doctype html><title>Twice</title>
    <script src="manyheads/manyheads.iife.js"></script>
    <script src="manyheads/manyheads.iife.js"></script>
    <script type="module" src="manyheads/elements-define.js"></script>
    <mh-sandbox tokens="The cat sat" heads="2"></mh-sandbox>`,
  );
  await page.goto(served);

  await expectMapsOf(page, settings.a);
});

test('the plain script works in a page from the disk', async ({ page, host, requests }) => {
  const { file } = host.write(
    'disk.html',
    `<!doctype html><title>Disk</title><script src="manyheads/manyheads.iife.js"></script>
    <mh-sandbox tokens="The cat sat" heads="2"></mh-sandbox>
    <mh-quick-check></mh-quick-check><mh-shape-check></mh-shape-check>`,
  );
  await page.goto(file);

  await expectMapsOf(page, settings.a);
  await expect(page.getByText(/What is d\shead\?/u)).toBeVisible();
  expect(requests).toEqual([file, new URL('manyheads/manyheads.iife.js', file).href]);
});

test('the plain script shows apostrophes on a page without an encoding', async ({ page, host }) => {
  const { file } = host.write(
    'no-charset.html',
    `<!doctype html><title>Disk</title><script src="manyheads/manyheads.iife.js"></script>
    <mh-sandbox tokens="The cat sat" heads="2"></mh-sandbox>`,
  );
  await page.goto(file);

  expect(await page.evaluate(() => document.characterSet)).toBe('windows-1252');
  await expect(page.locator('mh-sandbox')).toContainText('share of a query’s attention');
});

/** The pages that the README shows, taken from it. */
const shown = Array.from(
  readFileSync(join(repository, 'README.md'), 'utf8').matchAll(/```html\n(.*?)```/gsu),
  ([, html]) => `<!doctype html><html lang="en"><title>README</title><body>${html}</body></html>`,
);
const elementPage = shown.find((html) => html.includes('<mh-sandbox'));
const enginePage = shown.find((html) => html.includes('await load()'));

test('the README’s page with an element works with the packed files', async ({ page, host }) => {
  await page.goto(host.write('element.html', elementPage).served);

  await expectMapsOf(page.locator('mh-sandbox'), settings.a);
});

test('the README’s ten lines run attention in a page', async ({ page, host }) => {
  await page.goto(host.write('engine.html', enginePage).served);

  const layer = engine.attention({ dModel: 8, numHeads: 2 });
  const x = engine.embed(['I', 'love', 'deep', 'learning'], { dModel: 8 });
  const wanted = engine.tensor.toNested(layer.forward(x));
  await expect(page.locator('body')).toContainText(JSON.stringify(wanted));
});
