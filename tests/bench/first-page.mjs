/**
 * How long the lesson's first page takes until its figure answers and is drawn, in a fresh context of
 * Chromium at the width of a phone, at full speed and with a processor that is four times slower. The
 * floor is the same page without scripts.
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../emscripten/commands/run.mjs';
import { serve } from '../../emscripten/commands/serve.mjs';
import { openBrowser } from './environments/chromium.mjs';
import { summary } from './timing.mjs';

export const slowdowns = [1, 4];
const viewport = { width: 360, height: 740 };

/** @return for each slowdown, the ms until the figure answers, and until the floor is drawn */
export async function measureFirstPage(rounds) {
  const site = join(repository, 'dist-site');
  const floor = withoutScripts(site);
  const addresses = { figure: await serve(site), floor: await serve(floor) };
  const browser = await openBrowser();
  try {
    const results = [];
    for (const slowdown of slowdowns) {
      const times = { figure: [], floor: [] };
      for (let round = 0; round < rounds; round++) {
        for (const kind of ['figure', 'floor']) {
          times[kind].push(await openOnce(browser, addresses[kind], slowdown, kind === 'floor'));
        }
      }
      results.push({ slowdown, figure: summary(times.figure), floor: summary(times.floor) });
    }
    return results;
  } finally {
    await browser.close();
    rmSync(floor, { recursive: true });
  }
}

/** A folder with the same page. Refusing each request for a script would take time itself. */
function withoutScripts(site) {
  const folder = mkdtempSync(join(tmpdir(), 'first-page-'));
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  const scripts =
    /<script\b[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>|<noscript>.*?<\/noscript>/gu;
  const shown = html.replace(scripts, '').replace('<html ', '<html class="scripted from-top" ');
  writeFileSync(join(folder, 'index.html'), shown);
  symlinkSync(join(site, 'assets'), join(folder, 'assets'));
  return folder;
}

/** The time counts only if the figure does answer: without head 1 another word sat. */
async function expectAnswer(page) {
  const figure = page.locator('#chapter-heads');
  const answer = figure.locator('.answers dd').nth(1);
  const before = await answer.textContent();
  await figure.locator('.heads button').nth(1).click();
  await answer.filter({ hasNotText: before }).waitFor();
}

/** A binding reports the time, since waiting in the page would take part in what is measured. */
async function openOnce(browser, address, rate, isFloor) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Page.enable');
  await devTools.send('Runtime.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
  await devTools.send('Runtime.addBinding', { name: 'report' });
  const source = `addEventListener('${isFloor ? 'load' : 'mh-ready'}', () =>
    requestAnimationFrame(() => setTimeout(() => report(String(performance.now())))), { once: true })`;
  await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source });
  const reported = new Promise((resolve) =>
    devTools.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload))),
  );
  await devTools.send('Page.navigate', { url: address });
  const ms = await reported;
  if (!isFloor) await expectAnswer(page);
  await context.close();
  return ms;
}
