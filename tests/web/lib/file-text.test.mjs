import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { wrapText } = await bundled('lib/file-text.ts');

test('lines are as long as the letters allow', () => {
  assert.deepEqual(wrapText('one head reads all  keys', 9), ['one head', 'reads all', 'keys']);
});

test('a word that is too long has a line of its own, and none is empty', () => {
  assert.deepEqual(wrapText('multiplications of it', 5), ['multiplications', 'of it']);
});

test('a space that does not break stays in its line', () => {
  assert.deepEqual(wrapText('a b\u00a0c', 3), ['a', 'b\u00a0c']);
});

test('no text is one empty line', () => {
  assert.deepEqual(wrapText('', 5), ['']);
});
