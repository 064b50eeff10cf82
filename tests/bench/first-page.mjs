/**
 * How long the lesson's first page takes until its figure answers, in a fresh context of Chromium at
 * the width of a phone, at full speed and with a processor that is four times slower. The floor is the
 * same page without its modules.
 */
import { join } from 'node:path';
import { repository } from '../../emscripten/commands/run.mjs';
import { serve } from '../../emscripten/commands/serve.mjs';
import { openBrowser } from './environments/chromium.mjs';
import { summary } from './timing.mjs';

export const slowdowns = [1, 4];
const viewport = { width: 360, height: 740 };

/** @return for each slowdown, the ms until the figure answers, and until the floor is drawn */
export async function measureFirstPage(rounds) {
  const address = await serve(join(repository, 'dist-site'));
  const browser = await openBrowser();
  try {
    const results = [];
    for (const slowdown of slowdowns) {
      const times = { figure: [], floor: [] };
      for (let round = 0; round < rounds; round++) {
        for (const kind of ['figure', 'floor']) {
          times[kind].push(await openOnce(browser, address, slowdown, kind === 'floor'));
        }
      }
      results.push({ slowdown, figure: summary(times.figure), floor: summary(times.floor) });
    }
    return results;
  } finally {
    await browser.close();
  }
}

/** A binding reports the time, since waiting in the page would take part in what is measured. */
async function openOnce(browser, address, rate, isFloor) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  if (isFloor) await page.route(/\/assets\/.*\.js$/u, (route) => route.abort());
  const devTools = await context.newCDPSession(page);
  await devTools.send('Page.enable');
  await devTools.send('Runtime.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
  await devTools.send('Runtime.addBinding', { name: 'report' });
  const source = isFloor
    ? "addEventListener('load', () => requestAnimationFrame(() => report(String(performance.now()))))"
    : "addEventListener('mh-ready', () => report(String(performance.now())), { once: true })";
  await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source });
  const reported = new Promise((resolve) =>
    devTools.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload))),
  );
  await devTools.send('Page.navigate', { url: address });
  const ms = await reported;
  await context.close();
  return ms;
}
