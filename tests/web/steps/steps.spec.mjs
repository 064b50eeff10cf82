import { faults } from '../axe.mjs';
import { engine, printed } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { cellOf, eventsOf, numbersOf, recordEvents } from '../sandbox/sandbox-page.mjs';

/** What the core computes for the settings of an element. */
function traceOf({ tokens = 'The cat sat on', heads = 2, dModel = 8, causal = false } = {}) {
  const x = engine.embed(tokens.split(' '), { dModel, seed: 0 });
  const layer = engine.attention({ dModel, numHeads: heads, seed: 0 });
  const trace = layer.trace(x, { causal });
  layer.dispose();
  return { x, ...trace };
}
const of = (tensor, head) => engine.tensor.toNested(tensor)[head].flat();

async function openSteps(page, site, settings = {}) {
  await page.goto(`${site}#steps?${new URLSearchParams(settings)}`);
  const steps = page.locator('#main-steps');
  await expect(steps.getByRole('slider', { name: 'Step' })).toBeVisible();
  return {
    steps,
    place: steps.locator('.kind'),
    title: steps.getByRole('heading', { level: 3 }),
    ticks: steps.getByRole('slider', { name: 'Step' }),
    button: (name, options) => steps.getByRole('button', { name, ...options }),
    grid: (name) => steps.getByRole('grid', { name: new RegExp(`^${name}\\b`, 'u') }),
    origin: steps.locator('.origin'),
    lit: steps.locator('li[aria-current=step]'),
    tab: (name) => steps.getByRole('tab', { name }),
  };
}

test('two heads have 13 steps, four have 21, and the button goes through them', async ({
  page,
  site,
}) => {
  const { place, title, button, steps } = await openSteps(page, site);
  await expect(place).toHaveText('Step 1 of 13');
  await button('Next: matrices').click();
  await button('Next: head 0').click();
  await button('Next: scores').click();
  await expect(place).toHaveText('Step 4 of 13');
  await expect(title).toHaveText('Head 0: scores, divided');
  await button('Back').click();
  await expect(place).toHaveText('Step 3 of 13');

  await steps.getByRole('combobox', { name: 'Heads', exact: true }).selectOption('4');

  await expect(place).toHaveText('Step 3 of 21');
});

test('no line of a listing is cut off, also on paper', async ({ page, site }) => {
  const { tab, steps } = await openSteps(page, site, { variant: 'grouped', heads: 4, causal: 1 });
  const panel = steps.locator('mh-steps-listing [role=tabpanel]');
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  /** How far the code goes beyond what is seen. */
  const hidden = () =>
    panel.evaluate((panel) => {
      const { left, right } = panel.getBoundingClientRect();
      const lines = [...panel.querySelectorAll('code')].map((code) => code.getBoundingClientRect());
      return {
        beside: Math.max(...lines.map((line) => Math.max(line.right - right, left - line.left))),
        below: panel.scrollHeight - panel.clientHeight,
      };
    });
  for (const name of ['Pseudocode', 'NumPy', 'PyTorch', 'C++', 'JavaScript']) {
    await tab(name).click();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const { beside, below } = await hidden();
      expect(beside, `${name} at ${width}`).toBeLessThanOrEqual(0);
      if (width === 1280 && !['C++', 'JavaScript'].includes(name)) expect(below, name).toBe(0);
    }
    await page.emulateMedia({ media: 'print' });
    expect(await hidden(), `${name} on paper`).toMatchObject({ below: 0 });
    await page.emulateMedia({ media: 'screen' });
  }
});

test('each step shows the tensors of this run', async ({ page, site }) => {
  const { x, q, k, v, maskedScores, weights, heads, combined, output } = traceOf({ causal: true });
  const whole = (tensor) => [...tensor.data];
  const wanted = [
    [1, { x: whole(x) }],
    [7, { q: of(q, 1), k: of(k, 1), v: of(v, 1) }],
    [8, { scores: of(maskedScores, 1) }],
    [10, { 'heads of head 1': of(heads, 1) }],
    [11, { combined: whole(combined) }],
    [13, { output: whole(output) }],
  ];
  const short = (value) =>
    value === -Infinity
      ? 'hidden'
      : value
          .toFixed(Math.abs(value) >= 9.95 ? 0 : 1)
          .replace(/^-(?=.*[1-9])/u, '−')
          .replace('-', '');
  for (const [step, matrices] of wanted) {
    const { grid } = await openSteps(page, site, { causal: '1', step });
    for (const [name, values] of Object.entries(matrices)) {
      await expect.poll(() => numbersOf(grid(name)), name).toEqual(values.map(short));
    }
  }
  const { grid } = await openSteps(page, site, { causal: '1', step: 9 });
  const scores = of(maskedScores, 1);
  const shares = of(weights, 1).map((weight, i) =>
    scores[i] === -Infinity ? 'hidden' : printed(weight),
  );
  await expect.poll(() => numbersOf(grid('weights'))).toEqual(shares);
});

test('a click on a number shows how it was computed', async ({ page, site }) => {
  const { grid, origin } = await openSteps(page, site, { step: 4 });
  const { q, k, scores } = traceOf();
  await cellOf(grid('scores'), 1, 3).click();

  await expect(origin).toContainText(`Where ${printed(of(scores, 0)[7])} comes from`);
  await expect(origin).toContainText('scores[1, 3] = q[1] · k[3] / √4');
  await expect(origin.getByRole('row', { name: 'q[1]' }).getByRole('cell')).toHaveText(
    of(q, 0).slice(4, 8).map(printed),
  );
  await expect(origin.getByRole('row', { name: 'k[3]' }).getByRole('cell')).toHaveText(
    of(k, 0).slice(12, 16).map(printed),
  );
  await expect(origin.locator('.result b')).toHaveText(printed(of(scores, 0)[7]));
});

test('arrow keys go from number to number, and Enter reads one aloud', async ({ page, site }) => {
  const { grid, origin, steps } = await openSteps(page, site, { step: 5, cell: 'weights,1,0' });
  await cellOf(grid('weights'), 1, 0).focus();
  await page.keyboard.press('ArrowRight');
  await expect(origin).toContainText('weights[1, 1] = softmax(scores[1])[1]');
  await page.keyboard.press('Enter');

  const status = steps.locator('p.unseen[role=status]');
  await expect(status).toContainText('cat gives cat, in head 0');
  await expect(status, 'one full stop').not.toContainText(/\.\s*\./u);
  await expect.poll(() => page.url()).toContain('cell=weights%2C1%2C1');
});

test('a step is announced once: after a button, or as the value of the row of steps', async ({
  page,
  site,
}) => {
  const { button, steps, ticks } = await openSteps(page, site);
  const status = steps.locator('p.unseen[role=status]');
  await button('Next: matrices').click();
  await expect(status).toContainText('Step 2 of 13');
  await ticks.press('ArrowRight');

  await expect(ticks).toHaveAttribute('aria-valuetext', /^Step 3 of 13/u);
  await expect(status).toHaveText('');
});

test('a change of the layer is announced, and so is its undo', async ({ page, site }) => {
  const { button, steps } = await openSteps(page, site);
  const status = steps.locator('p.unseen[role=status]');
  await button('“I love deep learning”, 4 heads').click();
  await expect(status).toContainText('4 heads, each');
  await button('Undo').click();

  await expect(status).toContainText('2 heads, each 4 wide');
});

test('a hidden score says that it is hidden, and its value without the mask', async ({
  page,
  site,
}) => {
  const { origin } = await openSteps(page, site, { step: 4, causal: '1', cell: 'scores,0,2' });
  const { scores } = traceOf({ causal: true });

  await expect(origin).toContainText('Where −∞ comes from');
  await expect(origin).toContainText('sat comes after The, so it is hidden');
  await expect(origin).toContainText(`${printed(of(scores, 0)[2])} → −∞`);
});

test('the last step shows each head’s share of a number', async ({ page, site }) => {
  const { origin } = await openSteps(page, site, { step: 13, cell: 'output,2,5' });
  const { output } = traceOf();

  await expect(origin.getByRole('columnheader', { name: 'head 1' })).toBeVisible();
  await expect(origin.locator('.result b')).toHaveText(printed(output.data[2 * 8 + 5]));
});

test('the lines of the step are marked in every listing', async ({ page, site }) => {
  const { lit, tab, button } = await openSteps(page, site, { step: 5 });
  const softmax = {
    Pseudocode: 'softmax of each row',
    NumPy: 'np.exp(scores',
    PyTorch: 'scores.softmax(dim=-1)',
    'C++': 'std::exp(',
    JavaScript: 'Math.exp(',
  };
  for (const [language, line] of Object.entries(softmax)) {
    await tab(language).click();
    await expect(lit.filter({ hasText: line })).toHaveCount(1);
    await expect(lit.filter({ hasText: line })).toBeInViewport();
  }
  await button('Next: its output').click();
  await expect(lit).toHaveText(/heads\.push\(matmul\(weights, v\)\);/u);
});

test('arrow keys go through the tabs of the listings', async ({ page, site }) => {
  const { tab } = await openSteps(page, site);
  await tab('NumPy').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('PyTorch')).toBeFocused();
  await expect(tab('PyTorch')).toHaveAttribute('aria-selected', 'true');
});

test('arrow keys on the ticks go a step, Page Up a head, Home and End to the ends', async ({
  page,
  site,
}) => {
  const { ticks, place, title } = await openSteps(page, site);
  await ticks.focus();
  for (const [key, step] of [
    ['ArrowRight', 2],
    ['Meta+End', 2], // the browser's
    ['PageUp', 3],
    ['PageUp', 7],
    ['ArrowLeft', 6],
    ['End', 13],
    ['ArrowRight', 13],
    ['Home', 1],
  ]) {
    await page.keyboard.press(key);
    await expect(place).toHaveText(`Step ${step} of 13`);
  }
  await expect(ticks).toHaveAttribute('aria-valuetext', 'Step 1 of 13: The embeddings');
  await expect(title).toHaveText('The embeddings');
  await expect(ticks).toBeFocused();
});

test('Play goes through the steps and stops at the end', async ({ page, site }) => {
  await page.clock.install();
  const { steps, place, button } = await openSteps(page, site, { step: 11 });
  await steps.getByLabel('Pace').selectOption('fast');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await button('Play all').click();
  await page.clock.runFor(800);
  await expect(place).toHaveText('Step 12 of 13');
  await expect(button('Pause')).toBeVisible();
  await page.clock.runFor(5000);

  await expect(place).toHaveText('Step 13 of 13');
  await expect(button('Play all')).toBeVisible();
});

test('with seven numbers for two heads the picture stays, and a button repairs it', async ({
  page,
  site,
}) => {
  const { steps, grid, button, ticks } = await openSteps(page, site, { step: 4 });
  const before = await numbersOf(grid('scores'));
  await steps.getByLabel('Width, d model').fill('7');
  await steps.getByLabel('Width, d model').press('Enter');
  await expect(steps.getByRole('alert')).toContainText('7 ÷ 2 = 3.5');
  expect(await numbersOf(grid('scores'))).toEqual(before);

  await button('Use 8').click();

  await expect(steps.getByRole('alert')).toHaveCount(0);
  await expect(steps.getByLabel('Width, d model')).toHaveValue('8');
  await expect(ticks).toBeFocused();
});

test('a refused width stays in its field, which says what is possible', async ({ page, site }) => {
  const { steps, grid, button } = await openSteps(page, site, { step: 4 });
  const width = steps.getByLabel('Width, d model');
  const top = async () => (await grid('scores').boundingBox()).y - (await steps.boundingBox()).y;
  const before = await top();
  for (const typed of ['300', '0', '7.5', '']) {
    await width.fill(typed);
    await width.press('Enter');

    await expect(width).toHaveValue(typed);
    await expect(width).toHaveAttribute('aria-invalid', 'true');
    const says = `${typed && `${typed} is not possible. `}Enter a whole number from 1 to 16.`;
    await expect(width).toHaveAccessibleDescription(says);
  }
  await width.fill('7'); // possible by itself, but not with two heads
  await width.press('Enter');
  await expect(width).toHaveAccessibleDescription(/7 ÷ 2 = 3.5/u);
  expect(await top()).toBe(before);

  await width.fill('12');
  await width.press('Enter');
  await expect(width).not.toHaveAttribute('aria-invalid');
  await expect(steps.getByRole('alert')).toHaveCount(0);
  await width.fill('17');
  await width.press('Enter');
  await button('Reset').click();
  await expect(width).toHaveValue('8');
  await expect(steps.getByRole('alert')).toHaveCount(0);
});

test('a message says that there are too many tokens', async ({ page, site }) => {
  const { steps, grid } = await openSteps(page, site);
  const tokens = steps.getByLabel('Tokens, up to 8');
  await tokens.fill('one two three four five six seven eight nine');
  await tokens.press('Enter');

  await expect(tokens).toHaveAccessibleDescription(/These are 9 tokens\. .* room for 8/u);
  await expect(tokens).toHaveValue(/nine$/u);
  await expect(grid('x').getByRole('rowheader')).toHaveCount(4);
  await tokens.fill('one two three');
  await tokens.press('Enter');
  await expect(grid('x').getByRole('rowheader')).toHaveCount(3);
  await expect(tokens).not.toHaveAttribute('aria-invalid');
});

test('the second sentence comes with four heads by one click', async ({ page, site }) => {
  const { place, button, grid } = await openSteps(page, site);
  await button('“I love deep learning”, 4 heads').click();

  await expect(place).toHaveText('Step 1 of 21');
  await expect(grid('x').getByRole('rowheader', { name: 'learning' })).toBeVisible();
});

test('without W_O there is one step fewer and no line for it in the listing', async ({
  page,
  site,
}) => {
  const { steps, place } = await openSteps(page, site, { step: 12 });
  await steps.getByLabel('Variant').selectOption('no-output');

  await expect(place).toHaveText(/of 12$/u);
  await expect(steps.getByRole('tabpanel')).not.toContainText('wo');
});

test('a reload restores the step, the listing and the number', async ({ page, site }) => {
  await recordEvents(page);
  const { tab, grid, place, origin, button } = await openSteps(page, site);
  await button('Next: matrices').click();
  await tab('C++').click();
  await cellOf(grid('wk'), 3, 5).click();
  await expect.poll(() => page.url()).toMatch(/step=2&listing=cpp&cell=wk/u);
  const { detail } = (await eventsOf(page, 'mh-state')).at(-1);
  expect(detail).toMatchObject({ element: 'mh-steps', id: 'main-steps', version: 1 });
  await page.reload();

  await expect(place).toHaveText('Step 2 of 13');
  await expect(tab('C++')).toHaveAttribute('aria-selected', 'true');
  await expect(origin).toContainText('wk[3, 5]');
});

const guest = (script) => `<!doctype html><html lang="en"><title>A course</title>${script}
  <mh-steps step="5" heads="4" causal listing="javascript">Steps.</mh-steps></html>`;

test('it works on another page, and as a plain script from the disk', async ({ page, host }) => {
  const pages = [
    host.write(
      'steps.html',
      guest('<script type="module" src="manyheads/elements-define.js"></script>'),
    ).served,
    host.write(
      'steps-disk.html',
      guest('<script src="manyheads/manyheads.iife.js" defer></script>'),
    ).file,
  ];
  for (const address of pages) {
    await page.goto(address);
    await expect(page.getByText('Step 5 of 21')).toBeVisible();
    await expect(page.locator('li[aria-current=step]').first()).toContainText('scores.map');
  }
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
]) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('axe finds nothing in any kind of step, and the page does not scroll sideways', async ({
      page,
      site,
    }) => {
      for (const step of [1, 2, 3, 4, 5, 20]) {
        await openSteps(page, site, { causal: '1', heads: '4', step });
        expect(await faults(page, 'mh-steps'), `step ${step}`).toEqual([]);
        const scrolled = await page.evaluate(() => document.scrollingElement.scrollWidth);
        expect(scrolled).toBeLessThanOrEqual(width);
      }
    });
  });
}

test('Page Down scrolls where there is no next map', async ({ page, site }) => {
  await page.goto(`${site}#steps`);
  const cell = page.locator('#main-steps mh-heat-map').first().getByRole('gridcell').first();
  await cell.click();
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press('PageDown');

  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
});
