import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { axisRows, groupOf, indexOn, moveTo, offsetOf, shapeOf, tensorIds, tensorKinds } =
  await bundled('elements/pipeline/tensors.ts');

const walk = { B: 2, T: 4, S: 6, H: 5, G: 5, dModel: 100, D: 20 };
const grouped = { B: 1, T: 3, S: 5, H: 6, G: 2, dModel: 7, D: 3 };
const place = { sequence: 1, head: 2, query: 3, key: 4, column: 7, feature: 9 };

test('shapes are those of the walk through 100 columns and 5 heads', () => {
  const shapes = Object.fromEntries(tensorIds.map((id) => [id, shapeOf(id, walk).join()]));

  assert.equal(shapes.x, '2,4,100');
  assert.equal(shapes.qs, '2,4,5,20');
  assert.equal(shapes.q, '2,5,4,20');
  assert.equal(shapes.ks, '2,6,5,20');
  assert.equal(shapes.s, '2,5,4,6');
  assert.equal(shapes.zt, '2,4,5,20');
  assert.equal(shapes.y, '2,4,100');
});

test('steps are the strides that NumPy gives a transposed view', () => {
  const steps = (id) => axisRows(id, place, walk).map(({ step }) => step);

  assert.deepEqual(steps('s'), [120, 24, 6, 1]);
  assert.deepEqual(steps('qs'), [400, 100, 20, 1]);
  assert.deepEqual(steps('q'), [400, 20, 100, 1]);
  assert.deepEqual(steps('zt'), [400, 20, 80, 1]);
  assert.deepEqual(steps('c'), [400, 100, 1]);
});

test('a split and a transpose move no number; without the transpose the place differs', () => {
  const at = (id, isSkipped) => offsetOf(axisRows(id, place, walk, isSkipped));

  assert.equal(at('q0'), at('qs'));
  assert.equal(at('qs'), at('q'));
  assert.equal(at('q', true), 400 + 2 * 80 + 3 * 20 + 7);
  assert.notEqual(at('z'), at('c'), 'joining the heads copies');
});

test('the chosen index is highlighted in every tensor', () => {
  for (const sizes of [walk, grouped]) {
    for (const id of tensorIds) {
      for (const [axis, size] of tensorKinds[id].axes.map((axis, i) => [
        axis,
        shapeOf(id, sizes)[i],
      ])) {
        const start = { sequence: 0, head: 1, query: 0, key: 0, column: 1, feature: 0 };
        const moved = moveTo(axis, size - 1, start, sizes);
        assert.equal(indexOn(axis, moved, sizes), size - 1, `${id}, ${axis}`);
      }
    }
  }
});

test('neighbouring heads share a group, and choosing a group chooses its first head', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((head) => groupOf(head, grouped)),
    [0, 0, 0, 1, 1, 1],
  );
  assert.equal(moveTo('group', 1, { ...place, head: 2 }, grouped).head, 3);
  assert.equal(moveTo('group', 1, { ...place, head: 5 }, grouped).head, 5);
});
