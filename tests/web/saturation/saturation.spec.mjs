import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openSaturation(page, site, settings = {}) {
  await page.goto(`${site}#saturation?${new URLSearchParams(settings)}`);
  const saturation = page.locator('#main-saturation');
  await expect(saturation.locator('.scene').first()).toBeVisible({ timeout: 30_000 });
  return {
    saturation,
    button: (name) => saturation.getByRole('button', { name, exact: true }),
    width: saturation.getByRole('slider', { name: 'Width of a head' }),
    caption: saturation.locator('.caption'),
    chosen: saturation.locator('.line.chosen'),
    repairs: saturation.locator('.case tbody tr'),
  };
}

test('the width and the divisor move marks, row and caption, and are in the address', async ({
  page,
  site,
}) => {
  const { caption, chosen, saturation, width } = await openSaturation(page, site);
  await expect(chosen).toContainText('not divided');
  const histograms = await saturation
    .locator('.scene [data-part=undivided]')
    .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('d')));

  await width.press('ArrowRight');
  await expect(caption).toContainText('at 128 and');
  await expect(caption).toContainText('entropy at 128 is');
  await saturation.getByRole('radio', { name: 'square root of d head' }).check();
  await expect(chosen).toContainText('by √128 = 11.31');
  await expect(page).toHaveURL(/d-head=128&scale=sqrt-d-head$/u);
  const after = await saturation
    .locator('.scene [data-part=undivided]')
    .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('d')));
  expect(after).toEqual(histograms);
});

test('the case is shown after a guess, with the effect of each change', async ({ page, site }) => {
  await recordEvents(page);
  const { button, repairs, saturation } = await openSaturation(page, site);
  await expect(repairs).toHaveCount(1);

  await saturation.getByRole('radio', { name: /larger divisor/u }).check();
  await button('Check').click();

  await expect(saturation.locator('mh-predict')).toContainText('Not as you predicted.');
  await expect(repairs).toHaveCount(5);
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ question: 'saturation:uniform', correct: false });
});

test('new draws change every number, and the seed is in the address', async ({ page, site }) => {
  const { button, repairs } = await openSaturation(page, site);
  const before = await repairs.first().textContent();

  await button('Draw again').click();

  await expect(repairs.first()).not.toHaveText(before, { timeout: 30_000 });
  await expect(page).toHaveURL(/seed=1$/u);
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
]) {
  test(`axe finds nothing, ${colorScheme}, ${width} px wide`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { button, saturation } = await openSaturation(page, site);
    await saturation.getByRole('radio', { name: /around 0/u }).check();
    await button('Check').click();
    await button('Show as table').click();

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}

test('while its numbers are drawn, the figure is as high as with them', async ({ page, site }) => {
  const figure = page.locator('mh-saturation');
  const height = () => figure.evaluate((element) => element.getBoundingClientRect().height);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 }); // so that it takes long
  try {
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${site}embed.html?element=mh-saturation`);
      const heights = [];
      for (const part of ['.drawing', '.progress:has-text("% drawn")', '.scene']) {
        await figure.locator(part).first().waitFor();
        heights.push(await height());
      }
      await expect(figure.locator('.progress'), 'not announced').not.toHaveAttribute('role');

      const spread = Math.max(...heights) - Math.min(...heights);
      expect(spread, `${heights} at ${width} px`).toBeLessThan(40);
    }
  } finally {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await devTools.detach();
  }
});
