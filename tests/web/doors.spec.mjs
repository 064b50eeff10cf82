/** Elements that load by themselves: a door for each, and the autoloader. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { repository } from '../../emscripten/commands/run.mjs';
import { tags } from '../../emscripten/package/doors.mjs';
import { expect, test } from './fixtures.mjs';

const budget = JSON.parse(readFileSync(join(repository, 'emscripten/budget.json'), 'utf8'));

/** A page with these modules. */
const write = (host, { modules, body = '' }) =>
  host.write(
    'doors.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A course</title>
    ${modules.map((name) => `<script type="module" src="manyheads/elements-${name}.js"></script>`).join('')}
    <main>${body}</main></html>`,
  ).served;

/** The scripts that were fetched, by the name of their file, compressed as servers do it at best. */
async function fetchedScripts(requests) {
  const addresses = [...new Set(requests)].filter((address) => address.endsWith('.js'));
  const sizes = addresses.map(async (address) => {
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    return [address.slice(address.lastIndexOf('/') + 1), brotliCompressSync(bytes, { params })];
  });
  return (await Promise.all(sizes)).map(([name, { length }]) => ({ name, bytes: length }));
}

const isDefined = (page, tag) => page.evaluate((tag) => Boolean(customElements.get(tag)), tag);

for (const tag of tags) {
  test(`the door of <${tag}> has all that it draws with`, async ({ page, host }) => {
    const body = `<${tag} quiz="gqa-cache" expr="6 * 7">Its text.</${tag}>`;
    await page.goto(write(host, { modules: [tag.slice(3)], body }));
    const element = page.locator(tag);
    await expect(element.getByRole('button').first()).toBeVisible();

    // Whatever is drawn is registered, down through every shadow root.
    const undefinedTags = await element.evaluate((element) => {
      const below = (root) =>
        [...root.querySelectorAll('*')].flatMap((each) => [
          each,
          ...(each.shadowRoot ? below(each.shadowRoot) : []),
        ]);
      return below(element.shadowRoot)
        .map(({ localName }) => localName)
        .filter((name) => name.includes('-') && !customElements.get(name));
    });
    expect(undefinedTags).toEqual([]);
    for (const other of ['mh-sandbox', 'mh-interview'].filter((other) => other !== tag)) {
      expect(await isDefined(page, other), other).toBe(false);
    }
  });
}

test('the autoloader loads what is on the page, and later what is added', async ({
  page,
  host,
  requests,
}) => {
  const body = '<section><mh-shape-check></mh-shape-check></section>';
  await page.goto(write(host, { modules: ['autoload'], body }));
  await expect(page.locator('mh-shape-check').getByRole('textbox')).toBeVisible();
  expect(await isDefined(page, 'mh-quiz')).toBe(false);
  expect(
    requests.filter((address) => /(parts|elements)-(quiz|sandbox|steps)/u.test(address)),
  ).toEqual([]);

  await page.evaluate(() => {
    const added = document.createElement('div');
    added.innerHTML = '<p><mh-quiz quiz="gqa-cache"></mh-quiz></p>';
    document.querySelector('main').append(added);
  });
  await expect(page.locator('mh-quiz').getByRole('button').first()).toBeVisible();
  expect(await isDefined(page, 'mh-sandbox')).toBe(false);
});

test('a failed fetch of an element is tried again at the next one', async ({
  page,
  host,
  complaints,
}) => {
  const address = write(host, { modules: ['autoload'] });
  await page.route(/elements-shape-check/u, (route) => route.abort());
  await page.goto(address);
  const add = () =>
    page.evaluate(() => document.body.append(document.createElement('mh-shape-check')));
  await add();
  await expect.poll(() => complaints.length).toBeGreaterThan(1); // the network's and the import's
  await page.unroute(/elements-shape-check/u);
  complaints.splice(0);

  await add();

  await expect(page.locator('mh-shape-check').last().getByRole('textbox')).toBeVisible();
});

test('doors, the autoloader and all elements together share one engine and one language', async ({
  page,
  host,
  requests,
}) => {
  const body = '<mh-quiz quiz="gqa-cache"></mh-quiz><mh-shape-check></mh-shape-check>';
  await page.goto(write(host, { modules: ['quiz', 'autoload', 'define'], body }));
  await expect(page.locator('mh-quiz').getByRole('button').first()).toBeVisible();
  await expect(page.locator('mh-shape-check').getByRole('textbox')).toBeVisible();

  expect(requests.filter((address) => address.endsWith('.wasm'))).toHaveLength(1);
  await page.evaluate(async () => (await import('./manyheads/elements-quiz.js')).speak('de'));
  for (const tag of ['mh-quiz', 'mh-shape-check']) {
    await expect(page.locator(`${tag} .box`)).toHaveAttribute('lang', 'de');
  }
});

test('the door with all inlined changes the language of its own elements', async ({
  page,
  host,
}) => {
  const { served } = host.write(
    'single.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A course</title>
    <h1 id="manyheads">A name that is a global variable too</h1>
    <script type="module">
      import { configure, speak } from './manyheads/elements-single.js';
      configure({ workers: 'files/' });
      await speak('de');
    </script>
    <mh-quiz quiz="gqa-cache"></mh-quiz></html>`,
  );
  await page.goto(served);

  await expect(page.locator('mh-quiz .box')).toHaveAttribute('lang', 'de');
});

for (const [name, { bytes, requests: most }] of Object.entries(budget.doors)) {
  test(`${name} fetches at most ${bytes} bytes of script`, async ({ page, host, requests }) => {
    await page.goto(write(host, { modules: [name], body: `<mh-${name}></mh-${name}>` }));
    await expect(page.locator(`mh-${name}`).getByRole('button').first()).toBeVisible();
    await page.waitForLoadState('networkidle');

    const content = ['index.js', 'lesson-weights.js', 'quizzes.js'];
    const scripts = (await fetchedScripts(requests)).filter(({ name }) => !content.includes(name));
    const sum = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(sum, JSON.stringify(scripts)).toBeLessThanOrEqual(bytes);
    expect(scripts.length, JSON.stringify(scripts)).toBeLessThanOrEqual(most);
    expect(scripts.length).toBeGreaterThan(2);
  });
}

for (const name of ['define', 'autoload']) {
  const { requests: most, ...limit } = budget[name];
  const bytes = limit.bytes ?? limit.bytesPerElement * tags.length;
  test(`${name} alone fetches at most ${bytes} bytes of script`, async ({
    page,
    host,
    requests,
  }) => {
    await page.goto(write(host, { modules: [name] }));
    await page.waitForLoadState('networkidle');

    const scripts = (await fetchedScripts(requests)).filter(({ name }) => name !== 'index.js');
    const sum = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(sum, JSON.stringify(scripts)).toBeLessThanOrEqual(bytes);
    expect(scripts.length, JSON.stringify(scripts)).toBeLessThanOrEqual(most);
    expect(await isDefined(page, 'mh-sandbox')).toBe(name === 'define');
  });
}

test(`the list of labs fetches at most ${budget.start} bytes of script`, async ({
  page,
  site,
  requests,
}) => {
  await page.goto(`${site}#labs`);
  await page.waitForLoadState('networkidle');

  const scripts = await fetchedScripts(requests);
  const sum = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(sum, JSON.stringify(scripts)).toBeLessThanOrEqual(budget.start);
  expect(scripts.length).toBeGreaterThan(1);
});
