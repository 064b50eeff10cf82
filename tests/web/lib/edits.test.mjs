import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { editLimits, editList, editedValue, existingEdits, readEdits, withEdit, withoutEdit } =
  await bundled('lib/edits.ts');

const score = { matrix: 'scores', head: 1, row: 3, column: 0 };
const weight = { matrix: 'wq', head: null, row: 2, column: 5 };

test('edits are written as text and read back', () => {
  const texts = withEdit(withEdit([], score, 2.31), weight, -0.00004);

  assert.deepEqual(texts, ['scores1.3.0=2.31', 'wq.2.5=0']);
  assert.deepEqual(readEdits(texts), [
    { ...score, value: 2.31 },
    { ...weight, value: 0 },
  ]);
  assert.deepEqual(editList(texts.join(' ')), texts);
});

test('a cell is changed once, the last change comes last, and it can be restored', () => {
  const texts = ['wq.2.5=1', 'mask.0.1=0', 'wq.2.5=2'];

  assert.deepEqual(editList(texts), ['mask.0.1=0', 'wq.2.5=2']);
  assert.deepEqual(withEdit(editList(texts), { ...weight, row: 0, column: 0 }, 7), [
    ...['mask.0.1=0', 'wq.2.5=2', 'wq.0.0=7'],
  ]);
  assert.equal(editedValue(texts.slice(1), weight), 2);
  assert.deepEqual(withoutEdit(editList(texts), weight), ['mask.0.1=0']);
});

test('invalid edits are left out', () => {
  const hostile = [
    ...['wq.1.1=NaN', 'wq.1.1=Infinity', 'wq.1.1=1e9', 'wq.1.1=1001', 'wq.1.1=-5000', 'wq.1=1'],
    ...['scores.1.1=1', 'wq1.1.1=1', 'mask.1.1=0.5', 'mask.1.1=2', 'weights0.1.1=1', 'q0.1.1=1'],
    ...['wq.-1.1=1', 'wq.1.1.1=1', '__proto__.1.1=1', 'wq.1.1=1<b>', 'wq.1.1=0x10', '', ' '],
    ...[null, 7, {}, [], NaN, Symbol('wq.1.1=1'), { toString: () => 'wq.1.1=1' }],
  ];

  assert.deepEqual(editList(hostile), []);
  assert.deepEqual(editList([...hostile, 'mask.1.1=1']), ['mask.1.1=1']);
  for (const given of [null, undefined, 7, {}, true]) assert.equal(editList(given), undefined);
});

test('the number of edits is limited, and a full list takes no other cell', () => {
  const many = Array.from({ length: 5000 }, (_, i) => `wq.${i % 100}.${i % 7}=1`);
  const full = editList(many);

  assert.equal(full.length, editLimits.cells);
  assert.deepEqual(withEdit(full, score, 1), full);
  assert.equal(withEdit(full, readEdits(full)[0], 3).length, editLimits.cells);
});

test('edits of cells that do not exist are dropped', () => {
  const sizes = { heads: 2, wq: [4, 4], wk: [4, 2], wv: [4, 2], wo: null };
  const texts = ['wq.3.3=1', 'wq.4.0=1', 'wk.0.2=1', 'wo.0.0=1', 'scores1.2.2=1', 'scores2.0.0=1'];

  const kept = existingEdits([...texts, 'mask.2.3=0'], { ...sizes, scores: [3, 3], mask: [3, 3] });

  assert.deepEqual(kept, ['wq.3.3=1', 'scores1.2.2=1']);
});
