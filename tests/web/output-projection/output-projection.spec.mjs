import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { holdRequests } from '../hold-requests.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';
import { crowdedNumbers } from '../spaced-letters.mjs';

async function openProjection(page, site, settings = {}) {
  await page.goto(`${site}#output-projection?${new URLSearchParams(settings)}`);
  const figure = page.locator('#main-output-projection');
  await expect(figure.locator('.board')).toBeVisible();
  return {
    figure,
    title: figure.locator('.panel h3'),
    caption: figure.locator('.caption'),
    grid: (name) => figure.getByRole('grid', { name }),
    choice: (group, name) =>
      figure.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }),
    button: (name) => figure.getByRole('button', { name, exact: true }),
    toggle: figure.getByRole('switch', { name: 'Remove W O' }),
    guess: (name) => figure.locator('mh-predict').getByRole('radio', { name, exact: true }),
  };
}

test('a click on any cell explains it, in all six places', async ({ page, site }) => {
  const { choice, figure, grid, title } = await openProjection(page, site);
  await expect(title).toContainText('Column 11 of sat');

  const picture = grid('What head 2 adds').locator('mh-map-picture');
  await picture.click({ position: { x: 4 + 9 * 20, y: 4 + 9 * 5 } });
  await expect(title).toContainText('Column 20 of mat');
  await expect(choice('Explain head', '2')).toBeChecked();
  await expect(figure.locator('.panel tr.in-question')).toContainText('Head 2');
  await expect(page).toHaveURL(/token=5&column=20&head=2$/u);

  await grid('Sum of the products').getByRole('gridcell').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(title).toContainText('Column 19 of mat');
});

test('a head left out adds 0, also with random weights', async ({ page, site }) => {
  const { caption, choice, figure } = await openProjection(page, site, {
    weights: 'random',
    heads: 2,
    'd-model': 16,
  });
  await choice('Leave out head', '1').click();

  await expect(caption).toContainText(/Head 1 is left out: the output of \S+ moved by \d+\.\d\./u);
  await expect(figure.locator('.head-row').nth(1).locator('.length')).toHaveText(/0$/u);
});

test('W_O is removed after a guess, and each head keeps its own columns', async ({
  page,
  site,
}) => {
  await recordEvents(page);
  const { button, caption, figure, guess, toggle } = await openProjection(page, site);

  await toggle.click();
  await expect(guess('0')).toBeFocused();
  await expect(toggle).not.toBeChecked();
  await expect(figure.locator('.reach .chart')).toHaveCount(1);
  await guess('8').check();
  await button('Remove W O').click();

  await expect(figure.locator('mh-predict')).toContainText('head 1 reaches 8 of the 32 columns');
  await expect(figure.locator('.reach .chart')).toHaveCount(2);
  await expect(toggle).toBeChecked();
  await expect(caption).toContainText('the heads are not mixed');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ answer: '8', correct: true });
});

test('an unknown word is named, and random weights accept it', async ({ page, site }) => {
  const { button, figure, title } = await openProjection(page, site, { tokens: 'the elephant' });
  await expect(figure.getByRole('alert')).toContainText('does not know “elephant”');

  await button('Use random parameters').click();
  await expect(title).toContainText('of elephant');
});

test('where the trained weights cannot be loaded, it says so and shows random ones', async ({
  page,
  site,
  complaints,
}) => {
  await page.route(/lesson-weights/u, (route) => route.abort());
  const { button, choice, figure } = await openProjection(page, site);
  const notice = figure.getByRole('alert');

  await expect(notice).toContainText('The trained parameters could not be loaded.');
  await expect(notice.locator('[lang=en]')).toContainText(/^Failed to fetch/u);
  await expect(choice('Parameters', 'random')).toBeChecked();
  expect(page.url()).not.toContain('weights');
  complaints.length = 0; // the browser's own word of it
  await page.unroute(/lesson-weights/u);

  await button('Try again').click();

  await expect(choice('Parameters', 'trained')).toBeChecked();
  await expect(notice).toHaveCount(0);
});

test('a figure that is moved while its weights load is drawn once they are there', async ({
  page,
  site,
}) => {
  const requested = page.waitForRequest(/lesson-weights/u);
  const goOn = await holdRequests(page, /lesson-weights/u);
  await page.goto(`${site}embed.html?element=mh-output-projection`);
  await requested;
  const projection = page.locator('mh-output-projection');
  await projection.evaluate((element) => element.parentElement.append(element));
  goOn();

  await expect(projection.getByRole('figure')).toBeVisible();
});

test('with spaced letters, the products of a head stay whole and apart', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  const { figure } = await openProjection(page, site);
  const rows = figure.locator('.bars ul');
  await expect(rows).toHaveCount(3);

  for (const row of await rows.all()) expect(await crowdedNumbers(row)).toEqual([]);
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
]) {
  test(`axe finds nothing in eight heads, ${colorScheme}, ${width} px wide`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { button } = await openProjection(page, site, {
      ...{ weights: 'random', heads: 8, 'd-model': 64 },
      'no-output-projection': '1',
    });
    await button('Show as table').click();

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}
