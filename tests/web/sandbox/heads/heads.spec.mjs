/** The first figure of the lesson: heads are taken away or tied, and the model answers. */
import { faults } from '../../axe.mjs';
import { expect, test } from '../../fixtures.mjs';
import { setLanguage } from '../../settings.mjs';

async function openHeads(page, site, settings = {}) {
  const parameters = new URLSearchParams(settings).toString();
  await page.goto(`${site}#heads${parameters && `?${parameters}`}`);
  const heads = page.locator('#main-heads');
  const caption = heads.locator('.caption');
  await expect(caption).toBeVisible();
  return {
    heads,
    caption,
    head: (head) =>
      heads.getByRole('group', { name: 'Heads in use' }).getByRole('button').nth(head),
    tie: heads.getByRole('switch', { name: 'Make all heads the same' }),
    answer: (question) =>
      heads.locator('.answers div').filter({ hasText: question }).getByRole('definition'),
    word: (index) => heads.getByRole('radio').nth(index),
    arcs: heads.locator('mh-sentence path'),
    button: (name) => heads.getByRole('button', { name, exact: true }),
  };
}

const boxesOf = (parts) =>
  parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON()));

test('removing a head breaks its question, and Reset repairs it', async ({ page, site }) => {
  const { answer, arcs, button, caption, head } = await openHeads(page, site);
  await expect(caption).toContainText('all four heads the model answers 3 of 3');
  const drawn = await arcs.count();

  await head(1).click();

  await expect(head(1)).toHaveAttribute('aria-pressed', 'false');
  await expect(answer('Who sat?')).toContainText('wrong: bird 0.98');
  await expect(answer('On what?')).toContainText('right: mat 1.00');
  await expect(caption).toContainText('Without head 1 the model answers 2 of 3');
  expect(await arcs.count()).toBe(drawn - 1);
  await expect(page).toHaveURL(/#heads\?removed=1$/u);

  await button('Reset').first().click();
  await expect(answer('Who sat?')).toContainText('right: cat');
  await expect(page).toHaveURL(/#heads$/u);
});

test('tied heads answer only one question, at another word too, and say so', async ({
  page,
  site,
}) => {
  const { answer, caption, heads, tie, word } = await openHeads(page, site);
  await tie.check();
  await expect(caption).toContainText('The model now answers 1 of 3 questions correctly at on');
  await expect(heads.locator('p[role=status]')).toContainText('1 of 3');
  await expect(heads.locator('.reading')).toHaveText(['', '', '', '']);

  await word(3).press('Home');

  await expect(word(0)).toBeChecked();
  await expect(answer('Just before it?')).toHaveText('no word');
  await expect(page).toHaveURL(/tie=1&query=0$/u);
});

test('the full sandbox opens with the same heads', async ({ page, site }) => {
  const { heads } = await openHeads(page, site, { removed: '0,2', query: '5' });
  await heads.getByRole('link', { name: 'Open the full sandbox' }).click();

  await expect(page.locator('#main-sandbox .caption')).toBeVisible();
  const state = await page.locator('#main-sandbox').evaluate(({ state }) => state);
  expect(state).toMatchObject({ weights: 'trained', removed: [0, 2], query: 5 });
});

test('a row of a map becomes the query', async ({ page, site }) => {
  const { heads, word } = await openHeads(page, site);
  await heads.getByRole('grid').nth(2).locator('[data-row="1"][data-column="4"]').click();

  await expect(word(1)).toBeChecked();
});

for (const width of [1440, 360]) {
  test(`Page Down leads to the next head’s map at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    const { heads } = await openHeads(page, site, { head: '3' });
    const cellOf = (head) => heads.locator(`[data-head="${head}"] [data-row="2"][data-column="1"]`);
    await heads.locator('[data-head="3"] [tabindex="0"]').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect(cellOf(3)).toBeFocused();

    await page.keyboard.press('PageDown');

    await expect(cellOf(0)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heads.getByRole('radio').nth(2)).toBeChecked();
  });
}

for (const [width, height, language] of [
  [1440, 900, 'en'],
  [1440, 900, 'de'],
  [768, 1024, 'en'],
  [360, 740, 'en'],
]) {
  test(`nothing moves at ${width} px in ${language}, whatever is switched`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    await setLanguage(page, language);
    await page.goto(`${site}#heads`);
    const heads = page.locator('#main-heads');
    await expect(heads.locator('.box').first()).toHaveAttribute('lang', language);
    await expect(heads.locator('.caption')).toBeVisible();
    const places = async () => [
      ...(await boxesOf(
        heads.locator('[role=radio], .answers dd, h3, mh-heat-map, .scale, .caption, .foot'),
      )),
    ];
    const before = await places();
    const buttons = heads.locator('.heads button');

    for (const use of [
      () => buttons.nth(1).click(),
      () => heads.getByRole('switch').check(),
      () => buttons.nth(0).click(),
      () => buttons.nth(2).click(),
      () => buttons.nth(3).click(),
      () => heads.getByRole('switch').uncheck(),
    ]) {
      await use();
      await page.evaluate(() => scrollTo(0, 0));
      expect(await places()).toEqual(before);
    }
  });
}

test('words, answers and maps are in sight at once on a desk', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { heads, caption } = await openHeads(page, site);
  const [figure] = await boxesOf(heads);
  const [end] = await boxesOf(caption);

  expect(end.bottom - figure.top).toBeLessThanOrEqual(490);
  await expect(heads.getByRole('grid')).toHaveCount(4);
});

test('on a phone switches, words and answers take 470 px, and tabs choose a map', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { head, heads, word } = await openHeads(page, site);
  const [figure] = await boxesOf(heads);
  const [answers] = await boxesOf(heads.locator('.answers'));
  expect(answers.bottom - figure.top).toBeLessThanOrEqual(470);
  await expect(heads.getByRole('grid')).toHaveCount(1);

  await heads.getByRole('tab').nth(3).click();
  await expect(heads.locator('mh-heat-map')).toHaveAttribute('data-head', '3');
  await expect(heads.locator('.reading')).toContainText('on the subject, in 512 new sentences');
  const [box] = await boxesOf(word(0));
  await head(3).click();
  await expect(heads.getByRole('tab').nth(3).locator('.swatch')).toHaveClass(/hollow/u);
  expect(box.height).toBeGreaterThanOrEqual(44);
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
]) {
  test(`axe finds nothing, ${colorScheme}, ${width} px wide`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { button } = await openHeads(page, site, { removed: '1', tie: '1' });
    await button('Show as table').click();

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}

test('a second figure far below is drawn at once: all that it needs is there', async ({
  page,
  host,
}) => {
  const { served } = host.write(
    'two-heads.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Two</title>
    <script type="module" src="manyheads/elements-heads.js"></script>
    <mh-heads></mh-heads><p style="height: 6000px"></p></html>`,
  );
  await page.goto(served);
  const heads = page.locator('mh-heads');
  await expect(heads.first().locator('.caption')).toBeVisible();

  await page.evaluate(() => document.body.append(document.createElement('mh-heads')));

  await expect(heads.last().locator('.caption')).toBeAttached();
});
