import { expect, test } from '../fixtures.mjs';
import { printed, traceOf } from '../computed.mjs';
import { expectMapsOf, numbersOf, openSandbox } from './sandbox-page.mjs';
import { crowdedNumbers } from '../spaced-letters.mjs';

async function openLayer(page, site, settings) {
  const sandbox = await openSandbox(page, site, settings);
  await sandbox.button('Change the layer').click();
  return sandbox;
}
const choose = (page, label, value) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(value);
const set = async (page, label, value) => {
  const field = page.locator('#main-sandbox').getByLabel(label);
  await field.fill(value);
  await field.press('Enter');
};

for (const heads of [1, 2, 8]) {
  test(`${heads} heads draw ${heads} maps, as the package computes them`, async ({
    page,
    site,
  }) => {
    await openLayer(page, site);
    await choose(page, 'Heads', String(heads));

    await expectMapsOf(page, { heads });
    await expect(page.getByText(`Each head is ${32 / heads} wide.`)).toBeVisible();
  });
}

test('sixteen heads are drawn', async ({ page, site }) => {
  await openLayer(page, site);
  await choose(page, 'Heads', '16');

  await expectMapsOf(page, { heads: 16 });
});

for (const width of [1280, 360]) {
  test(`of sixteen heads no number runs into another, at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSandbox(page, site, { heads: '16' });
    const overlaps = await page.locator('mh-sentence li').evaluateAll((items) =>
      items
        .filter((item) => {
          const [head, weight] = item.querySelectorAll('.head, .head + span');
          const text = document.createRange();
          text.selectNodeContents(head);
          return text.getBoundingClientRect().right >= weight.getBoundingClientRect().left;
        })
        .map((item) => item.textContent),
    );
    expect(overlaps).toEqual([]);
    expect(await page.locator('mh-sentence li').count()).toBeGreaterThan(20);

    const heads = page.getByRole('group', { name: 'Heads in use' });
    const rights = await heads.getByRole('button').evaluateAll((buttons) => {
      const boxes = buttons.map((button) => button.getBoundingClientRect());
      const tops = [...new Set(boxes.map(({ top }) => top))];
      return tops.map((row) =>
        Math.max(...boxes.filter(({ top }) => top === row).map(({ right }) => right)),
      );
    });
    expect(rights.length).toBeGreaterThan(1);
    for (const right of rights) expect(right).toBeCloseTo(rights[0], 0);
  });
}

test('the width of the model changes the maps', async ({ page, site }) => {
  await openLayer(page, site);
  await set(page, 'Numbers per token, d model', '20');

  await expectMapsOf(page, { dModel: 20 });
  await expect(page.getByText('4 heads, each 5 wide; 20 numbers per token.')).toBeVisible();
});

test('typed text stays when the pointer moves over a map', async ({ page, site }) => {
  const sandbox = await openLayer(page, site);
  const field = page.getByLabel('Numbers per token, d model');
  await field.fill('20');
  await sandbox.cell(0, 1, 1).hover();
  await expect(sandbox.detail).toContainText('Head 0: why does cat');
  await field.press('Enter');

  await expectMapsOf(page, { dModel: 20 });
});

test('another seed draws other weights', async ({ page, site }) => {
  await openLayer(page, site);
  await page.getByLabel('Seed: 6').fill('41');

  await expectMapsOf(page, { seed: 41 });
  await expect(page.getByText('Random parameters, seed 41')).toBeVisible();
});

test('the embeddings can be scaled', async ({ page, site }) => {
  await openLayer(page, site);
  await page.getByLabel('Embedding scale: 1.5').fill('0');

  await expectMapsOf(page, { embeddingScale: 0 });
});

for (const kvHeads of [1, 2]) {
  test(`with ${kvHeads} key/value heads K and V hold fewer numbers`, async ({ page, site }) => {
    await openLayer(page, site);
    await choose(page, 'Key/value heads', String(kvHeads));

    await expectMapsOf(page, { kvHeads });
    const { k, v } = traceOf({ kvHeads });
    const numbers = k.data.length + v.data.length;
    await expect(page.getByText(`Numbers in K and V: 384 → ${numbers}.`)).toBeVisible();
  });
}

test('a query head shows the keys of the group that it reads', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { 'kv-heads': '2', head: '2' });
  await sandbox.tab('K', { exact: true }).click();

  const { k } = traceOf({ kvHeads: 2 });
  const grid = sandbox.detail.getByRole('grid', { name: 'Head 2: K, 6 × 8' });
  await grid.getByRole('gridcell').first().hover();
  const output = sandbox.detail.locator('output');
  await expect(output).toHaveText(`The, number 0: ${printed(k.data[6 * 8])}`);
});

test('a width that cannot be divided says so, and a button repairs it', async ({ page, site }) => {
  const sandbox = await openLayer(page, site);
  await set(page, 'Numbers per token, d model', '30');
  await expect(sandbox.problem).toContainText('30 numbers cannot be split over 4 heads.');
  await expect(sandbox.problem).toContainText('30 ÷ 4 = 7.5');
  await expectMapsOf(page);

  await sandbox.button('Use 32').click();

  await expect(sandbox.problem).toHaveCount(0);
  await expectMapsOf(page);
});

test('an impossible number of key/value heads can be repaired', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { 'kv-heads': '3' });
  await expect(sandbox.problem).toContainText('4 heads cannot share 3 key/value heads.');

  await sandbox.button('Use 4').click();

  await expect(sandbox.problem).toHaveCount(0);
  await expectMapsOf(page);
});

for (const typed of ['0', '-4', '1e9', '2.5']) {
  test(`the width ${typed} is refused and stays in its field`, async ({ page, site }) => {
    await openLayer(page, site);
    await set(page, 'Numbers per token, d model', typed);

    const width = page.getByLabel('Numbers per token, d model');
    await expect(width).toHaveValue(typed);
    await expect(width).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#main-sandbox')).toContainText('from 1 to 256');
    await expectMapsOf(page);
  });
}

test('Reset restores the first state of the page', async ({ page, site }) => {
  const sandbox = await openLayer(page, site);
  await choose(page, 'Heads', '2');
  await page.getByLabel('Seed: 6').fill('41');
  await sandbox.button('Reset').click();

  await expectMapsOf(page, { weights: 'trained' });
  expect(await numbersOf(sandbox.map(3))).toHaveLength(36);
});

for (const width of [1280, 360]) {
  test(`Reset removes a refused width, at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    const sandbox = await openLayer(page, site);
    await set(page, 'Numbers per token, d model', '0');
    const field = page.getByLabel('Numbers per token, d model');
    await expect(field).toHaveAttribute('aria-invalid', 'true');

    await sandbox.button('Reset').click();

    await expect(field).toHaveValue('32');
    await expect(field).not.toHaveAttribute('aria-invalid');
    await expect(sandbox.problem).toHaveCount(0);
  });
}

test('with spaced letters, the numbers of q and k stay whole and apart', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await openSandbox(page, site);
  const rows = page.locator('mh-weight-arithmetic .vector');
  await expect(rows).toHaveCount(3);

  for (const row of await rows.all()) expect(await crowdedNumbers(row)).toEqual([]);
});
