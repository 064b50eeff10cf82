import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { repository } from '../../emscripten/commands/run.mjs';
import { serve } from '../../emscripten/commands/serve.mjs';
import { installed } from '../package/installed.mjs';
import { KeptContext } from './kept-context.mjs';

delete process.env.PORT; // each worker serves at the next one that is free

export { expect };

/** A context whose pages report breaches of their own policy on the console. */
async function openContext(browser) {
  const context = await browser.newContext(); // with the options of the test
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  return new KeptContext(context);
}

/**
 * A picture of each page of a test that failed, and what it had then, which the log keeps as another
 * error. Playwright's own way costs every test 0.15 s.
 */
async function recordPages(browser, testInfo) {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const records = [];
  for (const [i, page] of pages.entries()) {
    const path = testInfo.outputPath(`failed-${i + 1}.png`);
    records.push(await describePage(page));
    await page.screenshot({ path, timeout: 5000 }).then(
      () => testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' }),
      () => records.push('(no picture: the page does not answer)'),
    );
  }
  throw new Error(`the pages of the test that failed:\n${records.join('\n')}`);
}

/** Whether a page still draws, and what in it can be used or is announced. */
async function describePage(page) {
  const drawing = page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => done('draws'));
        setTimeout(() => done('draws no frame'), 2000);
      }),
  );
  const state = await Promise.race([drawing.catch(() => 'is gone'), wait(4000, 'is busy')]);
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout: 3000 })
    .catch(() => '');
  const shown = tree
    .split('\n')
    .filter((line) => /^\s*- (?:alert|button|log|radio|status)/u.test(line));
  return [`${page.url()} ${state}`, ...shown.slice(0, 80)].join('\n');
}

/**
 * Every test runs under watch: an error on the console or in a script, a breach of a page's own
 * policy, or a request to another host makes it fail.
 */
export const test = base.extend({
  /** The address of dist-site/ as `npm start` serves it. */
  site: [
    async ({}, use) => {
      await use(await serve(join(repository, 'dist-site')));
    },
    { scope: 'worker' },
  ],

  /** The one file, as it opens from a USB stick. */
  singleFile: pathToFileURL(join(repository, 'dist-site/manyheads.html')).href,

  /** Someone else's pages, beside the packed dist/ as `manyheads` and the site as `site`. */
  host: [
    async ({}, use, { parallelIndex }) => {
      const folder = join(repository, `build/web-hosts/${parallelIndex}`);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      symlinkSync(join(installed, 'dist'), join(folder, 'manyheads'));
      symlinkSync(join(repository, 'dist-site'), join(folder, 'site'));
      writeFileSync(join(folder, 'favicon.ico'), ''); // browsers ask for it unasked
      const address = await serve(folder);
      await use({
        folder,
        address,
        /** @return the addresses of the page, from the server and from the disk */
        write(name, html) {
          writeFileSync(join(folder, name), html);
          return { served: address + name, file: pathToFileURL(join(folder, name)).href };
        },
      });
    },
    { scope: 'worker' },
  ],

  /** The contexts of a worker, by their options. */
  keptContexts: [
    async ({}, use) => {
      const kept = new Map();
      await use(kept);
      for (const { context } of kept.values()) await context.close();
    },
    { scope: 'worker' },
  ],

  /** Tests with the same options share one. Every option that a test sets has to be named here. */
  context: async (
    {
      browser,
      keptContexts,
      viewport,
      colorScheme,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      serviceWorkers,
    },
    use,
    testInfo,
  ) => {
    const media = { viewport, colorScheme };
    const kind = JSON.stringify([media, hasTouch, isMobile, javaScriptEnabled, serviceWorkers]);
    const kept = keptContexts.get(kind) ?? (await openContext(browser));
    keptContexts.set(kind, kept);
    await use(kept.context);
    if (testInfo.status !== testInfo.expectedStatus) await recordPages(browser, testInfo);
    else if (!(await kept.empty(media))) keptContexts.delete(kind);
  },

  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()));
  },

  /** The requested addresses, without those of data that the page itself contains. */
  requests: async ({ context }, use) => {
    const addresses = [];
    context.on('request', (request) => {
      if (!/^(data|blob):/u.test(request.url())) addresses.push(request.url());
    });
    await use(addresses);
  },

  /** What went wrong; a test that provokes an error takes it out. */
  complaints: [
    async ({ context, requests }, use) => {
      const complaints = [];
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
      });
      context.on('weberror', (error) => complaints.push(`script: ${error.error().message}`));

      await use(complaints);

      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !/^(http:\/\/localhost:|file:)/u.test(url))).toEqual([]);
    },
    { auto: true },
  ],
});
