import { expect, test } from '../fixtures.mjs';

test('a list shows the state also after something else changes it', async ({ page, site }) => {
  await page.goto(`${site}#steps`);
  const steps = page.locator('#main-steps');
  const heads = steps.getByRole('combobox', { name: 'Heads', exact: true });
  await heads.selectOption('8');
  await heads.selectOption('4');
  await steps.getByRole('button', { name: '“The cat sat on”, 2 heads' }).click();
  await expect(heads).toHaveValue('2');
  await steps.getByRole('button', { name: '“I love deep learning”, 4 heads' }).click();

  await expect(heads).toHaveValue('4');
});

test('a list shows the state after undo', async ({ page, site }) => {
  await page.goto(`${site}#sandbox?weights=random`);
  const sandbox = page.locator('#main-sandbox');
  await sandbox.getByRole('button', { name: 'Change the layer' }).click();
  const heads = sandbox.getByRole('combobox', { name: 'Heads', exact: true });
  await heads.selectOption('8');
  await heads.selectOption('2');

  for (const value of ['8', '4']) {
    await page.keyboard.press('Control+z');
    await expect(heads).toHaveValue(value);
  }
});
