import { expect, test } from './fixtures.mjs';
import { places } from './pages.mjs';
import { openSandbox, sandboxIn } from './sandbox/sandbox-page.mjs';
import { changeViewport } from './viewport.mjs';

/** Calls `look` with every element, also those in shadow roots. */
const everywhere = `
  function everywhere(root, look) {
    for (const element of root.querySelectorAll('*')) {
      look(element);
      if (element.shadowRoot) everywhere(element.shadowRoot, look);
    }
  }`;

const pageWidth = (page) => page.evaluate(() => document.scrollingElement.scrollWidth);

/** Text that its own box cuts off: fixed heights do that. */
const cutText = (page) =>
  page.evaluate(`(() => {
    ${everywhere}
    const cut = [];
    everywhere(document, (element) => {
      const style = getComputedStyle(element);
      const isText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.data.trim(),
      );
      const isHidden = style.clipPath !== 'none' || !element.checkVisibility();
      if (!isText || isHidden || style.overflowY !== 'hidden') return;
      const isCut = element.scrollHeight > element.clientHeight + 2;
      if (isCut) cut.push(element.outerHTML.slice(0, 120));
    });
    return cut;
  })()`);

/** Buttons, labels and headings that lie upon each other. */
const overlaps = (page) =>
  page.evaluate(`(() => {
    ${everywhere}
    const boxes = [];
    everywhere(document, (element) => {
      if (!element.matches('button, legend, h1, h2, h3, h4, .effect, .caption, .switch')) return;
      const box = element.getBoundingClientRect();
      if (element.checkVisibility() && box.width > 1) boxes.push({ element, box });
    });
    const found = [];
    const nameOf = ({ textContent, ariaLabel }) => textContent.trim() || ariaLabel;
    for (const a of boxes) for (const b of boxes) {
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (a === b || wide <= 2 || high <= 2) continue;
      const isInside = a.element.contains(b.element) || b.element.contains(a.element);
      if (!isInside) found.push(nameOf(a.element) + ' / ' + nameOf(b.element));
    }
    return found;
  })()`);

/** What is far from the viewport has an estimated height only, which its content may exceed. */
const layOutFarChapters = (page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(sheet);
  });

const widths = [320, 360, 768, 1280, 1920];
// In two tests, so that two workers share the pages.
for (const turn of [0, 1]) {
  test(`no page scrolls sideways at any width, part ${turn + 1} of 2`, async ({ page, site }) => {
    test.slow(); // it lays out each page five times
    await page.goto(site);
    await layOutFarChapters(page);
    for (const [i, place] of places.entries()) {
      if (i % 2 !== turn) continue;
      await page.goto(`${site}#${place}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of widths) {
        await changeViewport(page, { width, height: 800 });
        expect.soft(await pageWidth(page), `${place}, ${width} px`).toBeLessThanOrEqual(width);
        expect.soft(await overlaps(page), `${place}, ${width} px`).toEqual([]);
      }
    }
  });
}

test('beside a long note, all paragraphs have the same distance', async ({ page, site }) => {
  await page.goto(`${site}#sandbox`);
  const paragraphs = page.locator('#sandbox .prose').last().locator('> p');
  await expect(paragraphs).toHaveCount(4);

  const boxes = await paragraphs.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().toJSON()),
  );
  const gaps = boxes.slice(1).map(({ top }, i) => Math.round(top - boxes[i].bottom));
  expect(gaps).toEqual([12, 12, 12]);
});

for (const place of ['kv', 'steps']) {
  test(`at 1280 px each control of ${place} has its name on one line`, async ({ page, site }) => {
    await page.goto(`${site}#${place}`);
    const names = page.locator(`#main-${place} .row :is(.control > span, legend, .switch)`);
    await expect(names.first()).toBeVisible();

    const broken = await names.evaluateAll((all) =>
      all
        .filter((name) => {
          const text = new Range();
          text.selectNodeContents(name);
          const lines = [...text.getClientRects()].map(({ top, bottom }) => (top + bottom) / 2);
          return Math.max(...lines) - Math.min(...lines) > 14; // not only a subscript
        })
        .map(({ textContent }) => textContent.trim()),
    );
    expect(broken).toEqual([]);
  });
}

for (const place of ['memory', 'output-projection']) {
  test(`Reset of ${place} ends the last row of controls`, async ({ page, site }) => {
    await page.goto(`${site}#${place}`);
    const row = page.locator(`#main-${place} [slot='controls'] > .row`).last();
    const reset = row.getByRole('button', { name: 'Reset' });
    await expect(reset).toBeVisible();

    const [whole, button] = await Promise.all([row.boundingBox(), reset.boundingBox()]);
    expect(button.x + button.width).toBeCloseTo(whole.x + whole.width, 0);
  });
}

test('a long sentence and many heads do not scroll the page at 360 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const tokens = Array.from({ length: 64 }, (_, i) => `antidisestablishment${i}`).join(' ');
  const sandbox = await openSandbox(page, site, { tokens, heads: '16', 'd-model': '256' });
  await sandbox.button('Edit the sentence').click();
  await sandbox.button('Show as table').click();

  expect(await pageWidth(page)).toBeLessThanOrEqual(360);
});

for (const width of [360, 1280]) {
  test(`text of twice the size loses nothing at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    const sandbox = await openSandbox(page, site);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await sandbox.button('Change the layer').click();
    await expect(sandbox.button('Close')).toBeVisible();

    expect(await pageWidth(page)).toBeLessThanOrEqual(width);
    expect(await cutText(page)).toEqual([]);
    expect(await overlaps(page)).toEqual([]);
  });
}

for (const menu of ['Contents', 'Settings']) {
  test(`${menu} stays in sight in large text on a small screen`, async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await page.getByText(menu, { exact: true }).click();

    const boxes = await page
      .locator('details[open] > :last-child, details[open] :is(label, a)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(360);
  });
}

test('nothing moves under reduced motion', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openSandbox(page, site);
  const moving = await page.evaluate(`(() => {
    ${everywhere}
    const moving = [];
    everywhere(document, (element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element);
      const durations = (transitionDuration + ', ' + animationDuration).split(', ');
      if (durations.some((duration) => parseFloat(duration) > 0)) moving.push(element.outerHTML);
    });
    return moving;
  })()`);

  expect(moving).toEqual([]);
});

test('with forced colours the maps keep their colours and show every number', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const sandbox = await openSandbox(page, site);

  await expect(sandbox.cell(0, 2, 4)).toHaveCSS('forced-color-adjust', 'none');
  await expect(sandbox.cell(0, 0, 3).locator('span')).toBeVisible();
  const colour = (cell) => cell.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colour(sandbox.cell(0, 2, 4))).not.toBe(await colour(sandbox.cell(0, 2, 3)));
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('targets are at least 44 px high', async ({ page, site }) => {
    await openSandbox(page, site);
    const small = await page.evaluate(`(() => {
      ${everywhere}
      const small = [];
      everywhere(document.querySelector('#main-sandbox').shadowRoot, (element) => {
        if (!element.matches('button, select, input:not([type=radio], [type=checkbox])')) return;
        const { height } = element.getBoundingClientRect();
        if (element.checkVisibility() && height < 44) small.push(height + ' ' + element.outerHTML);
      });
      return small;
    })()`);

    expect(small).toEqual([]);
  });
});

test('print is light, with all numbers and without controls', async ({ page, site }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const sandbox = await openSandbox(page, site);

  await expect(sandbox.caption).toHaveCSS('color', 'rgb(81, 78, 72)');
  await expect(sandbox.cell(0, 0, 3).locator('span')).toBeVisible();
  await expect(sandbox.toggle('Hide later keys')).toBeHidden();
  await expect(page.getByText('Settings', { exact: true })).toBeHidden();
});
