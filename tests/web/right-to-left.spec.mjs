import { expect, test } from './fixtures.mjs';
import { places } from './pages.mjs';
import { openSandbox } from './sandbox/sandbox-page.mjs';
import { changeViewport } from './viewport.mjs';

/** The pages as a right-to-left site would have them. */
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
  ),
);

const leftOf = (part) => part.boundingBox().then(({ x }) => x);
const rightOf = (part) => part.boundingBox().then(({ x, width }) => x + width);

test('no mirrored page scrolls sideways at 360 or 1280 px', async ({ page, site }) => {
  test.slow(); // it lays out each page twice
  await openSandbox(page, site);
  for (const id of places) {
    await page.goto(`${site}#${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [360, 1280]) {
      await changeViewport(page, { width, height: 800 });
      const { scrollWidth, left } = await page.evaluate(() => ({
        scrollWidth: document.scrollingElement.scrollWidth,
        left: Math.min(
          ...[...document.querySelectorAll('section.page')]
            .filter((section) => section.checkVisibility())
            .map((section) => section.getBoundingClientRect().left),
        ),
      }));
      expect.soft(scrollWidth, `${id}, ${width} px`).toBeLessThanOrEqual(width);
      expect.soft(left, `${id}, ${width} px`).toBeGreaterThanOrEqual(0);
    }
  }
});

test('the page and a figure are mirrored: the first part is on the right', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const sandbox = await openSandbox(page, site);

  const name = page.getByRole('link', { name: 'manyheads', exact: true });
  expect(await leftOf(name)).toBeGreaterThan(
    await leftOf(page.getByText('Settings', { exact: true })),
  );
  expect(await leftOf(sandbox.map(0))).toBeGreaterThan(await leftOf(sandbox.map(1)));
  const question = page.locator('#main-sandbox mh-figure #question');
  const figure = page.locator('#main-sandbox');
  expect(Math.abs((await rightOf(question)) - (await rightOf(figure)))).toBeLessThan(1);
});

test('the title of a matrix that is not mirrored is above it', async ({ page, site }) => {
  await page.goto(`${site}#output-projection`);
  const board = page.locator('#main-output-projection .board');
  const title = board.getByRole('heading', { name: 'The heads side by side' });
  await expect(title).toBeVisible();

  const textLeft = await title.evaluate((heading) => {
    const text = new Range();
    text.selectNodeContents(heading);
    return text.getBoundingClientRect().x;
  });
  expect(textLeft).toBeCloseTo(await leftOf(board.locator('.bands').first()), 0);
});

test('a matrix is not mirrored: columns and words run from left to right', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site);

  expect(await leftOf(sandbox.cell(0, 0, 0))).toBeLessThan(await leftOf(sandbox.cell(0, 0, 1)));
  expect(await leftOf(sandbox.word(0))).toBeLessThan(await leftOf(sandbox.word(1)));
  const [least, most] = [
    page.locator('.extent > :first-child'),
    page.locator('.extent > :last-child'),
  ];
  expect(await leftOf(least.first())).toBeLessThan(await leftOf(most.first()));
});

test('a minus comes before its number, a full stop after its sentence', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  const places = (part, [from, to]) =>
    part.evaluate(
      (element, [from, to]) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const nodes = [];
        while (walker.nextNode())
          if (walker.currentNode.data.trim()) nodes.push(walker.currentNode);
        const box = (node, at) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect().x;
        };
        const last = nodes.at(-1);
        const at = (place) => (place < 0 ? last.data.trimEnd().length + place : place);
        return [box(last, at(from)), box(last, at(to))];
      },
      [from, to],
    );

  const number = sandbox.detail.getByRole('cell', { name: /^−/u }).first();
  const [minus, digit] = await places(number, [0, 1]);
  expect(minus).toBeLessThan(digit);
  const [letter, stop] = await places(
    page.locator('#main-sandbox').getByText('Entropy').last(),
    [-2, -1],
  );
  expect(letter).toBeLessThan(stop);
});

test('the left arrow goes to the next tab', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.tab('Why this weight').focus();
  await page.keyboard.press('ArrowLeft');

  await expect(sandbox.tab('W Q')).toBeFocused();
});

test('the left arrow goes to the next listing', async ({ page, site }) => {
  await page.goto(`${site}#steps?listing=numpy`);
  const tab = (name) => page.locator('mh-steps-listing').getByRole('tab', { name });
  await tab('NumPy').focus();
  await page.keyboard.press('ArrowLeft');

  await expect(tab('PyTorch')).toBeFocused();
  await expect(tab('PyTorch')).toHaveAttribute('aria-selected', 'true');
});

test('a shape is typed and read from left to right', async ({ page, site }) => {
  await page.goto(`${site}#checks`);
  const shape = page.locator('#split-shape');
  await shape.getByRole('textbox').fill('[2, 4]');
  await shape.getByRole('textbox').press('Enter');

  await expect(shape.getByRole('textbox')).toHaveCSS('direction', 'ltr');
  const axes = shape.getByRole('columnheader');
  expect(await leftOf(axes.first())).toBeLessThan(await leftOf(axes.last()));
  await shape.getByText('Show the code').click();
  await expect(shape.locator('pre')).toHaveCSS('direction', 'ltr');
});

test('steps run from left to right in a mirrored bench', async ({ page, site }) => {
  await page.goto(`${site}#training`);
  const bench = page.locator('#main-training');

  await expect(bench.locator('svg.chart').first()).toHaveCSS('direction', 'ltr');
  await expect(bench.getByRole('slider', { name: 'Step shown' })).toHaveCSS('direction', 'ltr');
});
