import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openMasks(page, site, settings = {}) {
  await page.goto(`${site}#masks?${new URLSearchParams(settings)}`);
  const figure = page.locator('#main-masks');
  await expect(figure.locator('mh-mask-editor')).toBeVisible();
  return {
    figure,
    caption: figure.locator('.caption'),
    count: figure.locator('.count'),
    cell: (name) => figure.locator('mh-mask-editor').getByRole('gridcell', { name }),
    weight: (head, name) =>
      figure.getByRole('grid', { name: `Head ${head}` }).getByRole('gridcell', { name }),
    choice: (name) => figure.getByRole('radio', { name, exact: true }),
    preset: (name) => figure.getByRole('radio', { name }),
    button: (name) => figure.getByRole('button', { name, exact: true }),
  };
}

/** Presses, moves over the cells and lets go. */
async function drag(page, cells) {
  for (const [i, cell] of cells.entries()) {
    const { x, y, width, height } = await cell.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    if (i === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

test('a drag sets all its cells to the new value of the first, and is one undo step', async ({
  page,
  site,
}) => {
  const { button, caption, cell, count, figure } = await openMasks(page, site);
  await expect(count).toContainText('21 of 36 pairs may be seen; “Causal” has 21.');
  await cell(/^sat to the: 0/u)
    .first()
    .scrollIntoViewIfNeeded();

  await drag(page, [cell(/^sat to the: 0/u).first(), cell(/^sat to sat/u)]);
  await expect(count).toContainText(
    '18 of 36 pairs may be seen; “Causal” has 21, and you have hidden 3.',
  );
  await expect(caption).toContainText('sat sees no key: the weights are 0 in all 4 heads');
  await expect(figure.locator('.empty-row')).toContainText('All its keys are hidden.');
  await expect(page).toHaveURL(/turned=20%2C21%2C22/u);

  await button('Undo').click();
  await expect(count).toContainText('“Causal” has 21.');
  await button('Redo').click();
  await expect(count).toContainText('hidden 3');
});

test.describe(() => {
  test.use({ hasTouch: true });

  test('a finger paints, and does not scroll the page', async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const { cell, count } = await openMasks(page, site);
    await cell(/^on to the: 0/u)
      .first()
      .scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    const [from, to] = await Promise.all(
      [cell(/^on to the: 0/u).first(), cell(/^on to on/u)].map((each) => each.boundingBox()),
    );
    const touches = await page.context().newCDPSession(page);
    const touch = (type, x) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y: from.y + from.height / 2 }],
      });

    await touch('touchStart', from.x + 9);
    for (const x of [from.x + 30, to.x + 9]) await touch('touchMove', x);
    await touch('touchEnd');

    await expect(count).toContainText('you have hidden 4.');
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  });
});

test('Space turns the cell that a screen reader has focused', async ({ page, site }) => {
  const { cell, count } = await openMasks(page, site);
  await cell(/^sat to sat/u).focus();
  await page.keyboard.press('Space');

  await expect(cell(/^sat to sat: −∞, hidden/u)).toBeFocused();
  await expect(count).toContainText('20 of 36');
});

test('by keyboard: arrows move, Shift extends, Space turns', async ({ page, site }) => {
  const { cell, count, weight } = await openMasks(page, site);
  await cell(/^the to the: 0/u)
    .first()
    .focus();

  for (const key of ['ArrowDown', 'ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Space']) {
    await page.keyboard.press(key);
  }
  await expect(count).toContainText('18 of 36');
  await expect(cell(/^sat to sat: −∞, hidden/u)).toBeFocused();
  await expect(weight(1, 'sat to sat: hidden')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(count).toContainText('21 of 36');
});

test('Page Down goes to the same cell of the next head', async ({ page, site }) => {
  const { figure, weight } = await openMasks(page, site);
  await weight(1, /^on to cat/u).focus();

  await page.keyboard.press('PageDown');

  await expect(weight(2, /^on to cat/u)).toBeFocused();
  await expect(figure.locator('.row-panel h3')).toContainText('Head 2');
});

test('presets, another sentence and all pairs change every map', async ({ page, site }) => {
  const { cell, choice, figure, preset, weight } = await openMasks(page, site);

  await preset(/^ALiBi/u).click();
  await expect(cell(/^mat to the: −0.31/u).first()).toBeVisible();
  await preset(/^Cross-attention/u).click();
  await expect(weight(0, /^cat to dog/u)).toBeVisible();
  await choice('the same sentence').check({ force: true });
  await preset(/^Causal/u).click();
  await choice('all').check({ force: true });
  await expect(figure.locator('.caption')).toContainText('all 36 pairs may be seen');
  await expect(page).toHaveURL(/all-pairs=1$/u);
});

test('before and after are compared after a guess', async ({ page, site }) => {
  await recordEvents(page);
  const { button, choice, figure } = await openMasks(page, site);
  const share = figure.locator('.why .share');
  await expect(share).toContainText('Predict below');

  await choice('They get larger').check();
  await button('Compare before and after').click();

  await expect(share).toContainText('Now cat has 0.5328 ÷ 0.9372 = 0.5685.');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ question: 'masks:hide', answer: 'grow', correct: true });
});

test('only the bottom-right triangle gives the same result as the whole sentence', async ({
  page,
  site,
}) => {
  const { figure } = await openMasks(page, site);
  const verdicts = figure.locator('.verdict');
  await expect(verdicts.first()).toContainText('Wrong here.');
  await expect(verdicts.last()).toContainText('The same as the last 2 rows of the whole sentence');

  await figure.getByRole('slider', { name: 'New words' }).press('End');
  await expect(verdicts.first()).toContainText('With T = S both alignments agree');
});

test('unknown words keep the picture and can be replaced', async ({ page, site }) => {
  const { button, cell, figure } = await openMasks(page, site);
  const queries = figure.getByRole('textbox', { name: 'Queries' });

  await queries.fill('the zebra sat');
  await queries.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The model does not know “zebra”');
  await expect(cell(/^mat to mat/u)).toBeVisible();
  await button('Use the lesson’s sentence').click();
  await expect(queries).toHaveValue('the cat sat on the mat');
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
]) {
  test(`axe finds nothing, ${colorScheme}, ${width} px wide`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { button } = await openMasks(page, site, { preset: 'alibi', turned: '20,21,22' });
    await button('Show as table').click();

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}

test('on a phone, each sum is in the row of its weights, in German too', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(`${site}embed.html?element=mh-masks&lang=de`);
  const sums = page.locator('.sums').first();
  await expect(sums).toContainText('Summe');
  const row = page.locator('.with-sums mh-heat-map').first().getByRole('gridcell').first();

  const [sum, weight] = await Promise.all([sums.locator('.sum').first(), row].map(middleOf));

  expect(Math.abs(sum - weight)).toBeLessThan(2);
});

for (const language of ['en', 'de']) {
  test(`maps beside the mask have room at any width, ${language}`, async ({ page, site }) => {
    await page.setViewportSize({ width: 1128, height: 900 });
    await page.goto(`${site}embed.html?element=mh-masks&preset=alibi&lang=${language}`);
    await expect(page.locator('.abreast mh-mask-editor')).toBeVisible();

    for (const width of [1048, 1064, 1096, 1128]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('.abreast mh-mask-editor')).toBeVisible();
      const right = await page
        .locator('.sums')
        .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
      expect(right, `${width} px`).toBeLessThanOrEqual(width);
    }
  });
}

const middleOf = async (locator) => {
  const { y, height } = await locator.boundingBox();
  return y + height / 2;
};

test('the mean of dropout is computed for a state that the page assigns, too', async ({
  page,
  site,
}) => {
  const { figure } = await openMasks(page, site);
  const mean = figure.getByText(/The mean over [\d,]+ draws differs/u);
  await expect(mean).toBeVisible();
  await figure.evaluate((element) => (element.state = { ...element.state, rate: 0.5 }));

  await expect(mean).toBeVisible();
});
