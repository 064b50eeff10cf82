import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../../bundled.mjs';

const { axisPairs, splitAtColumn } = await bundled('ui/check/answer-parts.ts');

test('a column counts characters, and past the end it is a space', () => {
  assert.deepEqual(splitAtColumn('B×𝐐 T', 3), { before: 'B×', at: '𝐐', after: ' T' });
  assert.deepEqual(splitAtColumn('B,', 3), { before: 'B,', at: '\u00a0', after: '' });
  assert.deepEqual(splitAtColumn('', 1), { before: '', at: '\u00a0', after: '' });
});

test('shapes of different ranks leave cells of the table empty', () => {
  assert.deepEqual(axisPairs([2, 9], [2]), [
    { answered: 2, actual: 2 },
    { answered: 9, actual: undefined },
  ]);
});
