import { readFileSync } from 'node:fs';
import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openDesk(page, site, settings = {}) {
  await page.goto(`${site}#cost?${new URLSearchParams(settings)}`);
  const desk = page.locator('#main-cost');
  await expect(desk.getByRole('grid').first()).toBeVisible();
  return {
    desk,
    heading: desk.getByRole('heading', { level: 2 }),
    cell: (text) => desk.getByRole('gridcell', { name: text, exact: true }),
    row: (name) => desk.getByRole('row', { name }),
    product: desk.locator('.product'),
    caption: desk.locator('.caption'),
    button: (name) => desk.getByRole('button', { name, exact: true }),
    tab: (name) => desk.getByRole('tab', { name }),
  };
}

test('a number shows its multiplication, by click and by arrow keys', async ({ page, site }) => {
  const { cell, product, desk } = await openDesk(page, site);
  await expect(product).toContainText(/2\s*K and V\s*×\s*80\s*layers\s*×\s*8\s*K\/V heads/u);
  await expect(product).toContainText('10,737,418,240');

  await cell('320 KiB').click();
  await expect(product).toContainText(/bytes each\s*=\s*327,680/u);
  await cell('320 KiB').press('ArrowUp');

  await expect(cell('2,560 KiB')).toBeFocused();
  await expect(cell('2,560 KiB')).toHaveAttribute('aria-selected', 'true');
  await expect(product).toContainText(/×\s*64\s*K\/V heads/u);
  await expect(desk.getByRole('status').filter({ hasText: 'MHA, per token: 2' })).toHaveCount(1);
});

test('FLOPs are hidden until a guess, which the core grades', async ({ page, site }) => {
  await recordEvents(page);
  const { desk, tab, heading, button, row } = await openDesk(page, site);
  await tab('FLOPs').click();
  await expect(heading).toContainText('How large is the cache');
  await desk.getByRole('radio', { name: 'scores and weighted sum' }).check();
  await button('Show the FLOPs').click();

  await expect(heading).toContainText('What takes the most FLOPs');
  await expect(desk).toContainText('Not as you predicted.');
  await expect(row(/^Feed-forward \d/u)).toContainText('4.618 × 10¹³');
  const [answer] = await eventsOf(page, 'mh-answer');
  expect(answer.detail).toMatchObject({
    question: 'predict:flops',
    answer: 'pairs',
    correct: false,
  });
});

test('the slider of the tokens stops at the crossover, and what changes is announced', async ({
  page,
  site,
}) => {
  const settings = { view: 'flops', model: 'llama3.1-8b', tokens: '4096', batch: '1' };
  const { caption, desk } = await openDesk(page, site, settings);
  await expect(caption).toContainText('5,120 tokens');

  const slider = desk.getByRole('slider', { name: 'Tokens', exact: true });
  await expect(slider).toHaveAttribute('aria-valuetext', '4,096');
  await slider.press('ArrowRight');
  await expect(desk.getByText('Tokens: 5,120')).toBeVisible();
  await expect(caption).toContainText(/50(\.0)?\s%/u);
  await slider.press('ArrowRight');
  await expect(desk.getByText('Tokens: 6,144')).toBeVisible();
  const text = (await caption.textContent()).replace(/\s+/gu, ' ').trim();
  const status = desk.locator('p.unseen[role=status]');
  await expect(status).toHaveText(/^At 6,144 tokens/u);
  expect(text).toContain(await status.textContent());
});

test('a question keeps what is changed before the guess', async ({ page, site }) => {
  const { desk, tab, heading, button } = await openDesk(page, site);
  await tab('FLOPs').click();
  await desk.getByRole('combobox', { name: 'Model', exact: true }).selectOption('GPT-2 small');
  await expect(desk.locator('mh-predict')).toContainText('GPT-2 small reads');
  await desk.getByRole('radio', { name: 'scores and weighted sum' }).check();
  await button('Show the FLOPs').click();

  await expect(heading).toContainText('What takes the most FLOPs');
  await expect(desk.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue(
    'gpt2-small',
  );
  await expect(page).toHaveURL(/model=gpt2-small/u);
});

test('nothing is predicted of a model that is not possible', async ({ page, site }) => {
  const { desk, tab, button } = await openDesk(page, site, { model: 'own' });
  const heads = desk.getByLabel('Key/value heads');
  await heads.fill('5');
  await heads.press('Enter');
  await expect(desk.getByRole('alert')).toContainText('This model is not possible.');
  await tab('FLOPs').click();
  await expect(tab('FLOPs')).toHaveAttribute('aria-selected', 'true');
  await expect(desk.getByRole('alert')).toContainText('This model is not possible.');
  await button('Go back').click();
  await expect(desk.getByRole('alert')).toHaveCount(0);

  await tab('FLOPs').click();
  await heads.fill('5');
  await heads.press('Enter');

  await expect(desk.getByRole('alert')).toContainText('This model is not possible.');
  await expect(button('Show the FLOPs')).toHaveCount(0);
  await heads.fill('8');
  await heads.press('Enter');
  await expect(button('Show the FLOPs')).toBeVisible();
});

test('one click opens an example, and the address keeps it', async ({ page, site }) => {
  const { button, heading, row } = await openDesk(page, site);
  await button('Attention and feed-forward').click();
  await expect(heading).toHaveText('Where are the parameters?');
  await expect(row('Attention').last()).toContainText('268,435,456');
  await expect(page).toHaveURL(/rival=llama2-70b/u);

  await page.reload();

  await expect(row('Share of feed-forward')).toContainText(/66\.7.%.*82\.4.%/su);
});

test('a custom model starts with the sizes of the chosen one', async ({ page, site }) => {
  const { desk, button, row, product } = await openDesk(page, site);
  await button('Change the sizes').click();
  const heads = desk.getByLabel('Key/value heads');
  await expect(heads).toHaveValue('8');
  await heads.fill('16');
  await heads.press('Enter');
  await expect(row(/^GQA/u)).toContainText('20.00 GiB');
  await expect(product).toContainText(/×\s*16\s*K\/V heads/u);

  await heads.fill('7');
  await heads.press('Enter');
  await expect(desk.getByRole('alert')).toContainText('This model is not possible.');
  await button('Go back').click();

  await expect(heads).toHaveValue('16');
});

test('tables can be copied, the picture and the numbers saved', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { button } = await openDesk(page, site);
  await button('Copy as Markdown').click();
  await expect(page.getByText('Table copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('| GQA | 8 | 320\u00a0KiB | 10.00\u00a0GiB | 10.74\u00a0GB | 1/8 |');

  await button('Save as…').click();
  const saved = async (format) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(format).click()]);
    return readFileSync(await download.path(), 'utf8');
  };
  expect(await saved('SVG')).toContain('How large is the cache, and what does sharing save?');
  expect(await saved('CSV')).toContain('"GQA",8,327680,10737418240,10737418240,0.125');
  expect(JSON.parse(await saved('JSON')).models[0].kvCache.bytes).toBe(10_737_418_240);
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
]) {
  test(`axe finds nothing in any view, ${colorScheme}, ${width} px wide`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { tab, button } = await openDesk(page, site, { view: 'flops', rival: 'gpt2-small' });
    await button('Show as table').click();
    expect(await faults(page)).toEqual([]);
    for (const view of ['Parameters', 'Memory']) {
      await tab(view).click();
      expect(await faults(page), view).toEqual([]);
    }
    await button('Change the sizes').click();

    expect(await faults(page), 'own').toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
  });
}

test('a number in a sentence shows its multiplication, by click and by key', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#cost`);
  const value = page.locator('#cost mh-value[unit=GiB]').nth(1);
  const number = value.getByRole('button', { name: /^10\sGiB.*show how it is computed$/u });
  await number.press('Enter');

  await expect(number).toHaveAttribute('aria-expanded', 'true');
  await expect(value.getByRole('status')).toContainText(/2 K and V × 80 layers × 8 K\/V heads/u);
  await expect(value.getByRole('status')).toContainText('= 10,737,418,240 bytes = 10.00');
  expect(await faults(page, '#cost mh-value[unit=GiB]')).toEqual([]);
  await number.click();
  await expect(value.getByRole('status')).toHaveCount(0);
});

test('a number of training shows which run gave it', async ({ page, site }) => {
  await page.goto(`${site}#training`);
  const value = page.locator('#training mh-value[expr$=".oneEach"]');
  const number = value.getByRole('button', { name: /^\d+.*show which run it comes from$/u });
  await number.press('Enter');

  await expect(value.getByRole('status')).toContainText(
    /^Models with 4 heads, task “relations”, seeds 1000 to 1119, up to 500 steps\. Run as WebAssembly on .*, Node [\d.]+, \d+ \w+ \d{4}\.$/u,
  );
});

test('a number that cannot be computed is replaced by the reason', async ({ page, site }) => {
  await page.goto(`${site}embed.html?element=mh-value&expr=kvCache(llama9,1)&unit=GiB`);

  await expect(page.getByRole('note')).toContainText('This number cannot be computed');
  await expect(page.getByRole('note')).toContainText("'llama9' is none of");
});

test('without WebAssembly the number from the build is shown', async ({ page, site }) => {
  await page.addInitScript(() => delete window.WebAssembly);
  await page.goto(`${site}#training`);

  await expect(page.locator('#training mh-value').first()).toHaveText('5,888');
});

test('what is open stays open while the figure is hidden', async ({ page, site }) => {
  const { desk, button } = await openDesk(page, site);
  await button('Show as table').click();
  const tables = await desk.getByRole('table').count();
  expect(tables).toBeGreaterThan(0);

  await desk.evaluate((element) => (element.style.display = 'none'));
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await desk.evaluate((element) => (element.style.display = ''));

  await expect(desk.getByRole('grid').first()).toBeVisible();
  await expect(desk.getByRole('table')).toHaveCount(tables, { timeout: 1000 });
});

test('the question before FLOPs has the focus, also by keyboard', async ({ page, site }) => {
  const { desk, tab } = await openDesk(page, site, { view: 'parameters' });
  await tab('Parameters').press('ArrowRight');

  await expect(desk.locator('mh-predict').getByRole('radio').first()).toBeFocused();
});

test('Home and End lead to the ends of a row of numbers', async ({ page, site }) => {
  const { cell } = await openDesk(page, site);
  await cell('320 KiB').press('End');
  await expect(cell('320 KiB')).not.toBeFocused();
  await page.keyboard.press('Home');

  await expect(cell('320 KiB')).toBeFocused();
});

test('the table says shares with more digits than the figure', async ({ page, site }) => {
  const { desk, button } = await openDesk(page, site);
  await button('Show as table').click();

  await expect(desk.getByRole('table').getByText('0.125', { exact: true }).first()).toBeVisible();
});
