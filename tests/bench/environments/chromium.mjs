/** Headless Chromium: rows are measured in a page, on its main thread. */
import { chromium } from '@playwright/test';
import { findChromium } from '../../../emscripten/commands/setup.mjs';
import { pin } from './pinning.mjs';

export const openBrowser = () =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

export async function openChromium({ address }) {
  const browser = await openBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const failures = [];
  page.on('pageerror', (error) => failures.push(error));
  await page.goto(`${address}measure.html`);
  await page
    .waitForFunction(() => 'measureRow' in globalThis, null, { timeout: 60_000 })
    .catch((error) => {
      throw failures[0] ?? error;
    });
  await pinRenderers(browser);
  return {
    name: 'Chromium',
    kind: 'wasm',
    version: browser.version(),
    measure: (row, settings) =>
      page.evaluate(([row, settings]) => globalThis.measureRow(row, settings), [row, settings]),
    close: () => browser.close(),
  };
}

async function pinRenderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  for (const { type, id } of processInfo) if (type === 'renderer') pin(id);
  await session.detach();
}
