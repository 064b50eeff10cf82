/**
 * A page with 200 sandboxes, in a fresh context of Chromium: how long until the first one answers, and
 * for how long the page is blocked at most meanwhile and in the second after it.
 */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../emscripten/commands/run.mjs';
import { serve } from '../../emscripten/commands/serve.mjs';
import { openBrowser } from './environments/chromium.mjs';
import { summary } from './timing.mjs';

const crowd = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A crowd</title>
  <script>
    longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask', buffered: true });
    first = new Promise((resolve) =>
      addEventListener('mh-ready', () => requestAnimationFrame(() =>
        setTimeout(() => resolve(performance.now()))), { once: true }));
  </script>
  <script type="module" src="manyheads/elements-define.js"></script>
  ${'<mh-sandbox></mh-sandbox>'.repeat(200)}</html>`;

/** @return ms until the first answers, and of the longest block */
export async function measureCrowd(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'crowd-'));
  symlinkSync(join(repository, 'dist'), join(folder, 'manyheads'));
  writeFileSync(join(folder, 'index.html'), crowd);
  const address = await serve(folder);
  const browser = await openBrowser();
  const times = { first: [], longest: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(address);
      times.first.push(await page.evaluate(() => first));
      await page.waitForTimeout(1000);
      times.longest.push(await page.evaluate(() => longest));
      await context.close();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
  return { first: summary(times.first), longest: summary(times.longest) };
}
