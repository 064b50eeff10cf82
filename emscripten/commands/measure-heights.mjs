/**
 * `npm run measure:heights`: measures every element and every chapter of the built site at three
 * widths and writes web/lesson/heights.json. The site reserves these heights until an element is
 * there, so that nothing moves. Run it after a figure or a chapter has changed. With ids of pages or
 * chapters, `-- softmax kv-cache`, it measures these and keeps the heights of the others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../../tests/chromium.mjs';
import { repository } from './run.mjs';
import { serve } from './serve.mjs';

const widths = [360, 768, 1280];
const height = 900;
/** In ms: how long an element may take. */
const patience = 10_000;

/**
 * Scrolls through a page, so that all its elements are loaded.
 *
 * @param place  a page, or a chapter of one
 * @return the heights of the elements in it, and its own, by id
 */
async function measure(page, place) {
  await page.goto('about:blank'); // of the same page only the hash would change, and nothing load
  await page.goto(`${site}#${place}`, { waitUntil: 'networkidle' });
  const bottom = () => page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < (await bottom()); top += height) {
    await page.evaluate((top) => scrollTo(0, top), top);
    await page.waitForTimeout(300);
  }
  const wanted = { place, patience };
  return page.evaluate(async ({ place, patience }) => {
    const shown = [...document.querySelectorAll('main [id]')].filter(
      (element) =>
        document.getElementById(place).contains(element) &&
        (element.localName.startsWith('mh-') || element.matches('.chapter')) &&
        element.checkVisibility(),
    );
    const start = performance.now();
    const elements = shown.filter((element) => !element.matches('.chapter'));
    const isReady = () => elements.every((element) => element.hasAttribute('data-ready'));
    while (!isReady() && performance.now() - start < patience) {
      await new Promise((done) => setTimeout(done, 100));
    }
    return shown.map((element) => {
      if (!element.matches(':defined')) return [element.id, null];
      element.setAttribute('data-ready', ''); // a few elements do not say when they are there
      return [element.id, Math.ceil(element.getBoundingClientRect().height)];
    });
  }, wanted);
}

const file = join(repository, 'web/lesson/heights.json');
const wanted = process.argv.slice(2);
const site = await serve(join(repository, 'dist-site'));
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage();
await page.goto(`${site}lesson.html`);
const ids = (selector) => page.locator(selector).evaluateAll((all) => all.map(({ id }) => id));
const places = wanted.length ? wanted : await ids('section.page');
const known = await ids('section.page, .chapter');
const unknown = places.filter((place) => !known.includes(place));
if (unknown.length) {
  console.error(
    `No page or chapter is called ${unknown.join(', ')}. There are ${known.join(', ')}.`,
  );
  process.exit(1);
}
const heights = wanted.length ? JSON.parse(readFileSync(file, 'utf8')) : {};
for (const [column, width] of widths.entries()) {
  await page.setViewportSize({ width, height });
  for (const place of places) {
    const measured = await measure(page, place);
    for (const [id, pixels] of measured) {
      if (pixels === null) console.warn(`${id} did not come, at ${width} px`);
      else (heights[id] ??= widths.map(() => 0))[column] = pixels;
    }
    console.log(`${place}, ${width} px wide: ${measured.length} measured`);
  }
}
await browser.close();
const lines = Object.entries(heights).map(([id, row]) => `  "${id}": [${row.join(', ')}]`);
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
console.log(`${lines.length} elements`);
process.exit(); // the server would go on
