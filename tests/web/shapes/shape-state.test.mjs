import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { defaultShapeCheck, sortSizes, parseShapeCheck } = await bundled(
  'elements/shapes/shape-state.ts',
);

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
    sortSizes(sizes).map(([name]) => name),
    ['B', 'T', 'd_model', 'H', 'd_head'],
  );
});
