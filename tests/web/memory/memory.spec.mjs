import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';

async function openMemory(page, site, settings = {}) {
  await page.goto(`${site}#memory?${new URLSearchParams(settings)}`);
  const figure = page.locator('#main-memory');
  await expect(figure.locator('.now')).toBeVisible();
  return {
    figure,
    now: figure.locator('.now'),
    tab: (name) => figure.getByRole('tab', { name, exact: true }),
    button: (name) => figure.getByRole('button', { name }),
    row: (name) => figure.locator('.traffic tbody tr').filter({ hasText: name }),
    guess: (name) => figure.locator('mh-predict').getByRole('radio', { name, exact: true }),
  };
}

test('steps and tabs by keyboard, and a tile by a click', async ({ page, site }) => {
  const { button, figure, now, row, tab } = await openMemory(page, site);
  await expect(now).toContainText('Head 1, tile 5 of 10: queries 8–11 with keys 4–7');

  await button('Next: keys 8–11').click();
  await expect(now).toContainText('tile 6 of 10');
  await expect(figure.locator('.row-table .in-question')).toContainText('dog lay');
  await figure.getByRole('slider', { name: /^Tile/u }).focus();
  await page.keyboard.press('End');
  await expect(now).toContainText('tile 10 of 10');
  await figure.locator('.panel .spot[data-step="0"]').first().click();
  await expect(now).toContainText('tile 1 of 10');

  await figure.getByRole('combobox', { name: 'Row' }).selectOption({ label: '13: of' });
  await expect(now).toContainText('tile 7 of 10: queries 12–15');
  await figure
    .getByRole('group', { name: 'Tokens in a tile' })
    .getByRole('radio', { name: '8' })
    .click();
  await expect(now).toContainText('tile 2 of 3: queries 8–15');

  await tab('Tiled').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Cache')).toBeFocused();
  await expect(now).toContainText('token 14 of 16: query 13 with keys 0–13');
  await expect(row('Cache')).toHaveClass('in-question');
  await expect(page).toHaveURL(/schedule=cached&step=13&query=13&tile=8$/u);
});

test('pages are freed when the other sentence ends', async ({ page, site }) => {
  const { button, figure, now } = await openMemory(page, site, { schedule: 'paged', step: '7' });
  const stage = figure.locator('.picture').first();
  await expect(stage).not.toContainText('freed pages');

  await button('Next: token 8').click();

  await expect(now).toContainText('token 9 of 16');
  await expect(stage).toContainText('freed pages 1, 3');
});

test('the long run starts after a guess, shows its progress, and can be cancelled', async ({
  page,
  site,
}) => {
  const { button, figure, guess, row } = await openMemory(page, site);
  await button('Run at 4,096 tokens').first().click();
  await expect(guess('just as many')).toBeFocused();
  expect(page.workers()).toHaveLength(0);

  const worker = page.waitForEvent('worker');
  await guess('about 4 times as many').check();
  await figure.locator('mh-predict').getByRole('button').click();
  expect((await worker).url()).toContain('long-run-worker');
  await expect(row('Chunks')).toContainText('13.6 MB', { timeout: 60_000 });
  await expect(figure.locator('.long')).toContainText('of 5');

  await button('Cancel').click();
  await expect(figure.locator('.long')).toContainText('Cancelled.');
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(button('Run at 4,096 tokens')).toBeVisible();
  await expect(row('Plain')).toContainText('not run yet');
});

test('a double click starts the long run, and does not cancel it', async ({ page, site }) => {
  const { button, figure, guess } = await openMemory(page, site);
  await guess('just as many').check();
  await figure.locator('mh-predict').getByRole('button').click();
  await button('Cancel').click();
  await button('Run at 4,096 tokens').dblclick();

  await expect(figure.locator('.long')).toContainText('of 5');
  await button('Cancel').click();
  await expect(figure.locator('.long')).toContainText('Cancelled.');
});

test('the long run starts from the single file', async ({ page, singleFile }) => {
  const { figure, guess, row } = await openMemory(page, singleFile);
  const worker = page.waitForEvent('worker');
  await guess('just as many').check();
  await figure.locator('mh-predict').getByRole('button').click();

  expect((await worker).url()).toMatch(/^blob:/u);
  await expect(row('Chunks')).toContainText('13.6 MB', { timeout: 60_000 });
});

test('where the worker’s script is missing, the figure says so', async ({
  page,
  site,
  complaints,
}) => {
  await page.route('**/long-run-worker*', (route) => route.fulfill({ status: 404 }));
  const { figure, guess } = await openMemory(page, site);
  await guess('just as many').check();
  await figure.locator('mh-predict').getByRole('button').click();

  await expect(figure.getByRole('alert')).toContainText('long-run-worker.js answered 404');
  complaints.length = 0; // the 404
});

for (const { colorScheme, width, schedule } of [
  { colorScheme: 'light', width: 1280, schedule: 'tiled' },
  { colorScheme: 'dark', width: 360, schedule: 'paged' },
]) {
  test(`axe finds nothing, ${schedule}, ${colorScheme}, ${width} px wide`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { button } = await openMemory(page, site, { schedule });
    await button('Show as table').click();

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}

test('a seed above those of the slider has its place on it', async ({ page, site }) => {
  await page.goto(`${site}#memory?seed=1234`);
  const slider = page.locator('#main-memory').getByRole('slider', { name: /^Seed/u });
  await slider.press('ArrowLeft');

  await expect(slider).toHaveValue('1233');
});
