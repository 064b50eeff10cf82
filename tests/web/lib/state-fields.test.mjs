import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { integer, itemsOf, tokenList } = await bundled('lib/state-fields.ts');
const { listOf } = await bundled('lib/stored-fields.ts');
const items = itemsOf(integer(0, 9), 3);

test('a list may be text, with commas or spaces between its items', () => {
  for (const text of ['1,2', '1 2', ' 1 , 2 ', '1\n2']) assert.deepEqual(items(text), [1, 2], text);
  assert.deepEqual(items([1, '2']), [1, 2]);
  for (const empty of ['', ' ', []]) assert.deepEqual(items(empty), []);
});

test('one invalid or empty item makes all of a list invalid', () => {
  for (const wrong of ['1,,2', '1,x', ',1', '1,', ',', '1;2', [1, null], [1, 10], 7, null]) {
    assert.equal(items(wrong), undefined, JSON.stringify(wrong));
  }
});

test('the first items of a long list are kept', () => {
  assert.deepEqual(items('1,2,3,4'), [1, 2, 3]);
  assert.deepEqual(tokenList(2)(' The  cat sat '), ['The', 'cat']);
});

test('a stored list is kept without its invalid items', () => {
  assert.deepEqual(listOf(integer(0, 9))([1, 'x', 2]), [1, 2]);
});

test('a word that is cut ends with a whole character', () => {
  const [word] = tokenList(1)(`a${'😀'.repeat(40)}`);

  assert.equal(word, `a${'😀'.repeat(39)}`);
});
