import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { groupChanges, lineDiff } = await bundled('elements/museum/line-diff.ts');

const signs = { kept: ' ', removed: '-', added: '+' };
const toLines = (diff) => diff.map(({ kind, text }) => signs[kind] + text);
const diff = (before, after) => toLines(lineDiff(before.join('\n'), after.join('\n')));

test('equal texts keep every line', () => {
  assert.deepEqual(diff(['a', 'b'], ['a', 'b']), [' a', ' b']);
});

test('a changed line is removed, then added', () => {
  assert.deepEqual(diff(['a', 'b', 'c'], ['a', 'x', 'c']), [' a', '-b', '+x', ' c']);
});

test('lines that come or go at either end are found', () => {
  assert.deepEqual(diff(['a', 'b'], ['x', 'a', 'b', 'y']), ['+x', ' a', ' b', '+y']);
  assert.deepEqual(diff(['x', 'a', 'b', 'y'], ['a', 'b']), ['-x', ' a', ' b', '-y']);
});

test('as many lines as possible are kept', () => {
  const kept = diff([...'abcabba'], [...'cbabac']).filter((line) => line[0] === ' ');

  assert.equal(kept.length, 4); // the example of Myers 1986
});

test('groups have the changes with the lines around them; distant changes are separate groups', () => {
  const before = [...'abcdefghij'];
  const after = ['a', 'X', ...'cdefgh', 'Y', 'j'];

  const parts = groupChanges(lineDiff(before.join('\n'), after.join('\n')), 1);

  assert.deepEqual(parts.map(toLines), [
    [' a', '-b', '+X', ' c'],
    [' h', '-i', '+Y', ' j'],
  ]);
});
