import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openFeedForward(page, site, settings = {}) {
  await page.goto(`${site}#feed-forward?${new URLSearchParams(settings)}`);
  const figure = page.locator('#main-feed-forward');
  await expect(figure.locator('.units')).toBeVisible();
  return {
    figure,
    unit: (name) => figure.getByRole('radio', { name }),
    choice: (name) => figure.getByRole('radio', { name, exact: true }),
    factors: figure.locator('.unit .product b'),
    numbers: () => figure.locator('.curve.chosen dd b').allTextContents(),
    button: (name) => figure.getByRole('button', { name, exact: true }),
  };
}

test('a hidden unit is chosen by click and by keyboard', async ({ page, site }) => {
  const { unit, factors } = await openFeedForward(page, site);
  await expect(factors).toHaveText(['1.00', '0.73', '−2.04', '−1.49', '0.14', '−0.21']);

  await unit('Unit 2, h = 0.18').click();
  await expect(factors.nth(3)).toHaveText('0.18');
  await page.keyboard.press('ArrowRight');
  await expect(unit('Unit 3, h = −0.03')).toBeFocused();
  await expect(page).toHaveURL(/unit=3$/u);
});

test('without a gate there are two matrices and no b', async ({ page, site }) => {
  const { figure, choice, factors, numbers } = await openFeedForward(page, site);
  await choice('relu').check();

  await expect(figure.locator('.units')).toContainText('relu has no gate');
  await expect(factors).toHaveCount(4);
  expect(await numbers()).toEqual(['2', '24', '288']);
});

test('ReLU’s width can be changed after a guess', async ({ page, site }) => {
  await recordEvents(page);
  const { figure, choice, button, numbers } = await openFeedForward(page, site);

  await choice('432').check();
  await button('Set the width to 24').click();
  await expect(figure.locator('mh-predict')).toContainText('As you predicted.');
  expect(await numbers()).toEqual(['3', '24', '432']);
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ question: 'feed-forward:width', answer: '432', correct: true });
});

test('each model has its own bar', async ({ page, site }) => {
  const { figure } = await openFeedForward(page, site);
  await figure.getByLabel('Model').selectOption('GPT-2 small');

  await expect(figure.locator('.caption')).toContainText('in GPT-2 small 66.7 %');
  await expect(figure.locator('.products')).toContainText('biases');
});

test('curves side by side are level, whatever their formulas take', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const { figure } = await openFeedForward(page, site);
  const tops = await figure
    .locator('.curve .drawing')
    .evaluateAll((curves) => curves.map((curve) => curve.getBoundingClientRect().top));

  expect(tops[1]).toBe(tops[0]);
  expect(tops[3]).toBe(tops[2]);
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
]) {
  test(`axe finds nothing, ${colorScheme}, ${width} px wide`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { button } = await openFeedForward(page, site, { 'd-ff': '32', activation: 'geglu' });
    await button('Show as table').click();

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}
