import { faults } from '../axe.mjs';
import { engine, printed } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { cellOf, eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openPipeline(page, site, settings = {}) {
  await page.goto(`${site}#pipeline?${new URLSearchParams(settings)}`);
  const pipeline = page.locator('#main-pipeline');
  await expect(pipeline.locator('.bands')).toBeVisible();
  return {
    pipeline,
    button: (name) => pipeline.getByRole('button', { name, exact: true }),
    opened: pipeline.getByRole('heading', { level: 3 }).first(),
    stop: pipeline.locator('.spot[tabindex="0"]'),
    grid: (name) => pipeline.getByRole('grid', { name: new RegExp(`^${name}\\b`, 'u') }),
    lit: pipeline.locator('.code.lit'),
    predict: pipeline.locator('mh-predict'),
    caption: pipeline.locator('[slot=caption]'),
  };
}

/** The scores of the walk, with the core's own numbers. */
function walk() {
  const x = engine.tensor.randomNormal([2, 4, 100], { seed: 7 });
  const context = engine.tensor.randomNormal([2, 6, 100], { seed: 8 });
  const layer = engine.attention({ dModel: 100, numHeads: 5, seed: 7 });
  const trace = layer.trace(x, { context, validLens: [3, 2] });
  layer.dispose();
  return trace;
}

test('it opens on the scores of one head, with the core’s numbers and their place', async ({
  page,
  site,
}) => {
  const { opened, grid, lit, pipeline, caption } = await openPipeline(page, site);
  const { maskedScores, weights } = walk();
  const place = 2 * 24 + 2 * 6;

  await expect(opened).toContainText('the scores S of head 2, sequence 0');
  await expect(pipeline.locator('.line b')).toHaveText(printed(maskedScores.data[place]));
  await expect(cellOf(grid('S'), 2, 0)).toHaveText(printed(maskedScores.data[place]));
  await expect(cellOf(grid('A'), 2, 0)).toHaveText(printed(weights.data[place]));
  await expect(cellOf(grid('A'), 2, 0)).toHaveAccessibleName(
    `q 2, key 0: ${printed(weights.data[place])}`,
  );
  await expect(pipeline.locator('.sum')).toHaveText('2 × 24 + 2 × 6 = position 60 of 0 to 239');
  await expect(lit).toHaveText([/S = S \/ np\.sqrt\(20\)/u, /S\[hidden\] = -np\.inf/u]);
  await expect(caption).toContainText('Of 240 scores, 100 remain');
});

test('the head axis of each shape is underlined', async ({ page, site }) => {
  const { pipeline } = await openPipeline(page, site);
  const axis = pipeline.locator('.picture .axis').first();
  await axis.scrollIntoViewIfNeeded();
  const picture = await page.screenshot({ clip: await axis.boundingBox() });
  const darkestRow = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const { width, height } = image;
      const pen = new OffscreenCanvas(width, height).getContext('2d');
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, width, height);
      const isDark = (row, column) => data[4 * (row * width + column)] < 128;
      const shares = Array.from({ length: height }, (_, row) => {
        const columns = Array.from({ length: width }, (_, column) => isDark(row, column));
        return columns.filter(Boolean).length / width;
      });
      return Math.max(...shares);
    },
    [...picture],
  );
  expect(darkestRow).toBeGreaterThan(0.75);
});

test('a click on a tensor, a code step or a cell opens it', async ({ page, site }) => {
  const { button, opened, pipeline, grid } = await openPipeline(page, site);
  await button('the context Z [2, 5, 4, 20], head 3, sequence 1').click();
  await expect(opened).toContainText('the context Z of head 3, sequence 1');

  await pipeline.getByRole('button', { name: /^Step 9: Join/u }).click();
  await expect(opened).toContainText('the joined heads C');
  await cellOf(grid('C'), 1, 2).click();
  await expect(page).toHaveURL(/tensor=c&sequence=1&head=3&query=1&column=\d/u);
  await expect(pipeline.locator('.sum')).toContainText('1 × 400 + 1 × 100');
  await page.reload();
  await expect(opened).toContainText('the joined heads C');
});

test('arrows follow the flow, Page Down goes to the next head', async ({ page, site }) => {
  const { opened, stop } = await openPipeline(page, site);
  await stop.focus();
  await page.keyboard.press('ArrowRight');
  await expect(opened).toContainText('the attention weights A of head 2');
  await page.keyboard.press('PageDown');
  await expect(opened).toContainText('the attention weights A of head 3');
  await expect(stop).toBeFocused();
  await page.keyboard.press('Home');
  await expect(opened).toContainText('the queries’ tokens X');
  await expect(stop).toHaveCount(1);
});

test('the chosen tensor shows when it has the focus', async ({ page, site }) => {
  const { stop } = await openPipeline(page, site);
  const ring = () =>
    stop.evaluate((spot) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(spot);
      return `${outlineWidth} wide, ${outlineOffset} away`;
    });
  const chosen = await ring();
  await page.keyboard.press('Shift'); // what is focused next shows it
  await stop.focus();

  expect(await ring()).not.toBe(chosen);
});

test('the transpose can be left out after a guess, and put back', async ({ page, site }) => {
  await recordEvents(page);
  const { button, caption, pipeline, predict } = await openPipeline(page, site);
  await expect(predict).toContainText('How many of its 800 numbers');
  await predict.getByRole('radio', { name: 'none' }).check();
  await button('Skip the transpose').click();

  await expect(predict).toContainText('Not as you predicted. 720 of 800');
  await expect(caption).toContainText('Without the transpose');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ question: 'predict:skip', answer: 'none', correct: false });
  await pipeline.getByRole('switch', { name: 'Skip the transpose of Q' }).uncheck();
  await expect(caption).toContainText('nothing crosses');
});

test('sizes, presets and links change the layer, and a button repairs a bad split', async ({
  page,
  site,
}) => {
  const { button, caption, pipeline } = await openPipeline(page, site);
  await pipeline.getByRole('combobox', { name: 'Layer', exact: true }).selectOption({ index: 2 });
  await expect(caption).toContainText('there are 6 lanes');
  await expect(pipeline).toContainText('np.repeat(K, 3, axis=1)');
  await button('Self-attention of the encoder layer').click();
  await expect(pipeline).not.toContainText('S[hidden]');

  await button('More').click();
  await pipeline.getByLabel('d model', { exact: true }).fill('50');
  await pipeline.getByLabel('d model', { exact: true }).press('Enter');
  await expect(pipeline.getByRole('alert')).toContainText(
    '50 numbers cannot be split over 6 heads',
  );
  await button('Use 54').click();
  await expect(pipeline.getByRole('alert')).toHaveCount(0);
  await expect(pipeline).toContainText('[54, 54]');
});

/** Texts of the pictures that are cut off, or written over another. */
const unreadable = (pipeline) =>
  pipeline.evaluate(({ shadowRoot }) => {
    const texts = [...shadowRoot.querySelectorAll('.bands text')].map((text) => ({
      words: text.textContent.replace(/\s+/gu, ' ').trim(),
      box: text.getBoundingClientRect(),
    }));
    const both = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
    const isOver = (a, b) => both(a, b, 'left', 'right') > 1 && both(a, b, 'top', 'bottom') > 4;
    return texts
      .filter(
        ({ box }, i) =>
          box.right > innerWidth || texts.slice(0, i).some((other) => isOver(box, other.box)),
      )
      .map(({ words }) => words);
  });

test('on a phone there is one lane, all of it readable, and the other heads are tabs', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 900 });
  const { opened, pipeline } = await openPipeline(page, site);
  expect(await unreadable(pipeline)).toEqual([]);
  await pipeline.evaluate((element) => (element.state = { dModel: 3, dHead: 128, heads: 2 }));
  await expect(pipeline.locator('.bands')).toContainText('[2, 2, 4, 128]');
  expect(await unreadable(pipeline)).toEqual([]);
  await pipeline.evaluate((element) => (element.state = {}));
  const tab = (head) => pipeline.getByRole('tab', { name: `Head ${head}` });
  await expect(tab(2)).toHaveAttribute('aria-selected', 'true');
  await tab(2).press('ArrowRight');

  await expect(tab(3)).toBeFocused();
  await expect(opened).toContainText('of head 3');
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
]) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('axe finds nothing, and the page does not scroll sideways', async ({ page, site }) => {
      test.slow(); // it reads three layers, one of twelve heads
      for (const settings of [
        { tensor: 'wq', skip: '1' },
        { tensor: 'k0', kind: 'causal', heads: 6, 'kv-heads': 2, 'd-model': 48, batch: 5 },
        { tensor: 'a', heads: 12, 'd-model': 96, tokens: 12, memory: 12 },
      ]) {
        const { button } = await openPipeline(page, site, settings);
        // What is open stays open where only the address changes.
        for (const name of settings.tensor === 'wq' ? ['More', 'Show as table'] : []) {
          await button(name).click();
        }
        expect(await faults(page, 'mh-pipeline'), settings.tensor).toEqual([]);
        const scrolled = await page.evaluate(() => document.scrollingElement.scrollWidth);
        expect(scrolled).toBeLessThanOrEqual(width);
      }
    });
  });
}

test('a verdict goes with the layer that it was about', async ({ page, site }) => {
  const { pipeline, predict } = await openPipeline(page, site);
  await predict.getByRole('radio').first().check();
  await predict.getByRole('button').click();
  await expect(predict.getByRole('radio')).toHaveCount(0);
  await pipeline.evaluate((element) => (element.state = { heads: 4 }));

  await expect(predict.getByRole('radio').first()).toBeVisible();
});

test('a verdict stays when a page assigns the state that it was sent', async ({ page, site }) => {
  const { pipeline, predict } = await openPipeline(page, site);
  await pipeline.evaluate((element) =>
    element.addEventListener('mh-state', ({ detail }) => (element.state = detail.state)),
  );
  await predict.getByRole('radio').first().check();
  await predict.getByRole('button').click();

  await expect(predict.getByRole('radio')).toHaveCount(0);
  await expect(predict).toContainText(/\S/u);

  await pipeline.evaluate((element) => element.setAttribute('heads', '4'));
  await expect(predict.getByRole('radio').first()).toBeVisible();
});
