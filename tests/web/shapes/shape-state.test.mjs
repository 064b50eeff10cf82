import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { axisPairs, defaultShapeCheck, inReadingOrder, parseShapeCheck, splitAtColumn } =
  await bundled('elements/shapes/shape-state.ts');

test('a shape check is read from attributes', () => {
  const { seed, level, stage } = parseShapeCheck({ seed: '5', level: '4', stage: 'scores' });

  assert.deepEqual({ seed, level, stage }, { seed: 5, level: 4, stage: 'scores' });
});

test('what cannot be read keeps its default', () => {
  const given = { seed: 'x', level: 6, stage: {}, answers: 'x', shown: 1 };

  assert.deepEqual(parseShapeCheck(given), defaultShapeCheck);
  assert.deepEqual(parseShapeCheck(null), defaultShapeCheck);
});

test('sizes stand in the order in which a reader meets them', () => {
  const sizes = { B: 2, H: 4, T: 5, d_head: 6, d_model: 24 };

  assert.deepEqual(
    inReadingOrder(sizes).map(([name]) => name),
    ['B', 'T', 'd_model', 'H', 'd_head'],
  );
});

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
