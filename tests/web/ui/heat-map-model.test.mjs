import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { cellUnder, columnLabel, isMarked, isPainted, isQuiet, cellText, rowTop } =
  await bundled('ui/heat-map-model.ts');

const map = (change) => ({
  matrix: { shape: [2, 3], data: Float32Array.of(0.05, -Infinity, 0.95, 0.5, 0, -12.3) },
  mask: null,
  kind: 'share',
  rows: ['the', 'cat'],
  columns: ['the', 'cat', 'sat'],
  cell: 34,
  gap: 2,
  labelWidth: 36,
  pulled: null,
  chosen: null,
  marked: null,
  ...change,
});

test('a cell prints what it has room for, and hidden is not zero', () => {
  const all = [0, 1].flatMap((row) => [0, 1, 2].map((column) => ({ row, column })));
  const texts = (change) => all.map((cell) => cellText(map(change), cell));

  assert.deepEqual(texts({ kind: 'signed' }), ['0.1', '−∞', '0.9', '0.5', '0', '−12']);
  const two = ['0.05', '−∞', '0.95', '0.50', '0', '−12'];
  assert.deepEqual(texts({ kind: 'signed', decimals: 2 }), two);
  assert.deepEqual(texts({}), ['0.05', '–', '0.95', '0.50', '0', '−12.30']);
  assert.deepEqual(texts({ cell: 20 }), ['', '–', '', '', '', '']);
  assert.deepEqual(texts({ cell: 7 }), Array(6).fill(''));
});

test('a small weight is quiet, a hidden one is not', () => {
  assert.deepEqual(
    [0, 1, 2].map((column) => isQuiet(map(), { row: 0, column })),
    [true, false, false],
  );
});

test('the pulled row and those below it are moved down, and are found there', () => {
  const pulled = map({ pulled: 1, rows: ['a', 'b', 'c'] });
  const tops = [0, 1, 2].map((row) => rowTop(pulled, row));

  assert.deepEqual(tops, [0, 36 + 6, 72 + 12]);
  for (const [row, top] of tops.entries())
    assert.deepEqual(cellUnder(pulled, 37, top + 1), { row, column: 1 });
  assert.equal(cellUnder(pulled, -1, 5), null);
  assert.equal(cellUnder(pulled, 3 * 36, 5), null);
});

test('what is marked is a row, a column or one cell', () => {
  const marks = (marked) => isMarked(map({ marked }), { row: 1, column: 2 });

  assert.deepEqual([{ row: 1 }, { column: 2 }, { row: 1, column: 0 }, null].map(marks), [
    true,
    true,
    false,
    false,
  ]);
});

test('a column has its word, its number or nothing above it', () => {
  const labels = [34, 20, 10].map((cell) => columnLabel(map({ cell }), 'cat', 1));

  assert.deepEqual(labels, ['cat', '1', '']);
});

test('a map is painted where it has many cells, or where its figure asks for it', () => {
  const names = Array.from({ length: 31 }, (_, i) => String(i));

  assert.ok(!isPainted(map()));
  assert.ok(isPainted(map({ painted: true })));
  assert.ok(isPainted(map({ rows: names, columns: names })));
});
