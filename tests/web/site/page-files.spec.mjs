/** Pages that are files of their own, fetched when they are shown. */
import { expect, test } from '../fixtures.mjs';
import { chapters, headings, labs, parts } from '../pages.mjs';

const title = (page) => page.getByRole('heading', { level: 1 });
const files = (requests) =>
  requests
    .filter((address) => address.includes('/pages/'))
    .map((address) => address.split('/').at(-1));

test('a page is fetched when it is shown, once', async ({ page, site, requests }) => {
  await page.goto(site);
  await expect(page.locator('#chapter-heads')).toHaveAttribute('data-ready', '');
  await expect(page.locator('section.page')).toHaveCount(1);
  expect(files(requests)).toEqual([]);

  for (const place of ['square-root', 'labs', 'masking', 'several-heads']) {
    await page.evaluate((place) => (location.hash = place), place);
    await expect(page.locator(`[id="${place}"]`)).toBeInViewport();
  }

  expect(files(requests)).toEqual(['part-2.html', 'labs.html']);
});

test('a page that could not be fetched says so, and can be tried again', async ({
  page,
  site,
  complaints,
}) => {
  await page.route(/pages\/labs\.html/u, (route) => route.abort());
  await page.goto(`${site}#labs`);
  await expect(page.getByText('This page could not be loaded.')).toBeVisible();
  await expect(title(page)).toHaveCount(0); // no other page instead

  await page.unroute(/pages\/labs\.html/u);
  complaints.splice(0);
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(title(page)).toHaveText(headings.labs);
  await expect(page.getByText('This page could not be loaded.')).toBeHidden();
});

test('a page that comes late is not shown to a reader who went on', async ({ page, site }) => {
  let come;
  await page.route(/part-2\.html/u, async (route) => {
    await new Promise((resolve) => (come = resolve));
    await route.continue();
  });
  await page.goto(site);
  await expect(page.locator('#place')).toHaveText(`1 of ${chapters.length}`);
  await page.evaluate(() => (location.hash = '#square-root'));
  await expect.poll(() => come !== undefined).toBe(true);
  await page.evaluate(() => (location.hash = '#labs'));
  await expect(title(page)).toHaveText(headings.labs);
  come();

  await expect(page.locator('#part-2')).toBeAttached();
  await expect(title(page)).toHaveText(headings.labs);
  await expect(page.locator('#place')).toBeEmpty(); // no chapter of the late page
});

test('a reload of a fetched page comes back to where the reader was', async ({ page, site }) => {
  await page.goto(`${site}#masking`);
  await expect(page.locator('#masking-title')).toBeInViewport();
  await page.locator('#check-masking').scrollIntoViewIfNeeded();
  await page.reload();

  await expect(page.locator('#check-masking')).toBeInViewport();
});

test('the words and colours of a fetched page are those that were chosen before', async ({
  page,
  site,
}) => {
  const settings = { language: 'de', theme: 'dark' };
  await page.addInitScript(
    (settings) => localStorage.setItem('manyheads:settings', JSON.stringify(settings)),
    settings,
  );
  await page.goto(site);
  await page.evaluate(() => (location.hash = '#softmax'));

  await expect(page.locator('#softmax .onward')).toContainText('Weiter:');
  await expect(page.locator('#main-softmax')).toHaveAttribute('theme', 'dark');
  await expect(page.locator('#place')).toHaveText(/^Labor \d+\/\d+$/u);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the whole lesson is one page, whose links lead on', async ({ page, site }) => {
    await page.goto(site);
    await page.waitForURL(/lesson\.html$/u);

    for (const { id } of [...parts, ...labs]) {
      await expect(page.locator(`section[id="${id}"]`), id).toBeVisible();
    }
    await page.locator('#what-heads-learn .onward .next').click();
    await expect(page.locator('#square-root-title')).toBeInViewport();
    await expect(page.locator('#chapter-heads > p').first()).toBeVisible();
  });
});
