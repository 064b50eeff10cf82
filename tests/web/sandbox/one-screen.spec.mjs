/** A learner sees what a switch changes: the sandbox's picture and its experiments together. */
import { expect, test } from '../fixtures.mjs';
import { setLanguage } from '../settings.mjs';
import { openSandbox, sandboxIn } from './sandbox-page.mjs';

const ten = 'The cat sat on the mat because it was tired';
const trained = { weights: 'trained' };

const boxesOf = (parts) =>
  parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON()));
const main = (page) => page.locator('#main-sandbox');
const maps = (page) => main(page).getByRole('grid').and(page.locator('[aria-colcount]'));
const switches = (page) => main(page).locator('.experiments :is(input, .heads button)');

for (const language of ['en', 'de']) {
  test(`words, maps and every experiment fit 1280 x 800 in ${language}`, async ({ page, site }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await setLanguage(page, language);
    await page.goto(`${site}#sandbox`);
    await expect(main(page).locator('.box').first()).toHaveAttribute('lang', language);
    await expect(maps(page)).toHaveCount(4);
    await page.evaluate(() => scrollTo(0, 0));

    const boxes = [
      ...(await boxesOf(main(page).locator('mh-sentence'))),
      ...(await boxesOf(maps(page))),
      ...(await boxesOf(switches(page))),
    ];
    expect(boxes).toHaveLength(1 + 4 + 12);
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(800);
    expect(Math.min(...boxes.map(({ top }) => top))).toBeGreaterThanOrEqual(0);
    const number = maps(page).nth(1).getByRole('gridcell').nth(1).locator('span');
    await expect(number).toHaveText('1.00');
  });
}

test('on a phone every experiment and the words are in sight together', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSandbox(page, site, { ...trained, query: '3' });
  await main(page)
    .locator('.experiments')
    .evaluate((experiments) => experiments.scrollIntoView());

  const boxes = [
    ...(await boxesOf(main(page).locator('mh-sentence'))),
    ...(await boxesOf(switches(page))),
  ];
  expect(boxes).toHaveLength(1 + 12);
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(740);
  expect(Math.min(...boxes.map(({ top }) => top))).toBeGreaterThanOrEqual(-1);
});

test('in a narrow column the picture and the experiments are visible together', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1280, height: 740 });
  const html = `<!doctype html><title>x</title><body style="margin:0">
<script type="module" src="./manyheads/elements-define.js"></script>
<div style="width:328px"><mh-sandbox></mh-sandbox></div>`;
  await page.goto(host.write('column.html', html).served);
  const sandbox = page.locator('mh-sandbox');
  await expect(sandboxIn(sandbox).caption).toBeVisible();

  await sandbox.locator('.experiments').evaluate((experiments) => experiments.scrollIntoView());
  const controls = sandbox.locator('.experiments :is(input, .heads button)');
  const boxes = [...(await boxesOf(sandbox.locator('mh-sentence'))), ...(await boxesOf(controls))];
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(740);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(328);
});

for (const [width, height] of [
  [1280, 800],
  [360, 740],
]) {
  test(`no switch moves the words or the maps at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    const sandbox = await openSandbox(page, site, { ...trained, query: '3' });
    const places = async () => {
      const parts = main(page).locator('mh-sentence, mh-heat-map');
      return (await boxesOf(parts)).map(({ x, y }) => [Math.round(x), Math.round(y)]);
    };
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await places();
    const top = await scrolled();

    for (const use of [
      () => page.getByRole('group', { name: 'Heads in use' }).getByRole('button').nth(1).click(),
      () => sandbox.toggle('Make all heads the same').click(),
      () => sandbox.guess('0').check(),
      () => sandbox.button('Make them the same').click(),
      () => sandbox.toggle('Hide later keys').click(),
      () => sandbox.choice('Divide scores by', 'nothing').click(),
    ]) {
      await use();
      await expect(sandbox.caption).toBeVisible();
      const moved = (await scrolled()) - top;
      expect((await places()).map(([x, y]) => [x, y + moved])).toEqual(before);
    }
  });
}

for (const width of [360, 640, 768, 1280]) {
  test(`no word of a sentence of ten is cut off at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    const sandbox = await openSandbox(page, site, { ...trained, tokens: ten, query: '9' });
    const words = sandbox.words.getByRole('radio');

    const boxes = await boxesOf(words);
    expect(boxes).toHaveLength(10);
    expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
    // An arc ends at a word: where the words wrap there is none.
    const isOneLine = new Set(boxes.map(({ top }) => Math.round(top))).size === 1;
    const arcs = main(page).locator('mh-sentence path');
    if (isOneLine) await expect(arcs).not.toHaveCount(0);
    else await expect(arcs).toHaveCount(0);
    const isCut = await main(page)
      .locator('mh-sentence')
      .evaluate(({ shadowRoot }) =>
        [...shadowRoot.querySelectorAll('.scroll, .line, .lines')].some(
          (part) => part.scrollWidth > part.clientWidth + 1,
        ),
      );
    expect(isCut).toBe(false);
  });
}

for (const [name, tokens] of [
  ['six', 'The cat sat on the mat'],
  ['ten', ten],
]) {
  test(`on paper the maps of ${name} words have their numbers and do not overlap`, async ({
    page,
    site,
  }) => {
    await openSandbox(page, site, { ...trained, tokens });
    await page.setViewportSize({ width: 718, height: 1000 }); // A4 without its margins
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const cell = sandboxIn(main(page)).cell(2, 4, 0).locator('span');
    await expect(cell).toBeVisible();
    await expect(cell).toHaveText(/^\d\.\d\d$/u);

    const boxes = await boxesOf(maps(page));
    expect(boxes).toHaveLength(4);
    for (const [i, a] of boxes.entries()) {
      expect(a.right).toBeLessThanOrEqual(718);
      for (const b of boxes.slice(0, i)) {
        const isApart =
          a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
        expect(isApart).toBe(true);
      }
    }
    const words = await boxesOf(sandboxIn(main(page)).words.getByRole('radio'));
    expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(718);

    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    if (name === 'ten') await expect(cell).toHaveText('');
  });
}

test('“All numbers in the heat maps” makes room for them', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { ...trained, tokens: ten });
  const cell = sandbox.cell(2, 4, 0).locator('span');
  await expect(cell).toHaveText('');
  await expect(main(page)).toContainText('The cells are too small for numbers');

  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel('All numbers in the heat maps').check();

  await expect(cell).toHaveText('0.00');
  await expect(cell).toBeVisible();
});

test('tied heads have the colour of head 0 and keep their numbers', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { ...trained, tie: '1' });
  const colours = (parts) =>
    parts.evaluateAll((all) => all.map((part) => getComputedStyle(part).backgroundColor));
  const blue = 'rgb(0, 75, 179)';

  expect(await colours(main(page).locator('section h3 .swatch'))).toEqual(Array(4).fill(blue));
  expect(await colours(main(page).locator('.heads .swatch'))).toEqual(Array(4).fill(blue));
  const listed = sandbox.words.getByRole('listitem');
  expect(new Set(await colours(listed.locator('.swatch')))).toEqual(new Set([blue]));
  expect(await listed.locator('.head').allInnerTexts()).toEqual(['0', '1', '2', '3']);
});

test('beside the heads a text says that the width cannot be split', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.button('Change the layer').click();
  await page.getByRole('combobox', { name: 'Heads', exact: true }).selectOption('3');

  await expect(sandbox.problem).toBeVisible();
  await expect(main(page)).toContainText('32 ÷ 3 = 10.67 is not a whole number.');
  await expect(main(page)).not.toContainText('Each head is');
});

test('the editor has one button that closes it', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.button('Edit the sentence').click();
  await expect(sandbox.button('Done')).toHaveCount(1);

  await sandbox.button('Done').click();

  await expect(sandbox.sentence).toHaveCount(0);
  await expect(sandbox.button('Edit the sentence')).toBeFocused();
});

test('one button changes between the two example sentences', async ({ page, site }) => {
  await page.goto(`${site}#sandbox`);
  const sandbox = sandboxIn(main(page));
  await expect(sandbox.words.getByRole('radio')).toHaveCount(6);
  await sandbox.button('Try 10 words').click();
  await expect(sandbox.words.getByRole('radio')).toHaveCount(10);
  await expect(main(page).getByText('“it” means')).toBeVisible();

  await sandbox.button('Try 6 words').click();

  await expect(sandbox.words.getByRole('radio')).toHaveCount(6);
  await expect.poll(() => page.url()).toBe(`${site}#sandbox`);
});
