/** Chromium as the other browser tests start it. */
import { chromium } from '@playwright/test';
import { launchOptions } from '../chromium.mjs';

export async function startChromium() {
  const browser = await chromium.launch(launchOptions());
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  return {
    version: browser.version(),
    goto: (url) => page.goto(url),
    click: ({ x, y }) => page.mouse.click(x, y),
    async press(list) {
      for (const key of list) await page.keyboard.press(key === ' ' ? 'Space' : key);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
