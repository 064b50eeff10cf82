import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openKv(page, site, settings = {}) {
  await page.goto(`${site}#kv?${new URLSearchParams(settings)}`);
  const figure = page.locator('#main-kv');
  await expect(figure.locator('.drawing').first()).toBeVisible({ timeout: 30_000 });
  return {
    figure,
    form: (name) => figure.getByRole('region', { name, exact: true }),
    ring: (form) => figure.getByRole('region', { name: form, exact: true }).locator('.ring'),
    status: figure.locator('.moved [role=status]'),
    button: (name) => figure.getByRole('button', { name, exact: true }),
    guess: (name) => figure.locator('mh-predict').getByRole('radio', { name }),
    row: (name) => figure.locator('.table').getByRole('row', { name }),
    state: () => figure.evaluate(({ state }) => state),
  };
}

test('a line is dragged to another key/value head, and undone', async ({ page, site }) => {
  const { button, ring, state, status } = await openKv(page, site);
  await ring('GQA').scrollIntoViewIfNeeded();
  const from = await ring('GQA').boundingBox();
  await page.mouse.move(from.x + 16, from.y + 16);
  await page.mouse.down();
  await page.mouse.move(from.x - 40, from.y + 16);
  await page.mouse.move(from.x - 100, from.y + 16);
  await page.mouse.up();

  await expect(status).toContainText('Head 5 now reads key/value head 0');
  expect((await state()).groups).toEqual([0, 0, 0, 0, 1, 0, 1, 1]);
  await expect(page).toHaveURL(/groups=0%2C0%2C0%2C0%2C1%2C0%2C1%2C1/u);
  await button('Undo').click();
  expect((await state()).groups).toBeNull();
});

test('a drag of a slider is one step of undo', async ({ page, site }) => {
  const { button, figure, state } = await openKv(page, site, { latent: 20 });
  const drag = (values) =>
    figure.getByRole('slider', { name: /latent/iu }).evaluate((slider, values) => {
      for (const value of values) {
        slider.value = value;
        slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      }
      slider.dispatchEvent(new Event('change', { bubbles: true }));
    }, values);
  await drag(['21', '22', '23']);
  await drag(['24', '25']);

  await button('Undo').click();
  expect((await state()).latent).toBe(23);
  await button('Undo').click();
  expect((await state()).latent).toBe(20);
});

test('the keyboard moves a line too, and with one column a sentence says why not', async ({
  page,
  site,
}) => {
  const { figure, form, ring, state, status } = await openKv(page, site);
  await expect(ring('GQA')).toHaveAccessibleName(/Drag it, or press Shift/u);
  await expect(ring('MQA')).toHaveAccessibleName(
    'Ring of query head 5, which reads key/value head 0',
  );
  await expect(figure.getByRole('radio', { name: /^Query head 5 reads/u }).first()).toBeVisible();
  await expect(figure.locator('.moved')).toContainText('Head 5 is chosen');
  await expect(status).toHaveText('');
  await ring('MQA').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(status).toContainText('only one key/value head');

  const chosen = form('GQA').getByRole('radio', { checked: true });
  await chosen.focus();
  for (const [key, head] of [
    ['End', 7],
    ['ArrowRight', 0],
    ['ArrowUp', 7],
    ['Home', 0],
    ['End', 7],
    ['ArrowLeft', 6],
  ]) {
    await page.keyboard.press(key);
    await expect(chosen).toBeFocused();
    expect((await state()).head, key).toBe(head);
  }
  await ring('GQA').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(status).toContainText('Head 6 now reads key/value head 0');
  await expect(ring('GQA')).toBeFocused();
  await page.keyboard.press('Control+z');
  expect((await state()).groups).toBeNull();
});

test('letters are added to all four caches', async ({ page, site }) => {
  const { button, figure, state } = await openKv(page, site);
  const heights = () =>
    figure.locator('.drawing').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  const before = await heights();

  const letters = figure.getByRole('slider', { name: 'Letters in the cache', exact: true });
  await expect(letters).toHaveAttribute('aria-valuetext', '11 of 16');
  await button('Add a letter').click();

  expect((await state()).letters).toBe(12);
  await expect(figure.locator('.form').first()).toContainText('1,536');
  expect(await heights()).toEqual(before);
});

test('after a guess the layer is converted and trained in the worker', async ({ page, site }) => {
  test.slow();
  await recordEvents(page);
  const { button, figure, guess, row } = await openKv(page, site);
  await expect(figure.locator('.table')).toHaveCount(0);

  await guess('both about the same').check();
  await button('Convert').press('Enter');
  const answer = figure.locator('mh-predict p');
  await expect(answer).toHaveText('The layer is being converted.');
  await expect(answer).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(answer).toContainText('Not as you predicted', { timeout: 30_000 });
  await expect(answer, 'the verdict has the focus').toBeFocused();
  await expect(figure.locator('mh-predict [aria-live=polite]')).toContainText('Not as');
  await expect(row(/GQA 2 heads, each the mean of its group/u).locator('.steps')).toHaveText(
    /^\s*\d+\s*$/u,
    {
      timeout: 60_000,
    },
  );
  await expect(figure.locator('.caption')).toContainText('the pooled heads are back at 0.99');
  await expect(figure.locator('.answers')).toContainText(
    'out of 44; before the conversion there were 0',
  );
  await expect(figure.locator('.answers')).toContainText('At letter 16');
  await expect(figure.locator('.caption')).toContainText('A grouped layer trained from scratch');
  const { clientWidth, scrollWidth } = await figure
    .locator('.table .wide')
    .evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
  expect(scrollWidth, 'the last column is in sight').toBeLessThanOrEqual(clientWidth);
  await button('All answers').click();
  await expect(figure.locator('.answers tbody tr')).toHaveCount(44);
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ question: 'kv:convert', answer: 'same', correct: false });
});

test('the sizes of the large model can be changed', async ({ page, site }) => {
  const { button, figure, state } = await openKv(page, site);
  await expect(figure.locator('.big .main')).toContainText('10.00 GiB');

  await button('Change sizes').click();
  await figure.getByRole('spinbutton', { name: 'Layers' }).fill('40');
  await page.keyboard.press('Enter');

  await expect(figure.locator('.big h3')).toHaveText('The same choice in your own model');
  await expect(figure.locator('.big tbody tr').nth(1)).toContainText('5.00 GiB');
  expect(await state()).toMatchObject({ model: 'own', ownHeads: 64, ownLayers: 40 });
});

test('without a worker the figure says so', async ({ page, site, complaints }) => {
  await page.route('**/training-worker*', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${site}#kv`);

  const notice = page.locator('#main-kv').getByRole('alert');
  await expect(notice).toContainText('training-worker.js answered 404', { timeout: 30_000 });
  complaints.splice(0);
  await page.unroute('**/training-worker*');
  await notice.getByRole('button').click();
  await expect(page.locator('#main-kv .drawing').first()).toBeVisible({ timeout: 30_000 });
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
]) {
  test(`axe finds nothing, ${colorScheme}, ${width} px wide`, async ({ page, site }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { button, figure, guess } = await openKv(page, site, { latent: 64, 'kv-heads': 4 });
    await guess('the latent vector').check();
    await button('Convert').click();
    await button('Show as table').click();
    await button('Change sizes').click();
    if (width < 560) {
      await figure.getByRole('tab', { name: /GQA/u }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(figure.getByRole('tab', { name: /MQA/u })).toBeFocused();
    }

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}

test('on a phone, the table of the large model scrolls sideways only, in German too', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(`${site}embed.html?element=mh-kv&lang=de`);
  const table = page.locator('.big .wide');
  await expect(table).toContainText('eigene'); // German

  const hidden = await table.evaluate((box) => box.scrollHeight - box.clientHeight);

  expect(hidden).toBeLessThanOrEqual(0);
});
