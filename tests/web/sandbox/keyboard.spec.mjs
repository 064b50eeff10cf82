import { headOf, printed, traceOf } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, expectMapsOf, openSandbox, recordEvents } from './sandbox-page.mjs';

const isFocused = (target) =>
  target.evaluate((element) => element.getRootNode().activeElement === element);

/** Presses Tab, or another key, until the focus is where it has to go. */
async function tabTo(page, target, key = 'Tab') {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if ((await target.count()) === 1 && (await isFocused(target))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached by ${key}`);
}

const cellIsFocused = (sandbox, head, query, key) =>
  expect(sandbox.cell(head, query, key)).toBeFocused();

test('a whole round needs no pointer: edit, heads, pin, predict', async ({ page, site }) => {
  await recordEvents(page);
  const sandbox = await openSandbox(page, site);

  await tabTo(page, sandbox.button('Edit the sentence'));
  await page.keyboard.press('Enter');
  await tabTo(page, sandbox.sentence);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('I love deep learning');
  await tabTo(page, sandbox.button('Done'));
  await page.keyboard.press('Enter');
  await expect(sandbox.sentence).toHaveCount(0);
  await expectMapsOf(page, { tokens: ['I', 'love', 'deep', 'learning'] });

  await tabTo(page, sandbox.button('Change the layer'));
  await page.keyboard.press('Enter');
  const heads = page.getByRole('combobox', { name: 'Heads', exact: true });
  await tabTo(page, heads);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(heads).toHaveValue('2');
  await expectMapsOf(page, { tokens: ['I', 'love', 'deep', 'learning'], heads: 2 });

  await tabTo(page, sandbox.map(0).locator('[tabindex="0"]'));
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(sandbox.detail).toContainText('Head 0: why does');
  await expect(sandbox.detail).toContainText('give I a weight of');

  await tabTo(page, sandbox.guess('0'));
  await page.keyboard.press('Space');
  await tabTo(page, sandbox.button('Make them the same'));
  await page.keyboard.press('Enter');
  await expect(sandbox.prediction).toContainText('As you predicted.');
  await expectMapsOf(page, {
    tokens: ['I', 'love', 'deep', 'learning'],
    heads: 2,
    tieHeads: true,
  });
  expect(await eventsOf(page, 'mh-answer')).toHaveLength(1);
});

test('a change that waits for a prediction leads to the question', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.toggle('Make all heads the same').click();

  await expect(sandbox.prediction.getByRole('radio').first()).toBeFocused();
});

test('an arrow key that reaches a choice with a prediction leaves the focus in its group', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site);
  const choice = (name) => sandbox.choice('Divide scores by', name);
  const status = page.locator('#main-sandbox > .box > p[role=status]');
  const question = () => sandbox.prediction.locator('form p').innerText();
  await choice('square root of d head').focus();
  await page.keyboard.press('ArrowRight');
  await expect(choice('square root of d model')).toBeFocused();
  await expect(choice('square root of d head')).toBeChecked();
  await expect(status).toHaveText(await question());

  await page.keyboard.press('ArrowRight');
  await expect(choice('nothing')).toBeFocused();
  await expect(status).toHaveText(await question());
  await expect(sandbox.prediction).toContainText('Do not divide the scores');
  await expect(sandbox.prediction.getByRole('radio', { checked: true })).toHaveCount(0);

  await tabTo(page, sandbox.prediction.getByRole('radio').first());
});

test('Space at a choice that waits for a prediction leads to the question', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.choice('Combine heads', 'side by side').focus();
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  await expect(sandbox.choice('Combine heads', 'summed')).toBeFocused();
  await page.keyboard.press('Space');

  await expect(sandbox.prediction.getByRole('radio').first()).toBeFocused();
  await expect(sandbox.prediction.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('a click on a choice with a prediction leads to the text of the question', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.choice('Divide scores by', 'nothing').locator('..').click();

  await expect(sandbox.prediction.locator('p').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(sandbox.prediction.getByRole('radio').first()).toBeFocused();
});

test('the focus stays on something when an editor closes under it', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await tabTo(page, sandbox.button('Edit the sentence'));
  await page.keyboard.press('Enter');
  await tabTo(page, sandbox.button('Done'));
  await page.keyboard.press('Enter');

  await expect(sandbox.button('Edit the sentence')).toBeFocused();
});

test('the first Tab offers to skip to the content, which keeps the place', async ({
  page,
  site,
}) => {
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await page.goto(site);
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();

  await page.goto(`${site}#sandbox`);
  await expect(page.locator('#main-sandbox')).toBeVisible(); // the router runs
  await skip.press('Enter');

  await expect(page.getByRole('main')).toBeFocused();
  expect(page.url()).toBe(`${site}#sandbox`);
});

test('each map is one tab stop', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await tabTo(page, sandbox.map(0).locator('[tabindex="0"]'));
  await page.keyboard.press('Tab');
  await expect(sandbox.map(1).locator(':focus')).toHaveCount(1);

  await page.keyboard.press('Shift+Tab');
  await expect(sandbox.map(0).locator(':focus')).toHaveCount(1);
});

test('arrows, Home and End move in a map and stop at its edges', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await tabTo(page, sandbox.map(0).locator('[tabindex="0"]'));
  const moves = [
    ['Home', 2, 0],
    ['ArrowLeft', 2, 0],
    ['ArrowRight', 2, 1],
    ['ArrowUp', 1, 1],
    ['End', 1, 5],
    ['ArrowRight', 1, 5],
    ['ControlOrMeta+End', 5, 5],
    ['ArrowDown', 5, 5],
    ['ControlOrMeta+Home', 0, 0],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 1, 0],
  ];

  for (const [key, query, keyIndex] of moves) {
    await page.keyboard.press(key);
    await cellIsFocused(sandbox, 0, query, keyIndex);
  }
  await expect(sandbox.detail).toContainText('Head 0: why does cat give The a weight of');
});

test('Page Down and Page Up go to the same cell of another head', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await tabTo(page, sandbox.map(0).locator('[tabindex="0"]'));
  await page.keyboard.press('End');
  for (const [key, head] of [
    ['PageDown', 1],
    ['PageDown', 2],
    ['PageUp', 1],
    ['PageUp', 0],
    ['PageUp', 3],
  ]) {
    await page.keyboard.press(key);
    await cellIsFocused(sandbox, head, 2, 5);
  }
});

test('Enter pins a cell, and Escape unpins it', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await tabTo(page, sandbox.map(1).locator('[tabindex="0"]'));
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await expect(sandbox.cell(1, 5, 5)).toHaveAttribute('aria-selected', 'true');
  await expect(sandbox.word(5)).toBeChecked();
  await expect.poll(() => page.url()).toContain('key=5');

  await page.keyboard.press('Escape');

  await expect.poll(() => page.url()).not.toContain('key=');
});

test('arrow keys choose words, and wrap from the last to the first', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await tabTo(page, sandbox.word(2));
  for (const [key, index] of [
    ['ArrowRight', 3],
    ['End', 5],
    ['ArrowRight', 0],
    ['ArrowLeft', 5],
    ['Home', 0],
  ]) {
    await page.keyboard.press(key);
    await expect(sandbox.word(index)).toBeFocused();
    await expect(sandbox.word(index)).toBeChecked();
  }
});

test('at 360 px the heads are chosen with the arrow keys', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const sandbox = await openSandbox(page, site);
  await tabTo(page, sandbox.tab('Head 3'));
  await page.keyboard.press('ArrowRight');

  await expect(sandbox.tab('Head 0')).toBeFocused();
  await expect(sandbox.map(0)).toBeVisible();
});

test('the detail’s tabs are chosen with the arrow keys', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await tabTo(page, sandbox.tab('Why this weight'));
  await page.keyboard.press('ArrowRight');
  await expect(sandbox.tab('W Q')).toBeFocused();
  await page.keyboard.press('End');

  await expect(sandbox.tab('W O')).toBeFocused();
  await expect(sandbox.detail.getByRole('grid')).toHaveAccessibleName(/^Head 3: W O/u);
});

test('arrow keys work in a map that is drawn on a canvas', async ({ page, site }) => {
  const tokens = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const sandbox = await openSandbox(page, site, { tokens: tokens.join(' '), head: '0' });
  const cell = sandbox.map(0).getByRole('gridcell');
  await tabTo(page, cell);
  await page.keyboard.press('ControlOrMeta+End');

  await expect(cell).toBeFocused();
  const weight = headOf(traceOf({ tokens }).weights, 0)[39][39];
  await expect(cell).toHaveAccessibleName(`w39 to w39: ${printed(weight)}`);
});

test('focus is always visible', async ({ page, site }) => {
  await openSandbox(page, site);
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      let element = document.activeElement;
      if (element === document.body) return null; // past the last stop
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const drawnBy = element.nextElementSibling; // a segment draws it on its label
      const beside = drawnBy ? getComputedStyle(drawnBy).outlineStyle : 'none';
      return { name: element.outerHTML.slice(0, 80), outlineStyle, outlineWidth, beside };
    });
    if (!outline) return;
    const isSeen = outline.outlineStyle === 'solid' || outline.beside === 'solid';
    expect(isSeen, outline.name).toBe(true);
  }
});
