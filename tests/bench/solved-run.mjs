/** How long a page's worker trains until its task is solved, in a fresh page of Chromium. */
import { openBrowser } from './environments/chromium.mjs';
import { summary } from './timing.mjs';

/** @return the ms of the runs, their median and best, and each run's seed, ms and steps */
export async function measureSolvedRuns(address) {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const failed = new Promise((_, reject) => page.once('pageerror', reject));
    const measured = async () => {
      await page.goto(`${address}solved-run.html`);
      await page.waitForFunction(() => 'solvedRuns' in globalThis, null, { timeout: 60_000 });
      return page.evaluate(() => globalThis.solvedRuns);
    };
    const runs = await Promise.race([measured(), failed]);
    const unsolved = runs.find(({ solved }) => !solved);
    if (unsolved) throw new Error(`training from seed ${unsolved.seed} is not solved`);
    return { runs, ...summary(runs.map(({ ms }) => ms)) };
  } finally {
    await browser.close();
  }
}
