import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openIdentities(page, site, settings = {}) {
  await page.goto(`${site}#identities?${new URLSearchParams(settings)}`);
  const figure = page.locator('#main-identities');
  await expect(figure.locator('.rows')).toBeVisible();
  return {
    figure,
    caption: figure.locator('.caption'),
    row: (title) => figure.locator('.rows > li').filter({ hasText: title }),
    title: (title) => figure.getByRole('button', { name: title, exact: true }),
    mistake: (name) => figure.getByRole('switch', { name, exact: true }),
    heading: figure.getByRole('heading', { level: 3 }),
    differences: () => figure.locator('.part:not(.titles) .difference').allTextContents(),
    guess: (name) => figure.locator('mh-predict').getByRole('radio', { name, exact: true }),
    button: (name) => figure.getByRole('button', { name, exact: true }),
  };
}

test('a row is broken, opened and repaired, one at a time', async ({ page, site }) => {
  const { caption, heading, mistake, row, title } = await openIdentities(page, site);
  await expect(caption).toContainText('All ten agree within');

  await mistake('swap the rows of heads 0 and 1').check();
  await expect(row('Concat or sum')).toContainText('≠');
  await expect(heading).toHaveText('1. Concat or sum: which heads are wrong now?');
  await mistake('empty the cache before each word').check();
  await expect(mistake('swap the rows of heads 0 and 1')).not.toBeChecked();
  await expect(row('Concat or sum')).toContainText('=');
  await expect(row('Cache or all at once').locator('.was')).toHaveCount(1);
  await expect(page).toHaveURL(/open=cached&broken=cached$/u);

  await title('Reverse before or after').focus();
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('9. Reverse before or after: what each head gives');
  await mistake('empty the cache before each word').uncheck();
  await expect(caption).toContainText('All ten agree within');
});

test('maps of whole outputs leave room for the panel, and nothing below them moves', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { caption, figure, title } = await openIdentities(page, site);
  const before = await caption.boundingBox();

  await title('Concat or sum').click();

  const [number, panel] = await Promise.all(
    [figure.locator('.part .difference').last(), figure.locator('.changed')].map((part) =>
      part.boundingBox(),
    ),
  );
  expect(number.x + number.width).toBeLessThan(panel.x);
  const after = await caption.boundingBox();
  expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(20);
});

test('copies in the wrong order are shown after a guess', async ({ page, site }) => {
  await recordEvents(page);
  const { button, differences, figure, guess, mistake } = await openIdentities(page, site);

  await mistake('copy in the order 0 1 0 1').click();
  await expect(mistake('copy in the order 0 1 0 1')).not.toBeChecked();
  await expect(guess('none')).toBeFocused();
  await guess('all').check();
  await button('Break it').click();

  await expect(figure.locator('mh-predict')).toContainText('Not as you predicted.');
  await expect(figure.locator('mh-predict')).toContainText('Heads 0 and 3 read the same keys');
  await expect(mistake('copy in the order 0 1 0 1')).toBeChecked();
  const wrong = (await differences()).map((text) => !text.includes('10⁻'));
  expect(wrong).toEqual([false, true, true, false]);
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ question: 'identities:grouped', answer: 'all', correct: false });
});

test('too few words are refused, and two heads cannot be copied in the wrong order', async ({
  page,
  site,
}) => {
  const { button, figure, mistake } = await openIdentities(page, site);
  const typed = figure.getByRole('textbox', { name: 'Your words, 3 to 8' });

  await typed.fill('two words');
  await typed.press('Enter');
  await expect(page.getByRole('alert')).toContainText('3 to 8 words');
  await button('Reset').click();
  await expect(typed).toHaveValue('the cat sat on the mat');

  await figure.getByRole('radio', { name: '2', exact: true }).check();
  await expect(mistake('both heads read the same copy, so there is no other order')).toBeDisabled();
  await expect(figure.locator('mh-predict')).toHaveCount(0);
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
    const { button } = await openIdentities(page, site, {
      heads: '8',
      open: 'concat',
      broken: 'concat',
    });
    await button('Show as table').click();

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}

test('a dark page prints its maps for white paper', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const { figure } = await openIdentities(page, site, { heads: 2 });
  const canvas = figure.locator('mh-map-picture').first().locator('canvas');
  await expect(canvas).toBeVisible();
  const picture = () => canvas.evaluate((element) => element.toDataURL());
  const light = await picture();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(picture).not.toBe(light);
  await canvas.evaluate((element) => {
    const paper = matchMedia('print');
    paper.onchange = () => (window.printed ??= element.toDataURL());
  });
  await page.pdf();

  expect(await page.evaluate(() => window.printed)).toBe(light);
});

test('maps follow the theme', async ({ page, site }) => {
  const { figure } = await openIdentities(page, site, { heads: 2 });
  const canvas = figure.locator('mh-map-picture').first().locator('canvas');
  await expect(canvas).toBeVisible();
  const picture = () => canvas.evaluate((element) => element.toDataURL());
  const light = await picture();
  await figure.evaluate((element) => element.setAttribute('theme', 'dark'));
  await expect.poll(picture).not.toBe(light);

  await figure.evaluate((element) => element.setAttribute('theme', 'light'));
  await expect.poll(picture).toBe(light);
});

test('rows have room for all their columns at any width', async ({ page, site }) => {
  await page.setViewportSize({ width: 1120, height: 900 });
  await page.goto(`${site}embed.html?element=mh-identities`);
  const row = page.locator('.rows .line').first();
  await expect(row).toBeVisible();

  for (let width = 1040; width <= 1140; width += 10) {
    await page.setViewportSize({ width, height: 900 });
    const [inner, outer] = await row.evaluate((row) => [row.scrollWidth, row.clientWidth]);
    expect(inner, `${width} px`).toBeLessThanOrEqual(outer);
  }
});
