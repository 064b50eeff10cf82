import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';

/** Opens the panel. Its numbers are rough: a row takes 1 ms where that can be, not 1.2 s. */
async function openPanel(page, address, rowTime = 1) {
  await page.goto(`${address}#speed`);
  const panel = page.locator('mh-speed');
  await page.evaluate(() => customElements.whenDefined('mh-speed').then(() => {}));
  await panel.evaluate((element, rowTime) => (element.rowTime = rowTime), rowTime);
  const button = (name) => panel.getByRole('button', { name, exact: true });
  return {
    panel,
    start: button('Start'),
    cancel: button('Cancel'),
    again: button('Measure again'),
    copyText: button('Copy as text'),
    copyJson: button('Copy as JSON'),
    progress: panel.getByRole('progressbar'),
    status: panel.getByRole('status').first(),
    rows: panel.getByRole('table').locator('tbody tr'),
    results: () => panel.evaluate((element) => element.last.rows),
  };
}

/** Slow enough to be caught in the act. */
const unhurried = 1200;

function expectSpeeds(results) {
  expect(results.length).toBeGreaterThanOrEqual(8);
  for (const { median, best, work, runs } of results) {
    for (const number of [median, best, work, runs]) {
      expect(Number.isFinite(number) && number > 0, String(number)).toBe(true);
    }
    expect(best).toBeLessThanOrEqual(median);
  }
}

test('nothing is measured before the reader asks', async ({ page, site, requests }) => {
  const { panel, start } = await openPanel(page, site);
  await expect(start).toBeVisible();

  expect(page.workers()).toEqual([]);
  await expect(panel).not.toContainText('%', { useInnerText: true });
  expect(requests.filter((url) => url.includes('worker'))).toEqual([]);
});

test('a worker measures every row, and is gone when it is done', async ({
  page,
  site,
  requests,
}) => {
  const { start, again, rows, results } = await openPanel(page, site);
  const worker = page.waitForEvent('worker');
  await start.click();
  expect((await worker).url()).toMatch(/^http:\/\/localhost.*measuring-worker/u);
  await expect(again).toBeVisible();

  expectSpeeds(await results());
  expect((await rows.allInnerTexts()).filter((text) => text.includes('–'))).toEqual([]);
  await expect.poll(() => page.workers().length).toBe(0);
  expect(requests.filter((url) => url.endsWith('.wasm')).length).toBeLessThanOrEqual(2);
});

test('it measures on another site’s page too', async ({ page, host }) => {
  const { served } = host.write(
    'speed.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A course</title>
    <script type="module" src="manyheads/elements-speed.js"></script>
    <mh-speed row-time="1"></mh-speed></html>`,
  );
  const { start, again, results } = await openPanel(page, served);
  await start.click();
  await expect(again).toBeVisible();

  expectSpeeds(await results());
});

test('the plain script contains its worker', async ({ page, host }) => {
  const { file } = host.write(
    'speed-script.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A course</title>
    <mh-speed row-time="1"></mh-speed><script src="manyheads/manyheads.iife.js"></script></html>`,
  );
  const { start, again, results } = await openPanel(page, file);
  await start.click();
  await expect(again).toBeVisible();

  expectSpeeds(await results());
});

test('each layer shows its share of the fastest run', async ({ page, site }) => {
  const { start, again, rows, results } = await openPanel(page, site);
  await start.click();
  await expect(again).toBeVisible();

  const measured = await results();
  const layers = measured.filter(({ subject }) => subject.kind === 'layer');
  const [multiplyAdd] = measured;
  const peak = Math.max(
    ...[multiplyAdd, ...layers].map(({ work, best }) => work / best),
    ...measured.map(({ peakBetween }) => peakBetween),
  );
  const texts = await rows.filter({ hasText: 'heads' }).allInnerTexts();
  const shares = texts.flatMap((text) => /(\d+)\s%/u.exec(text)?.[1] ?? []).map(Number);
  expect(shares).toEqual(
    layers.map(({ work, median }) => Math.round((100 * work) / median / peak)),
  );
  expect(Math.max(...shares)).toBeLessThanOrEqual(100);
  await expect(rows.first()).toContainText(/100\s%/u);
});

test('the page stays responsive while it measures', async ({ page, site }) => {
  const { start, again } = await openPanel(page, site, 300);
  await start.click();
  await page.evaluate(() => {
    window.ticks = 0;
    requestAnimationFrame(function tick() {
      window.ticks += 1;
      requestAnimationFrame(tick);
    });
  });
  await expect(again).toHaveCount(0);
  await expect(again).toBeVisible();

  expect(await page.evaluate(() => window.ticks)).toBeGreaterThan(20);
});

test('the progress advances, and a text names the step', async ({ page, site }) => {
  const { panel, start, again, progress, status } = await openPanel(page, site, 100);
  await panel.evaluate((element) => {
    window.seen = [];
    new MutationObserver(() => {
      const { value, hidden } = element.shadowRoot.querySelector('progress');
      const words = element.shadowRoot.querySelector('[role=status]').textContent.trim();
      if (!hidden) window.seen.push({ value, words });
    }).observe(element.shadowRoot, { subtree: true, childList: true, characterData: true });
  });
  await start.click();
  await expect(progress).toHaveAccessibleName('Rows measured');
  await expect(again).toBeVisible();

  const seen = await page.evaluate(() => window.seen);
  const values = [...new Set(seen.map(({ value }) => value))];
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(values.length).toBeGreaterThanOrEqual(8);
  const last = Math.max(...values);
  for (const { value, words } of seen) {
    expect(words).toMatch(
      value < last ? new RegExp(`^Row ${value + 1} of ${last}: `, 'u') : /^Meas/u,
    );
  }
  await expect(status).toHaveText('Measured here, just now.');
  await expect(progress).toBeHidden();
});

const measureBoxes = (panel) =>
  panel.evaluate((element) =>
    [...element.shadowRoot.querySelectorAll('button, table, tbody td, .method, figcaption')]
      .filter((part) => part.closest('.foot') === null)
      .map((part) => part.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join()),
  );

test('rows appear one after the other, and nothing moves', async ({ page, site }) => {
  const { panel, start, again, rows } = await openPanel(page, site, 100);
  const idle = await measureBoxes(panel);
  await start.click();
  await expect(rows.nth(2)).not.toContainText('–');
  await expect(rows.last()).toContainText('–');
  expect(await measureBoxes(panel)).toEqual(idle);
  await expect(again).toBeVisible();

  expect(await measureBoxes(panel)).toEqual(idle);
});

for (const [language, width] of [
  ['en', 360],
  ['de', 360],
  ['de', 1280],
]) {
  test(`the result moves nothing in ${language} at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site}embed.html?element=mh-speed&lang=${language}&row-time=1`);
    const panel = page.locator('mh-speed');
    await expect(panel.locator('.controls button')).toBeVisible();
    const idle = await measureBoxes(panel);
    await panel.locator('.controls button').click();
    await expect(panel.locator('.foot button')).toHaveCount(2);

    expect(await measureBoxes(panel)).toEqual(idle);
  });
}

test('Cancel ends the worker and leaves the page as before', async ({ page, site }) => {
  const { panel, start, cancel, rows, status } = await openPanel(page, site, unhurried);
  const before = await rows.allInnerTexts();
  await start.click();
  await expect(rows.first()).not.toContainText('–');
  await cancel.click();

  await expect(status).toContainText('Cancelled.');
  await expect(start).toBeFocused();
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await rows.allInnerTexts()).toEqual(before);
  expect(await panel.evaluate(({ last }) => last)).toBe(null);
});

test('cancelling a second measurement keeps the first', async ({ page, site }) => {
  const { panel, start, cancel, again, rows } = await openPanel(page, site);
  await start.click();
  await expect(again).toBeVisible();
  const before = await rows.allInnerTexts();
  await panel.evaluate((element) => (element.rowTime = 1200));
  await again.click();
  await expect(rows.last()).toContainText('–');
  await cancel.click();

  await expect(again).toBeVisible();
  expect(await rows.allInnerTexts()).toEqual(before);
});

test('twenty starts and cancels leave no worker, and the next one measures', async ({
  page,
  site,
}) => {
  const { panel, start, cancel, again, results } = await openPanel(page, site, unhurried);
  const workers = [];
  page.on('worker', (worker) => workers.push(worker));
  for (let i = 0; i < 20; ++i) {
    await start.click();
    // Every other one once the worker is there, the others before it can be.
    const isThere = expect.poll(() => workers.length, { intervals: [20] });
    if (i % 2 === 0) await isThere.toBeGreaterThan(i / 2);
    await cancel.click();
  }
  await expect.poll(() => page.workers().length).toBe(0);

  await panel.evaluate((element) => (element.rowTime = 1));
  await start.click();
  await expect(again).toBeVisible();
  expectSpeeds(await results());
  await expect.poll(() => page.workers().length).toBe(0);
});

test('a double click starts, and does not cancel', async ({ page, site }) => {
  const { start, cancel, status } = await openPanel(page, site, unhurried);
  await start.dblclick();

  await expect(status).toContainText('Row');
  await cancel.click();
  await expect(status).toContainText('Cancelled.');
});

test('removing the panel ends its worker', async ({ page, site }) => {
  const { panel, start } = await openPanel(page, site, unhurried);
  const worker = page.waitForEvent('worker');
  await start.click();
  await worker;
  await panel.evaluate((element) => element.remove());

  await expect.poll(() => page.workers().length).toBe(0);
});

test('the keyboard starts, cancels and starts again', async ({ page, site }) => {
  const { start, cancel, again } = await openPanel(page, site);
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(cancel.or(again)).toBeFocused();
  await expect(again).toBeFocused();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('Tab'); // the table, the text, the JSON

  await expect(page.locator('mh-speed').getByRole('button', { name: 'JSON' })).toBeFocused();
});

test('the results are copied as text and as JSON', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { panel, start, copyText, copyJson, results } = await openPanel(page, site);
  await start.click();
  await copyJson.click();
  await expect(panel.getByText('Copied.')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const json = JSON.parse(await copied());
  expect(json.browser).toBe(await page.evaluate(() => navigator.userAgent));
  expect(json.results.map(({ secondsEach }) => secondsEach.median)).toEqual(
    (await results()).map(({ median }) => median),
  );

  await copyText.click();
  await expect.poll(copied).toMatch(/^Peak \(.*GFLOP\/s, 100.% of the peak\n/u);
  expect(await copied()).toContain(json.browser);
});

test('without a clipboard the results can be copied by hand', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  const { start, copyText } = await openPanel(page, site);
  await start.click();
  await copyText.click();

  await expect(page.getByLabel('Copy this:')).toHaveValue(/^Peak/u);
  expect(await faults(page, 'mh-speed')).toEqual([]);
});

test('it measures from the disk too, and requests nothing', async ({
  page,
  singleFile,
  requests,
}) => {
  const { start, cancel, again, results } = await openPanel(page, singleFile);
  const worker = page.waitForEvent('worker');
  await start.click();
  expect((await worker).url()).toMatch(/^blob:/u);
  await expect(again).toBeVisible();

  expectSpeeds(await results());
  await expect(cancel).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
  expect(requests.filter((address) => !address.startsWith(singleFile))).toEqual([]);
});

const failures = {
  'the browser gives no worker': {
    spoil: (page) =>
      page.addInitScript(() => {
        window.Worker = class {
          constructor() {
            throw new DOMException('refused', 'SecurityError');
          }
        };
      }),
    says: 'cannot start a worker',
  },
  'the script of the worker is not there': {
    spoil: (page) => page.route('**/measuring-worker*', (route) => route.fulfill({ status: 404 })),
    says: 'measuring-worker.js answered 404',
  },
  'the .wasm is not there': {
    spoil: (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 })),
    says: 'answered 404',
  },
};
for (const [what, { spoil, says }] of Object.entries(failures)) {
  test(`where ${what}, the panel says so`, async ({ page, site, complaints }) => {
    await spoil(page);
    const { panel, start } = await openPanel(page, site);
    await start.click();

    await expect(panel.getByRole('alert')).toContainText(says);
    await expect(start).toBeVisible();
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await faults(page, 'mh-speed')).toEqual([]);
    complaints.length = 0; // the 404
  });
}

test('a measurement that failed can be tried again', async ({ page, site, complaints }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  const { panel, start, again } = await openPanel(page, site);
  await start.click();
  await expect(panel.getByRole('alert').locator('[lang=en]')).toContainText('answered 404');
  await page.unroute('**/*.wasm');
  await panel.getByRole('button', { name: 'Try again' }).click();

  await expect(again).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  complaints.length = 0; // the 404
});

for (const width of [320, 1280]) {
  test(`text of twice the size does not scroll the page at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    const { start, again } = await openPanel(page, site);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await start.click();
    await expect(again).toBeVisible();

    const sideways = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(sideways).toBeLessThanOrEqual(width);
  });
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
]) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('axe finds nothing before, during and after', async ({ page, site }) => {
      const { panel, start, cancel, again, rows } = await openPanel(page, site, unhurried);
      expect(await faults(page, 'mh-speed'), 'idle').toEqual([]);
      await start.click();
      await expect(rows.first()).not.toContainText('–');
      expect(await faults(page, 'mh-speed'), 'running').toEqual([]);
      await cancel.click();
      expect(await faults(page, 'mh-speed'), 'cancelled').toEqual([]);
      await panel.evaluate((element) => (element.rowTime = 1));
      await start.click();
      await expect(again).toBeVisible();
      expect(await faults(page, 'mh-speed'), 'done').toEqual([]);
      const sideways = await page.evaluate(() => document.scrollingElement.scrollWidth);
      expect(sideways).toBeLessThanOrEqual(width);
    });
  });
}
