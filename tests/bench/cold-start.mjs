/**
 * Cold start in Chromium: from the first line of script to the first result of the lesson's layer,
 * each time in a fresh context, whose caches are empty. Pages take turns.
 */
import { coldPages, floorPage } from './cold/pages.mjs';
import { openBrowser } from './environments/chromium.mjs';
import { largestError } from './reference.mjs';
import { summary } from './timing.mjs';

export async function measureColdStart(address, rounds) {
  const browser = await openBrowser();
  try {
    const times = Object.fromEntries(coldPages.map((page) => [page, []]));
    for (let round = 0; round < rounds; round++) {
      const outputs = {};
      for (const page of coldPages) {
        const { ms, output } = await openOnce(browser, `${address}cold-${page}.html`);
        times[page].push(ms);
        outputs[page] = output;
      }
      for (const [page, output] of Object.entries(outputs)) {
        const error = largestError(output, outputs[floorPage]);
        if (!(error < 1e-5))
          throw new Error(`cold start: ${page} is wrong: relative error ${error}`);
      }
    }
    return Object.fromEntries(coldPages.map((page) => [page, summary(times[page])]));
  } finally {
    await browser.close();
  }
}

async function openOnce(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => 'finished' in globalThis);
  const finished = await page.evaluate(() => globalThis.finished);
  await context.close();
  return finished;
}
