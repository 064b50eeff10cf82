import { colourFaults, faults } from './axe.mjs';
import { expect, test } from './fixtures.mjs';
import { parts, places } from './pages.mjs';
import { openSandbox, sandboxIn } from './sandbox/sandbox-page.mjs';
import { scrollUntilReady } from './site/scroll-through.mjs';
import { changeViewport } from './viewport.mjs';

/** In each width the first colour scheme is checked in full, the other by what depends on colours. */
const widths = [
  { width: 1280, schemes: ['light', 'dark'] },
  { width: 360, schemes: ['dark', 'light'] },
];

/** Checks an open page in each width and colour scheme: opening it anew would take longer. */
async function expectNoFaults(page, state = '') {
  for (const { width, schemes } of widths) {
    for (const [i, colorScheme] of schemes.entries()) {
      const name = `${state} ${colorScheme}, ${width} px wide`.trim();
      await test.step(name, async () => {
        await changeViewport(page, { colorScheme, width });
        await expect(page.getByText('Loading')).toHaveCount(0);
        expect.soft(await (i === 0 ? faults : colourFaults)(page), name).toEqual([]);
      });
    }
  }
}

for (const place of places) {
  test(`axe finds nothing on ${place}, light and dark, 1280 and 360 px wide`, async ({
    page,
    site,
  }) => {
    test.slow(); // it reads the page four times
    await page.goto(`${site}#${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await expectNoFaults(page);
  });
}

test('axe finds nothing in a sandbox with everything open, in any theme and width', async ({
  page,
  site,
}) => {
  test.slow(); // it reads the page eight times
  const sandbox = await openSandbox(page, site, { causal: '1', query: '3' });
  await sandbox.button('Edit the sentence').click();
  await sandbox.button('Change the layer').click();
  await sandbox.choice('Divide scores by', 'nothing').click();
  await expect(sandbox.button('Do not divide')).toBeVisible();
  for (const [panel, tab] of [
    ['Show as table', 'Q'],
    ['Code for this figure', 'Masked scores'],
  ]) {
    await sandbox.tab(tab, { exact: true }).click();
    await sandbox.button(panel).click();
    await expectNoFaults(page, panel);
  }
});

const kinds = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
];
for (const [turn, { colorScheme, width }] of kinds.entries()) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    // Each long page once, with all its elements loaded.
    for (const { id } of parts.filter((_, i) => i % 2 === turn)) {
      test(`axe finds nothing on ${id} after all of it was read`, async ({ page, site }) => {
        test.slow();
        await page.goto(`${site}#${id}`);
        await scrollUntilReady(page);
        expect(await faults(page)).toEqual([]);
      });
    }

    test('axe finds nothing in cells that ran, failed and were checked', async ({ page, site }) => {
      await page.goto(`${site}#cells`);
      const cell = (id) => page.locator(`#cell-${id}`);
      await cell('forward').getByRole('button', { name: 'Run', exact: true }).click();
      await expect(cell('forward')).toContainText('The cell above defines x');
      for (const tries of [1, 2]) {
        await cell('causal').getByRole('button', { name: 'Run and check' }).click();
        await expect(cell('causal')).toContainText(`run ${tries}`);
      }
      await cell('causal').getByRole('button', { name: 'Show a solution' }).click();
      await expect(cell('causal').getByText('A solution', { exact: true })).toBeVisible();

      expect(await faults(page)).toEqual([]);
    });
  });
}

test('axe finds nothing where something went wrong', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { 'd-model': '30' });
  await expect(sandbox.problem).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await sandbox.button('Edit the sentence').click();
  await sandbox.sentence.fill('');
  await sandbox.sentence.press('Enter');
  await expect(sandbox.problem).toContainText('No tokens.');
  expect(await faults(page)).toEqual([]);
});

test('axe finds nothing where trained weights lack a word and have their own sizes', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site, { weights: 'trained', tokens: 'the elephant' });
  await expect(sandbox.problem).toContainText('does not know “elephant”.');
  await sandbox.button('Change the layer').click();

  expect(await faults(page)).toEqual([]);
});

test('axe finds nothing in 64 tokens', async ({ page, site }) => {
  const tokens = Array.from({ length: 64 }, (_, i) => `w${i}`).join(' ');
  await openSandbox(page, site, { tokens });

  expect(await faults(page)).toEqual([]);
});

test('axe finds nothing in answered checks', async ({ page, site }) => {
  await page.goto(`${site}#checks`);
  const quick = page.locator('#head-width');
  for (const value of ['12', '36']) {
    await quick.getByRole('radio', { name: value, exact: true }).check();
    await quick.getByRole('button', { name: 'Check' }).click();
  }
  const shape = page
    .locator('#split-shape')
    .getByLabel('The shape: write a size or a name for each axis');
  for (const [text, changed] of [
    ['[1, 2]', 'html'],
    ['[1, 2, 3, 4]', '#split-shape'],
    ['[2,', '#split-shape'],
  ]) {
    await shape.fill(text);
    await shape.press('Enter');
    expect(await faults(page, changed), text).toEqual([]);
  }
});

test('axe finds nothing in an answered interview', async ({ page, site }) => {
  await page.goto(`${site}#interview?main-interview=%7B"open":"crossover"%7D`);
  await page.getByLabel('I answered aloud').check();
  await page.getByRole('button', { name: 'Show the model answer' }).click();
  await page.getByRole('radio', { name: 'missed' }).check();

  expect(await faults(page)).toEqual([]);
});

test('axe finds nothing in an exhibit that was tested, named and fixed', async ({ page, site }) => {
  await page.goto(`${site}#museum`);
  const museum = page.locator('#main-museum');
  await museum.getByRole('button', { name: 'Choose all' }).click();
  await museum.getByRole('button', { name: 'Run the chosen tests' }).click();
  for (const bug of ['The causal mask is missing', 'Scores are not divided']) {
    await museum.getByRole('radio', { name: bug }).check();
    await museum.getByRole('button', { name: 'Check' }).click();
  }
  await museum.getByText('The test’s code').click();
  await museum.getByRole('button', { name: 'Describe in words' }).click();
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await faults(page), colorScheme).toEqual([]);
  }
});

test('axe finds nothing in a frame and in the one file', async ({ page, site, singleFile }) => {
  await page.goto(`${site}embed.html?tokens=The+cat+sat&heads=2`);
  await expect(sandboxIn(page).caption).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await page.goto(`${singleFile}#sandbox`);
  await expect(sandboxIn(page.locator('#main-sandbox')).caption).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('a screen reader gets the figure in words, and is told when it has changed', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site);
  await expect(page.getByRole('figure', { name: 'Where does each head look?' })).toBeVisible();
  await expect(page.getByRole('figure')).toHaveAccessibleDescription(/The query is “sat”/u);
  await sandbox.word(5).click();

  await expect(page.getByRole('figure')).toHaveAccessibleDescription(/The query is “mat”/u);
  const status = page.locator('#main-sandbox').getByRole('status');
  await expect(status.filter({ hasText: 'The query is “mat”, token 5.' })).toHaveCount(1);
});

test('a grid says how large it is, and each cell what it holds', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  const map = sandbox.map(0);

  await expect(map.getByRole('row')).toHaveCount(7);
  await expect(map.getByRole('columnheader', { name: 'cat' })).toHaveCount(1);
  await expect(map.getByRole('rowheader', { name: 'cat' })).toHaveCount(1);
  await expect(sandbox.cell(0, 1, 4)).toHaveAccessibleName(/^cat to the: 0\.\d\d$/u);
});

test('a choice with a name of its own is read once', async ({ page, site }) => {
  await openSandbox(page, site);
  const scales = page.getByRole('group', { name: 'Divide scores by' });

  expect((await scales.ariaSnapshot()).match(/square root.*|√.*/gu)).toEqual([
    'square root of d head" [checked]',
    'square root of d model"',
  ]);
});
