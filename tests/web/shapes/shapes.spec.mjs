import { faults } from '../axe.mjs';
import { engine } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { setLanguage } from '../settings.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

const sizes = { b: 1, t: 3, h: 2, d: 2 };
const split = 'b t (h d) -> b h t d';

async function openPattern(page, site) {
  await recordEvents(page);
  await page.goto(`${site}#shapes`);
  const pattern = page.locator('#pattern-split');
  const input = pattern.getByLabel('Your steps, one per line');
  await pattern.scrollIntoViewIfNeeded(); // on a phone it is too far down to load by itself
  await expect(input).toBeVisible();
  return {
    pattern,
    input,
    run: async (...steps) => {
      await input.fill(steps.join('\n'));
      await pattern.getByRole('button', { name: 'Run', exact: true }).click();
    },
  };
}

test('the five levels ask about five stages', async ({ page, site }) => {
  await page.goto(`${site}#shapes`);
  for (const level of [1, 2, 3, 4, 5]) {
    const check = page.locator(`#shape-${level}`);
    await expect(check).toContainText(`Shape check, level ${level}`);
    await expect(check.getByRole('textbox')).toBeVisible();
  }
});

test('a misspelt name is marked, and the nearest one is suggested', async ({ page, site }) => {
  await page.goto(`${site}#shapes`);
  const check = page.locator('#shape-1');
  await check.getByRole('textbox').fill('[B, T, d_modle]');
  await check.getByRole('textbox').press('Enter');

  await expect(check).toContainText('Column 8: ');
  await expect(check).toContainText("did you mean 'd_model'?");
  await expect(check.locator('.echo b')).toHaveText('d');
});

test('in German a shape check asks and explains in German', async ({ page, site }) => {
  await setLanguage(page, 'de');
  await page.goto(`${site}#shapes`);
  const check = page.locator('#shape-2');
  await check.getByRole('textbox').fill('[1]');
  await check.getByRole('textbox').press('Enter');

  await expect(check.getByRole('heading')).toContainText(/^Welche Shape/u);
  await expect(check.getByRole('heading')).not.toHaveAttribute('lang', 'en');
  await expect(check).toContainText('Die Antwort hat');
  await expect(check).toContainText('fehlt eine Achse für: ');
});

test('what a German voice announces of the parser’s English is marked as English', async ({
  page,
  site,
}) => {
  await setLanguage(page, 'de');
  await page.goto(`${site}#shapes`);
  const shape = page.locator('#shape-1');
  await shape.getByRole('textbox').fill('[B, T, d_modle]');
  await shape.getByRole('textbox').press('Enter');
  const status = shape.locator('p[role=status]');
  await expect(status).toHaveText(/^.*Spalte 8.*did you mean 'd_model'\?/u);
  await expect(status.locator('[lang=en]')).toContainText("did you mean 'd_model'?");

  const pattern = page.locator('mh-pattern-check').first();
  await pattern.getByRole('textbox').fill('something else');
  await pattern.getByRole('textbox').press('ControlOrMeta+Enter');
  await expect(pattern.locator('p[role=status] [lang=en]')).not.toBeEmpty();
});

test('before the first run the elements are shown as the steps get them', async ({
  page,
  site,
}) => {
  const { pattern } = await openPattern(page, site);

  await expect(pattern.getByRole('group', { name: 'What the steps start from' })).toBeVisible();
  const rows = pattern.getByRole('row').filter({ hasText: 't0' });
  await expect(rows.getByRole('cell')).toHaveText(['t0 h0 d0', 't0 h0 d1', 't0 h1 d0', 't0 h1 d1']);
});

test('the right shape with wrong contents is caught', async ({ page, site }) => {
  const { pattern, run } = await openPattern(page, site);
  const result = engine.shapes.runPattern(['reshape(b, h, t, d)'], sizes, split);
  await run('reshape(b, h, t, d)');

  await expect(pattern).toContainText(
    'Not yet: the shape is right, but elements are in the wrong places.',
  );
  await expect(pattern).toContainText(result.explanation);
  const misplaced = pattern.getByRole('cell', { name: 'in the wrong place' });
  await expect(misplaced).toHaveCount(result.misplaced);
  await expect(misplaced.first()).toContainText('t0 h1 d0');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toEqual({
    version: 1,
    element: 'mh-pattern-check',
    id: 'pattern-split',
    question: 'pattern/split-heads/0',
    answer: 'reshape(b, h, t, d)',
    correct: false,
    attempts: 1,
  });
});

test('another chain is right if every element is', async ({ page, site }) => {
  const { pattern, run } = await openPattern(page, site);
  await run('b t (h d) -> h b t d', '', 'swapaxes(0, 1)');

  await expect(pattern).toContainText('Right. Each of the 12 elements is where it should be.');
  await expect(pattern.getByRole('cell', { name: 'in the wrong place' })).toHaveCount(0);
  await expect(pattern).toContainText('One possible answer:');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ correct: true, attempts: 1 });
});

test('another shape is compared axis by axis', async ({ page, site }) => {
  const { pattern, run } = await openPattern(page, site);
  await run('reshape(b, t, h, d)');

  await expect(pattern).toContainText('Not yet: the shape is wrong.');
  const row = (name) => pattern.getByRole('row', { name }).getByRole('cell');
  await expect(row('your steps')).toContainText(['1', '3', '2', '2']);
  await expect(row('the goal')).toHaveText(['1', '2', '3', '2']);
  await expect(pattern.getByRole('cell', { name: 'first wrong axis' })).toContainText('3');
});

test('an unreadable step is marked and does not count as a try', async ({ page, site }) => {
  const { pattern, input, run } = await openPattern(page, site);
  await run('reshape(b, t, h, d)');
  await run('reshape(b, t, h, d)', 'transpose(0, 2, 1, 4)');

  await expect(pattern).toContainText('Line 2, column 20: there is no such axis');
  await expect(pattern.locator('.echo b')).toHaveText('4');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  expect(await eventsOf(page, 'mh-answer')).toHaveLength(1);
});

test('calls may follow each other in one line', async ({ page, site }) => {
  const { pattern, run } = await openPattern(page, site);
  await run('q.reshape(b, t, h, d).swapaxes(1, 2)');

  await expect(pattern).toContainText('Right.');
});

test('an empty chain does not count as a try', async ({ page, site }) => {
  const { pattern, run } = await openPattern(page, site);
  await run('\n');

  await expect(pattern).toContainText('Write a step first.');
  expect(await eventsOf(page, 'mh-answer')).toHaveLength(0);
});

test('a step that does not fit says so with the sizes', async ({ page, site }) => {
  const { pattern, run } = await openPattern(page, site);
  await run('reshape(5, -1)');

  await expect(pattern).toContainText('Line 1: [1, 3, 4] holds 12 elements');
});

test('control and enter run; a changed chain can be restored, and focus stays', async ({
  page,
  site,
}) => {
  const { pattern, input } = await openPattern(page, site);
  await input.fill('reshape(b, h, t, d)');
  await input.press('Control+Enter');
  await expect(pattern).toContainText(
    'Not yet: the shape is right, but elements are in the wrong places.',
  );
  await input.fill('something else');
  await pattern.getByRole('button', { name: 'Restore the last run' }).click();

  await expect(input).toHaveValue('reshape(b, h, t, d)');
  await expect(input).toBeFocused();
});

test('the answer is shown on request, and it is right', async ({ page, site }) => {
  const { pattern, input, run } = await openPattern(page, site);
  await expect(pattern.getByRole('button', { name: 'Show answer' })).toHaveCount(0);
  await run('reshape(b, h, t, d)');
  await pattern.getByRole('button', { name: 'Show answer' }).click();
  const answer = await pattern.locator('pre').textContent();
  await input.fill(answer);
  await pattern.getByRole('button', { name: 'Run', exact: true }).click();

  await expect(pattern).toContainText('Right.');
});

test('a reload restores the chain', async ({ page, site }) => {
  const { pattern, input, run } = await openPattern(page, site);
  await run('reshape(b, h, t, d)');
  await expect(pattern).toContainText('first try');
  await page.reload();

  await expect(input).toHaveValue('reshape(b, h, t, d)');
  await expect(pattern).toContainText(
    'Not yet: the shape is right, but elements are in the wrong places.',
  );
});

test('the check works with a hostile state', async ({ page, site }) => {
  const { pattern, input } = await openPattern(page, site);
  for (const state of [null, 'x', { task: 'nothing' }, { answers: ['b -> b', '<img>', 7] }]) {
    await pattern.evaluate((element, given) => (element.state = given), state);
    await pattern.evaluate((element) => element.updateComplete);
  }

  await expect(input).toHaveValue('');
  await expect(pattern.locator('img')).toHaveCount(0);
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
]) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('axe finds nothing in a chain that fails, errs and succeeds', async ({ page, site }) => {
      const { pattern, run } = await openPattern(page, site);
      for (const [step, said] of [
        ['flatten()', 'Line 1'],
        ['reshape(b, h, t, d)', 'Not yet'],
        [split, 'Right.'],
      ]) {
        await run(step);
        await expect(pattern).toContainText(said);
        expect(await faults(page, '#shapes'), step).toEqual([]);
      }
      const sideways = await page.evaluate(() => document.scrollingElement.scrollWidth);
      expect(sideways).toBeLessThanOrEqual(width);
    });
  });
}
