import { expect, test } from '../fixtures.mjs';
import { expectMapsOf, sandboxIn } from '../sandbox/sandbox-page.mjs';

test('the sandbox works from the disk, without any request', async ({
  page,
  singleFile,
  requests,
}) => {
  await page.goto(singleFile);
  await page.locator('.bar .to-labs').click();
  await expect(page.locator('#labs')).toBeVisible(); // the page before has such a link too
  await page.getByRole('main').getByRole('link', { name: 'Sandbox' }).first().click();
  const sandbox = sandboxIn(page.locator('#main-sandbox'));
  await expectMapsOf(page, { weights: 'trained' });

  await sandbox.button('Edit the sentence').click();
  await sandbox.sentence.fill('I love deep learning');
  await sandbox.sentence.press('Enter');
  await sandbox.button('Use random parameters').click();
  const tokens = ['I', 'love', 'deep', 'learning'];
  await expectMapsOf(page, { tokens });
  await sandbox.guess('about half').check();
  await sandbox.button('Make them the same').click();
  await expect(sandbox.prediction).toContainText('Not as you predicted.');
  await expectMapsOf(page, { tokens, tieHeads: true });
  await expect.poll(() => page.url()).toContain('tie=1');

  await page.reload();

  await expectMapsOf(page, { tokens, tieHeads: true });
  expect(new Set(requests.map((address) => address.split('#')[0]))).toEqual(new Set([singleFile]));
});

test('the checks work from the disk', async ({ page, singleFile }) => {
  await page.goto(`${singleFile}#checks`);
  const quick = page.locator('#head-width');
  await quick.getByRole('radio', { name: '4', exact: true }).check();
  await quick.getByRole('button', { name: 'Check' }).click();
  await expect(quick).toContainText('4, right');

  const shape = page.locator('#split-shape');
  await shape.getByRole('textbox').fill('[]');
  await shape.getByRole('textbox').press('Enter');
  await expect(shape).toContainText('Not yet');
});

test('the step-through works from the disk, with its listings', async ({ page, singleFile }) => {
  await page.goto(`${singleFile}#steps?step=5`);
  const steps = page.locator('#main-steps');
  await expect(steps.getByRole('grid', { name: 'weights of head 0' })).toBeVisible();
  await expect(steps.locator('li[aria-current=step]').first()).toContainText('scores.max');
});

test('from the disk only the element is copied, and the figure says why', async ({
  page,
  singleFile,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${singleFile}#softmax?scores=1,2,3`);
  const figure = page.locator('#main-softmax');
  await figure.getByRole('button', { name: 'Embed this' }).click();
  await expect(figure.getByText('This page is a file on a disk')).toBeVisible();
  await figure.getByRole('button', { name: 'Copy element' }).click();
  await expect(figure.getByText('HTML copied.')).toBeVisible();

  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('<mh-softmax scores="1,2,3">');
  expect(copied).not.toContain('file:');
  await expect(figure.getByRole('button', { name: 'iframe' })).toHaveCount(0);
});

test('a figure can be saved and its link copied from the disk', async ({
  page,
  singleFile,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${singleFile}#sandbox?heads=2`);
  const { button } = sandboxIn(page.locator('#main-sandbox'));
  await button('Save as…').click();
  for (const format of ['SVG', 'PNG', 'CSV', 'JSON']) {
    const download = page.waitForEvent('download');
    await button(format, { exact: true }).click();
    expect((await download).suggestedFilename()).toBe(`manyheads.${format.toLowerCase()}`);
  }

  await button('Copy link').click();
  await expect(page.getByText('Link copied.').or(page.getByLabel('Copy this link:'))).toBeVisible();
});

test('the bar has no link to the docs', async ({ page, singleFile }) => {
  await page.goto(singleFile);
  await expect(page.locator('.bar').getByText('Settings', { exact: true })).toBeVisible();

  expect(await page.locator('.bar').textContent()).not.toContain('Docs');
});

test('the chosen theme works from the disk', async ({ page, singleFile }) => {
  await page.goto(singleFile);
  await page.getByText('Settings', { exact: true }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();

  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(21, 23, 26)');
});
