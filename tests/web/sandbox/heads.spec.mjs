import { headOf, printed, traceOf } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { cellOf, numbersOf, openSandbox } from './sandbox-page.mjs';

const tokens = ['The', 'cat', 'sat', 'on', 'the', 'mat'];
const title = (head, query, key) => {
  const weight = headOf(traceOf().weights, head)[query][key];
  const asked = `why does ${tokens[query]} give ${tokens[key]} a weight of ${printed(weight)}?`;
  return `Head ${head}: ${asked}`;
};

test('a click on a map explains that weight', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.cell(1, 4, 1).click();

  await expect(sandbox.detail).toContainText(title(1, 4, 1));
  await expect(sandbox.cell(1, 4, 1)).toHaveAttribute('aria-selected', 'true');
});

test('the cell under the pointer is explained, and then the pinned one again', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.cell(0, 2, 4).click();
  await sandbox.cell(2, 5, 1).hover();
  await expect(sandbox.detail).toContainText(title(2, 5, 1));

  await page.mouse.move(0, 0);

  await expect(sandbox.detail).toContainText(title(0, 2, 4));
});

test('a pinned query stands out in every head', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.cell(2, 4, 0).click();

  for (const head of [0, 1, 2, 3]) {
    const queries = sandbox.map(head).getByRole('rowheader');
    await expect(queries.nth(4)).toHaveCSS('font-weight', /^[67]00$/u);
    await expect(queries.nth(2)).toHaveCSS('font-weight', '400');
  }
  await expect(sandbox.word(4)).toBeChecked();
});

test('a word that is chosen lists what each head gives each key', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.word(0).click();

  const { weights } = traceOf();
  for (const key of tokens.keys()) {
    const listed = [0, 1, 2, 3]
      .map((head) => [head, headOf(weights, head)[0][key]])
      .filter(([, weight]) => weight >= 0.05)
      .map(([head, weight]) => `${head}${printed(weight)}`);
    const items = sandbox.words.getByRole('list').nth(key).getByRole('listitem');
    const shown = await items.allInnerTexts();
    expect(shown.map((text) => text.replace(/\s/gu, ''))).toEqual(listed);
  }
});

test('the explanation of a weight ends with the number that the core computed', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site, { head: '1', query: '5', key: '0' });
  const { q, scores, weights } = traceOf();

  await expect(sandbox.detail).toContainText(`= ${printed(headOf(scores, 1)[5][0])}`);
  await expect(sandbox.detail).toContainText(`= ${printed(headOf(weights, 1)[5][0])}`);
  const row = sandbox.detail.getByRole('table').getByRole('row').nth(1);
  await expect(row).toContainText(printed(headOf(scores, 1)[5][0]));
  const numbers = headOf(q, 1)[5].map(printed);
  await expect(sandbox.detail.getByRole('listitem').first()).toContainText(numbers[0]);
});

const matrices = {
  Q: 'q',
  K: 'k',
  V: 'v',
  Scores: 'scores',
  'Masked scores': 'maskedScores',
  Weights: 'weights',
  Output: 'heads',
};
for (const [name, tensor] of Object.entries(matrices)) {
  test(`the head's ${name} is shown whole, with the number under the pointer`, async ({
    page,
    site,
  }) => {
    const sandbox = await openSandbox(page, site, { causal: '1' });
    await sandbox.tab(name, { exact: true }).click();
    const wanted = headOf(traceOf({ causal: true })[tensor], 3);
    const isHidden = (i) => tensor === 'weights' && i % 6 > Math.floor(i / 6);

    const grid = sandbox.detail.getByRole('grid');
    await expect(grid).toHaveAccessibleName(
      new RegExp(`^Head 3: ${name}, 6 × ${wanted[0].length}`, 'u'),
    );
    const shown = await numbersOf(grid);
    for (const [i, value] of wanted.flat().entries()) {
      if (isHidden(i) || value === -Infinity) expect(shown[i]).toBe('hidden');
      else expectRounded(shown[i], value);
    }

    await cellOf(grid, 4, 2).hover();
    await expect(sandbox.detail.locator('output')).toHaveText(
      new RegExp(`^the.*2?: ${printed(wanted[4][2])}$`, 'u'),
    );
  });
}

/** As rounded as a cell has room for. */
function expectRounded(text, value) {
  const decimals = text.split('.')[1]?.length ?? 0;
  const shown = Number(text.replace('−', '-'));
  expect(Math.abs(shown - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-6);
}

test('at 360 px the heads are tabs, and the chosen one is drawn large', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const sandbox = await openSandbox(page, site);
  await sandbox.tab('Head 1').click();

  await expect(sandbox.tab('Head 1')).toHaveAttribute('aria-selected', 'true');
  await expect(sandbox.map(1)).toBeVisible();
  await expect(sandbox.map(3)).toHaveCount(0);
  const weights = headOf(traceOf().weights, 1).flat();
  expect(await numbersOf(sandbox.map(1))).toEqual(weights.map(printed));
});

test('many tokens are painted, with the number under the pointer', async ({ page, site }) => {
  const many = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const sandbox = await openSandbox(page, site, { tokens: many.join(' '), head: '0' });
  const picture = sandbox.map(0).locator('mh-map-picture');
  const { width, height } = await picture.boundingBox();
  await picture.hover({ position: { x: 0.51 * width, y: 0.76 * height } });

  const { weights } = traceOf({ tokens: many });
  const asked = /why does w(30|29) give w20 a weight of (0\.\d\d)\?/u;
  await expect(sandbox.detail).toContainText(asked);
  const [, query, weight] = asked.exec(
    await sandbox.detail.getByRole('heading').first().innerText(),
  );
  expect(weight).toBe(headOf(weights, 0)[query][20].toFixed(2));
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a tap explains a weight', async ({ page, site }) => {
    const sandbox = await openSandbox(page, site);
    await sandbox.cell(3, 5, 2).tap();

    await expect(sandbox.detail).toContainText(title(3, 5, 2));
  });

  test('a small cell shows its number above the finger', async ({ page, site }) => {
    const many = Array.from({ length: 20 }, (_, i) => `w${i}`);
    const sandbox = await openSandbox(page, site, { tokens: many.join(' '), head: '0' });
    await sandbox.cell(0, 4, 7).scrollIntoViewIfNeeded();
    const { x, y } = await sandbox.cell(0, 4, 7).boundingBox();
    const touches = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) =>
      touches.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x: x + 3, y: y + 3 }]);

    const weight = headOf(traceOf({ tokens: many }).weights, 0)[4][7];
    const finger = page.locator('#main-sandbox .finger');
    await expect(finger).toHaveText(`w4 to w7: ${printed(weight)}`);
    expect((await finger.boundingBox()).y).toBeLessThan(y);

    await touch('touchEnd', []);
    await expect(finger).toHaveCount(0);
  });
});
