import { engine } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openChecks(page, site) {
  await recordEvents(page);
  await page.goto(`${site}#checks`);
  const quick = page.locator('#head-width');
  const shape = page.locator('#split-shape');
  await expect(quick.getByRole('radio')).toHaveCount(4);
  await expect(shape.getByRole('textbox')).toBeVisible();
  return {
    quick,
    shape,
    choose: async (value) => {
      await quick.getByRole('radio', { name: value, exact: true }).check();
      await quick.getByRole('button', { name: 'Check' }).click();
    },
    answer: async (text) => {
      await shape.getByRole('textbox').fill(text);
      await shape.getByRole('textbox').press('Enter');
    },
  };
}

test('the quick check asks for a choice first', async ({ page, site }) => {
  const { quick } = await openChecks(page, site);
  await quick.getByRole('button', { name: 'Check' }).click();

  await expect(quick).toContainText('Choose one first.');
  expect(await eventsOf(page, 'mh-answer')).toEqual([]);
});

test('a right choice is confirmed at once, with the reason for each option', async ({
  page,
  site,
}) => {
  const { quick, choose } = await openChecks(page, site);
  const width = engine.attention({ dModel: 12, numHeads: 3 }).config.dHead;
  await expect(quick.getByRole('heading')).toHaveText(/^d\smodel is 12 and there are 3 heads/u);
  await choose(String(width));

  await expect(quick).toContainText('4, right');
  await expect(quick).toContainText('36 is 12 × 3.');
  await expect(quick).toContainText('12 ÷ 3.');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toEqual({
    version: 1,
    element: 'mh-quick-check',
    id: 'head-width',
    question: 'head-width/0',
    answer: '4',
    correct: true,
    attempts: 1,
  });
});

test('a first wrong choice explains only that choice', async ({ page, site }) => {
  const { quick, choose } = await openChecks(page, site);
  await choose('36');

  await expect(quick).toContainText('Heads divide the width; they do not multiply it.');
  await expect(quick).toContainText('Quick check, first try');
  await expect(quick).not.toContainText('12 ÷ 3');
  await expect(quick).not.toContainText(', right');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ answer: '36', correct: false, attempts: 1 });
});

test('the right choice is shown after the second try', async ({ page, site }) => {
  const { quick, choose } = await openChecks(page, site);
  await choose('36');
  await choose(/^3$/u);

  await expect(quick).toContainText('Quick check, second try');
  await expect(quick).toContainText('4, right');
  expect((await eventsOf(page, 'mh-answer')).at(-1).detail).toMatchObject({ attempts: 2 });
});

test('a choice counts as a try only once', async ({ page, site }) => {
  const { quick, choose } = await openChecks(page, site);
  await choose('36');
  await quick.getByRole('button', { name: 'Check' }).click();

  await expect(quick).toContainText('You already tried this one. Choose another.');
  expect(await eventsOf(page, 'mh-answer')).toHaveLength(1);
});

test('Try another draws other numbers', async ({ page, site }) => {
  const { quick, choose } = await openChecks(page, site);
  await choose('4');
  await quick.getByRole('button', { name: 'Try another' }).click();

  await expect(quick.getByRole('heading')).toHaveText(/^d\smodel is 40 and there are 8 heads/u);
  await expect(quick.getByRole('radio', { checked: true })).toHaveCount(0);
});

const question = engine.shapes.question({ seed: 2, level: 2 });
const { actual } = engine.shapes.check(question, '[]');
const swapped = [...actual.slice(0, -2), ...actual.slice(-2).reverse()];
const written = (shape) => `[${shape.join(', ')}]`;

test('the shape check shows the core’s question', async ({ page, site }) => {
  const { shape } = await openChecks(page, site);

  await expect(shape.getByRole('heading')).toHaveText(question.prompt);
  for (const [name, size] of Object.entries(question.sizes)) {
    await expect(shape).toContainText(`${name} = ${size}`);
  }
});

test('the shape that the core computes is right', async ({ page, site }) => {
  const { shape, answer } = await openChecks(page, site);
  await answer(written(actual));

  await expect(shape).toContainText('Right.');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toEqual({
    version: 1,
    element: 'mh-shape-check',
    id: 'split-shape',
    question: `shape/${question.id}`,
    answer: written(actual),
    correct: true,
    attempts: 1,
  });
});

test('a wrong shape names its first wrong axis and what it usually means', async ({
  page,
  site,
}) => {
  const { shape, answer } = await openChecks(page, site);
  const verdict = engine.shapes.check(question, written(swapped));
  await answer(written(swapped));

  await expect(shape).toContainText(`Not yet: axis ${verdict.axis} is wrong.`);
  const wrong = shape.getByRole('cell', { name: 'first wrong axis' });
  await expect(wrong).toContainText(String(swapped[verdict.axis]));
  await expect(shape.getByRole('row', { name: 'the core’s shape' })).toHaveCount(0);
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ answer: written(swapped), correct: false, attempts: 1 });
});

test('the core’s shape is shown after the second try', async ({ page, site }) => {
  const { shape, answer } = await openChecks(page, site);
  await answer(written(swapped));
  await answer(written([...actual, 2]));

  const row = shape.getByRole('row', { name: 'the core’s shape' });
  await expect(row.getByRole('cell')).toContainText(actual.map(String));
  await expect(shape).toContainText('Shape check, level 2, second try');
});

test('the answer can be shown after a try', async ({ page, site }) => {
  const { shape, answer } = await openChecks(page, site);
  const ask = shape.getByRole('button', { name: 'Show answer' });
  await expect(ask).toHaveCount(0);
  await answer(written(swapped));
  await ask.click();

  await expect(shape.getByRole('row', { name: 'the core’s shape' })).toBeVisible();
});

for (const [text, column] of [
  ['', 1],
  ['[2, 4', 1],
  ['[2,, 4]', 4],
  ['[2, banana]', 5],
  ['[2, 0]', 5],
  ['<img src=x onerror=alert(1)>', 1],
]) {
  test(`"${text}" is no shape, and the column says where`, async ({ page, site }) => {
    const { shape, answer } = await openChecks(page, site);
    await answer(text);

    await expect(shape).toContainText(`Column ${column}:`);
    await expect(shape.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await expect(shape.locator('img')).toHaveCount(0);
    expect(await eventsOf(page, 'mh-answer')).toEqual([]);
  });
}

test('the same message is announced again', async ({ page, site }) => {
  const { shape, answer } = await openChecks(page, site);
  await answer('[2,,3]');
  const status = shape.locator('p[role=status]');
  await expect(status).toContainText('Column 4');
  await status.evaluate((element) => {
    window.announced = [];
    new MutationObserver(() => window.announced.push(element.textContent)).observe(element, {
      ...{ subtree: true, childList: true, characterData: true },
    });
  });
  await answer('[2,,5]');

  await expect.poll(() => page.evaluate(() => window.announced.join('|'))).toMatch(/^\|Column 4/u);
});

test('a check can be restored from its state', async ({ page, site }) => {
  const { shape, answer } = await openChecks(page, site);
  await answer(written(swapped));
  const { detail } = (await eventsOf(page, 'mh-state')).at(-1);
  expect(detail).toMatchObject({ version: 1, element: 'mh-shape-check', id: 'split-shape' });
  await page.goto('about:blank');
  await page.goto(`${site}#checks`);
  await expect(shape.getByRole('textbox')).toHaveValue('');

  await shape.evaluate((element, state) => (element.state = state), detail.state);

  await expect(shape).toContainText('first try');
  await expect(shape.getByRole('textbox')).toHaveValue(written(swapped));
});

test('a reload restores the answers of both checks', async ({ page, site }) => {
  const { quick, shape, choose, answer } = await openChecks(page, site);
  await choose('36');
  await answer('[B, T, H, d_head]');
  await expect(shape).toContainText('first try');
  await page.reload();

  await expect(quick).toContainText('Quick check, first try');
  await expect(quick).toContainText('Heads divide the width; they do not multiply it.');
  await expect(shape).toContainText('first try');
});

test('a hostile state in the address does not change the checks', async ({ page, site }) => {
  const states = ['{broken', '[]', '{"seed":-1,"answers":[{}],"shown":"yes"}', '"<b>"'];
  for (const state of states) {
    await page.goto('about:blank');
    await page.goto(`${site}#checks?head-width=${encodeURIComponent(state)}&nobody=1&%3Cb%3E=2`);

    await expect(
      page.getByRole('heading', { name: /d\smodel is 12 and there are 3 heads/u }),
    ).toBeVisible();
    await expect(page.locator('#head-width').getByRole('radio', { checked: true })).toHaveCount(0);
  }
});
