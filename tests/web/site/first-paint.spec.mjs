import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { expect, test } from '../fixtures.mjs';
import { headings, parts, places } from '../pages.mjs';
import { expectShiftsBelow, observeShifts } from './layout-shifts.mjs';

/** Of a window and of a phone. */
const viewports = [
  [1280, 900],
  [360, 740],
];

/** A second after all is there; a page without elements has no more to come. */
async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
}

for (const [width, height] of viewports) {
  test(`nothing moves on any page while it loads, ${width} px wide`, async ({ browser, site }) => {
    test.setTimeout(240_000); // every page is opened anew, and waited for
    const open = async (place) => {
      const context = await browser.newContext({ viewport: { width, height } });
      const page = await context.newPage();
      await observeShifts(page);
      await page.goto(`${site}#${place}`);
      await settle(page);
      expect(await page.evaluate(() => scrollY), place).toBe(0); // the bar is in view
      await expectShiftsBelow(0.02, page, place);
      await context.close();
    };
    for (let i = 0; i < places.length; i += 2) await Promise.all(places.slice(i, i + 2).map(open));
  });
}

/** The site at an address where the text of the lesson pauses after each of these, as on a slow network. */
async function serveWithPauses(site, texts) {
  const html = readFileSync(join(repository, 'dist-site/index.html'), 'utf8');
  const server = createServer(async ({ url }, response) => {
    if (url !== '/') {
      const file = await fetch(new URL(url, site));
      response.writeHead(file.status, { 'Content-Type': file.headers.get('Content-Type') });
      response.end(Buffer.from(await file.arrayBuffer()));
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    let sent = 0;
    for (const text of texts) {
      const end = html.indexOf(text, sent) + text.length;
      expect(end, text).toBeGreaterThanOrEqual(sent + text.length);
      response.write(html.slice(sent, end));
      sent = end;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    response.end(html.slice(sent));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

for (const [width, height] of viewports) {
  test(`nothing moves while the text of the lesson still comes, ${width} px wide`, async ({
    page,
    site,
  }) => {
    const texts = ['class="question">', '<aside class="tldr"', '</aside>', '</p>', 'One attention'];
    const slow = await serveWithPauses(site, [...texts, '<mh-heads', '</mh-heads>', '<h3']);
    await page.setViewportSize({ width, height });
    await observeShifts(page);

    await page.goto(slow.address);
    await settle(page);

    await expect(page.locator('.tldr').first()).toBeVisible();
    await expectShiftsBelow(0.02, page);
    slow.close();
  });
}

test('the page in the address is painted first, before any module loads', async ({
  page,
  site,
  complaints,
}) => {
  await page.route(/\/assets\/.*\.js$/u, (route) => route.abort());
  for (const place of ['sandbox', 'quizzes?quiz-set=1', 'nowhere', '']) {
    await page.goto(`${site}#${place}`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(headings[place.split('?')[0]] ?? headings[parts[0].id]);
  }
  complaints.splice(0); // of the modules that could not be loaded
});

test('the list of labs fetches nothing that it does not show', async ({ page, site, requests }) => {
  await page.goto(`${site}#labs`);
  await settle(page);

  const names = requests.map((address) => address.replace(site, '').replace('#labs', ''));
  const parts =
    /^(|pages\/labs\.html|assets\/[\w-]+\.css|assets\/(index|base|preload-helper|rolldown-runtime)-[\w-]+\.js)$/u;
  expect(names.filter((name) => !parts.test(name))).toEqual([]);
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => !name.endsWith('/pages/labs.html')) // what one came for
      .map(({ decodedBodySize }) => decodedBodySize),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
});

test('a page fetches what its own elements need, and a later one the rest', async ({
  page,
  site,
  requests,
}) => {
  const fetched = (name) => requests.filter((address) => address.includes(name)).length;
  await page.goto(`${site}#shapes`);
  await expect(page.locator('#shape-1').getByRole('textbox')).toBeVisible();
  await settle(page);
  expect(
    ['manyheads.wasm', 'quizzes-', 'questions-', 'collection-', '/parts-'].map(fetched),
  ).toEqual([...[1, 0, 0, 0, 0]]);

  await page.goto(`${site}#interview`);
  await expect(page.locator('#main-interview').getByRole('button').first()).toBeVisible();
  expect(['manyheads.wasm', 'questions-', 'quizzes-'].map(fetched)).toEqual([1, 1, 0]);
});

test('an element far below loads nothing until one comes near it', async ({
  page,
  host,
  requests,
}) => {
  const { served } = host.write(
    'far.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Course</title>
    <script type="module" src="manyheads/elements-define.js"></script>
    <main style="padding-top: 5000px"><mh-shape-check>A check.</mh-shape-check></main></html>`,
  );
  const wasm = () => requests.filter((address) => address.endsWith('.wasm'));
  await page.goto(served);
  await settle(page);
  expect(wasm()).toEqual([]);

  await page.mouse.wheel(0, 4500);
  await expect(page.getByRole('textbox')).toBeVisible();
  expect(wasm()).toHaveLength(1);
});
