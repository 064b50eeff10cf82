/** A tab of Chromium, and what is left in it after its garbage has been collected. */
import { chromium } from '@playwright/test';
import { launchOptions } from '../chromium.mjs';

export async function openTab(address) {
  const browser = await chromium.launch(launchOptions());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Performance.enable');
  await page.goto(address);
  return {
    page,
    errors,
    /** Finalizers need turns of their own, and what they let go of is collected at the next time. */
    async left() {
      for (let i = 0; i < 12; ++i) {
        await inspector.send('HeapProfiler.collectGarbage');
        await page.waitForTimeout(50);
      }
      const { metrics } = await inspector.send('Performance.getMetrics');
      const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
      return {
        heap: metric('JSHeapUsedSize'),
        nodes: metric('Nodes'),
        listeners: metric('JSEventListeners'),
        engine: await page.evaluate(async () => (await load()).memory()),
      };
    },
    close: () => browser.close(),
  };
}
