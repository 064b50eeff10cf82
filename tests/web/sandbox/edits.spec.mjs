import { faults } from '../axe.mjs';
import { headOf, printed, traceOf } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { cellOf, openSandbox } from './sandbox-page.mjs';

const changes = (page) => page.locator('#main-sandbox .changes');

test('a score is dragged, and the maps, the address and undo follow', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { head: '1', query: '3', key: '1' });
  const score = headOf(traceOf().scores, 1)[3][1];
  const weight = headOf(traceOf().weights, 1)[3][1];
  await sandbox.tab('Scores', { exact: true }).click();
  const cell = cellOf(sandbox.detail.getByRole('grid'), 3, 1);
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y);
  await page.mouse.move(x + 100, y);
  await page.mouse.up();

  const wanted = Math.round((score + 5) * 100) / 100;
  await expect(changes(page)).toContainText(`Head 1, score of on for cat: ${wanted}`);
  await expect(changes(page)).toContainText(`instead of ${printed(score)}`);
  await expect(changes(page)).toContainText(`Its weight: ${printed(weight)} →`);
  await expect(cell).toHaveAccessibleName(/changed by you$/u);
  await expect(sandbox.cell(1, 3, 1)).not.toHaveAccessibleName(`on to cat: ${printed(weight)}`);
  await expect.poll(() => page.url()).toContain(`edits=scores1.3.1%3D${wanted}`);

  await page.keyboard.press('Control+z');
  await expect(changes(page)).toBeEmpty();
  await expect(sandbox.cell(1, 3, 1)).toHaveAccessibleName(`on to cat: ${printed(weight)}`);
  await sandbox.button('Redo').click();
  await expect(changes(page)).toContainText(String(wanted));
  await sandbox.button('Reset').first().click();
  await expect(changes(page)).toBeEmpty();
});

test('a drag of a slider is undone at once', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { seed: '6' });
  await sandbox.button('Change the layer').click();
  const seed = page.getByRole('slider', { name: /^Seed/u });
  const box = await seed.boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  for (const share of [0.3, 0.4, 0.5]) await page.mouse.move(box.x + box.width * share, y);
  await page.mouse.up();
  await expect(seed).toHaveValue(/^[45]\d$/u);
  await seed.press('ArrowRight');

  await page.keyboard.press('Control+z');
  await expect(seed).toHaveValue(/^[45]\d$/u);
  await page.keyboard.press('Control+z');
  await expect(seed).toHaveValue('6');
  await expect(sandbox.button('Undo')).toBeDisabled();
});

test('a cell that was under the pointer is forgotten if the matrix is smaller', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site, { query: '1' });
  const output = sandbox.detail.locator('output');
  const assign = (change) =>
    page.locator('#main-sandbox').evaluate((element, change) => {
      element.state = { ...element.state, ...change };
    }, change);
  await sandbox.tab('Scores', { exact: true }).click();
  await cellOf(sandbox.detail.getByRole('grid'), 1, 5).click();
  await expect(output).toContainText(/^cat to mat: /u);
  await assign({ tokens: ['The', 'cat', 'sat'] });
  await expect(output).toContainText(/^cat to (The|cat|sat): /u);

  await sandbox.tab('W Q').click();
  await cellOf(sandbox.detail.getByRole('grid'), 31, 1).click();
  await assign({ dModel: 16 });
  await expect(output).toContainText(/^W\sQ\[0,\s12\]: −?\d/u);

  await sandbox.tab('Weights', { exact: true }).click();
  await cellOf(sandbox.detail.getByRole('grid'), 2, 2).click();
  await assign({ tokens: ['The', 'cat'] });
  await expect(output).toContainText(/^cat to (The|cat): /u);
});

test('a weight is typed, a key hidden by keyboard, and a result says why it cannot change', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site, { head: '1', query: '3', key: '1' });
  await sandbox.tab('W Q').click();
  await cellOf(sandbox.detail.getByRole('grid'), 2, 1).click();
  const field = sandbox.detail.getByRole('spinbutton', { name: /^W\sQ\[2,\s9\]$/u });
  await field.fill('1.25');
  await field.press('Enter');
  await expect(changes(page)).toContainText('W Q[2, 9]: 1.25 instead of');
  await field.fill('1.25004');
  await field.press('Enter');
  await expect(field).toHaveValue('1.25'); // an edit has four decimals

  await sandbox.tab('Mask', { exact: true }).click();
  await cellOf(sandbox.detail.getByRole('grid'), 3, 0).focus();
  await page.keyboard.press('-');
  await expect(changes(page)).toContainText('on can no longer see The, in any head');
  await expect(sandbox.cell(2, 3, 0)).toHaveAccessibleName('on to The: hidden');
  await expect(sandbox.detail.getByRole('switch', { name: 'on may see The' })).not.toBeChecked();

  await sandbox.tab('Weights', { exact: true }).click();
  await expect(sandbox.detail).toContainText('You cannot change an attention weight');
  expect(await faults(page, '#main-sandbox')).toEqual([]);
});
