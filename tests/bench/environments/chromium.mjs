/** Headless Chromium: rows are measured in a page, on its main thread. */
import { chromium } from '@playwright/test';
import { launchOptions } from '../../chromium.mjs';
import { pin } from './pinning.mjs';

export const openBrowser = () => chromium.launch(launchOptions());

export async function openChromium({ address }) {
  const browser = await openBrowser();
  return {
    name: 'Chromium',
    kind: 'wasm',
    version: browser.version(),
    measure: (row, settings) => measureInPage(browser, address, row, settings),
    close: () => browser.close(),
  };
}

/** A context of its own is a process of its own, as for Node. */
async function measureInPage(browser, address, row, settings) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const failed = new Promise((_, reject) => page.once('pageerror', reject));
  const measured = async () => {
    await page.goto(`${address}measure.html`);
    await page.waitForFunction(() => 'measureRow' in globalThis, null, { timeout: 60_000 });
    await pinRenderers(browser);
    return page.evaluate(
      ([row, settings]) => globalThis.measureRow(row, settings),
      [row, settings],
    );
  };
  try {
    return await Promise.race([measured(), failed]);
  } finally {
    await context.close();
  }
}

async function pinRenderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  for (const { type, id } of processInfo) if (type === 'renderer') pin(id);
  await session.detach();
}
