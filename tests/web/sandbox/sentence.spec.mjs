import { expect, test } from '../fixtures.mjs';
import { expectMapsOf, numbersOf, openSandbox } from './sandbox-page.mjs';

const lesson = ['The', 'cat', 'sat', 'on', 'the', 'mat'];

async function openEditor(page, site, settings) {
  const sandbox = await openSandbox(page, site, settings);
  await sandbox.button('Edit the sentence').click();
  return sandbox;
}

test('each map shows what the package computes for the sentence', async ({ page, site }) => {
  await openSandbox(page, site);
  await expectMapsOf(page);
});

test('changing a word changes the maps', async ({ page, site }) => {
  const sandbox = await openEditor(page, site);
  await sandbox.tokens.nth(1).fill('dog');
  await sandbox.tokens.nth(1).press('Enter');

  await expectMapsOf(page, { tokens: lesson.with(1, 'dog') });
  await expect(sandbox.word(1)).toHaveText(/dog/u);
});

test('a word can be added and is then named by typing', async ({ page, site }) => {
  const sandbox = await openEditor(page, site);
  await sandbox.tokens.nth(5).focus();
  await sandbox.button('Add after mat').click();
  await expect(sandbox.tokens).toHaveCount(7);
  await page.keyboard.type('today');
  await page.keyboard.press('Enter');

  await expectMapsOf(page, { tokens: [...lesson, 'today'] });
});

test('a word can be removed, and undo brings it back', async ({ page, site }) => {
  const sandbox = await openEditor(page, site);
  await sandbox.tokens.nth(2).focus();
  await sandbox.button('Remove sat').click();
  await expectMapsOf(page, { tokens: lesson.toSpliced(2, 1) });

  const undo = page.locator('mh-sentence-editor').getByRole('button', { name: 'Undo' });
  await undo.click();

  await expectMapsOf(page, { tokens: lesson });
  await expect(undo).toBeDisabled();
});

test('several words typed into one place become several tokens', async ({ page, site }) => {
  const sandbox = await openEditor(page, site);
  await sandbox.tokens.nth(1).fill('grey  little cat');
  await sandbox.tokens.nth(1).press('Enter');

  await expectMapsOf(page, { tokens: ['The', 'grey', 'little', 'cat', 'sat', 'on', 'the', 'mat'] });
});

test('each place shows its token, also after the same word was typed in another way', async ({
  page,
  site,
}) => {
  const sandbox = await openEditor(page, site, { tokens: 'cat cat' });
  const undo = page.locator('mh-sentence-editor').getByRole('button', { name: 'Undo' });
  await sandbox.tokens.nth(0).fill(' cat ');
  await sandbox.tokens.nth(0).press('Enter');
  await expect(sandbox.tokens.nth(0)).toHaveValue('cat');
  await expect(undo).toBeDisabled();

  await sandbox.tokens.nth(0).fill('cat dog');
  await sandbox.tokens.nth(0).press('Enter');
  await expect(sandbox.tokens).toHaveCount(3);
  await expect(sandbox.tokens.nth(0)).toHaveValue('cat');
  await expect(sandbox.tokens.nth(1)).toHaveValue('dog');
});

test('a pasted sentence replaces the old one', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sandbox = await openEditor(page, site);
  await page.evaluate(() => navigator.clipboard.writeText(' Ich sehe\tdie Straße\n heute '));
  await sandbox.sentence.selectText();
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.press('Enter');

  await expectMapsOf(page, { tokens: ['Ich', 'sehe', 'die', 'Straße', 'heute'] });
});

test('words of any script, and markup, are shown as they were typed', async ({ page, site }) => {
  const words = ['שלום', '世界', '👩‍👩‍👧', '<b>fett</b>', '&amp;'];
  const sandbox = await openEditor(page, site);
  await sandbox.sentence.fill(words.join(' '));
  await sandbox.sentence.press('Enter');

  await expectMapsOf(page, { tokens: words });
  await expect(sandbox.word(3)).toHaveText(/<b>fett<\/b>/u);
});

test('one token has one weight, and it is 1', async ({ page, site }) => {
  const sandbox = await openEditor(page, site);
  await sandbox.sentence.fill('cat');
  await sandbox.sentence.press('Enter');

  await expectMapsOf(page, { tokens: ['cat'] });
  expect(await numbersOf(sandbox.map(0))).toEqual(['1.00']);
  await expect(sandbox.caption).toHaveText(/one key to look at/u);
});

test('64 tokens are drawn, and a 65th is refused with a message', async ({ page, site }) => {
  const words = Array.from({ length: 64 }, (_, i) => `word${i}`);
  const sandbox = await openEditor(page, site);
  await sandbox.sentence.fill(words.join(' '));
  await sandbox.sentence.press('Enter');

  await expect(sandbox.words.getByRole('radio')).toHaveCount(64);
  await expect(page.getByText('64 of 64 tokens.')).toBeVisible();
  await expect(sandbox.button(/^Add after/u)).toBeDisabled();

  await sandbox.sentence.fill([...words, 'another'].join(' '));
  await sandbox.sentence.press('Enter');

  const refusal = '64 of 64 tokens; the last word was left out.';
  await expect(page.getByRole('status').filter({ hasText: refusal })).toBeVisible();
  await expect(sandbox.sentence).toHaveValue(words.join(' '));
  await expect(sandbox.words.getByRole('radio')).toHaveCount(64);
});

test('an empty sentence says what is missing and how to go on', async ({ page, site }) => {
  const sandbox = await openEditor(page, site);
  await sandbox.sentence.fill('');
  await sandbox.sentence.press('Enter');
  await expect(sandbox.problem).toContainText('No tokens.');

  await sandbox.button('Use “The cat sat on the mat”').click();

  await expect(sandbox.problem).toHaveCount(0);
  await expectMapsOf(page);
});

test('the last good maps stay while the sentence is empty', async ({ page, site }) => {
  const sandbox = await openEditor(page, site);
  await sandbox.sentence.fill('');
  await sandbox.sentence.press('Enter');

  await expect(sandbox.problem).toBeVisible();
  await expectMapsOf(page);
});
