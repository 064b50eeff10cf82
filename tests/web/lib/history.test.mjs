import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { History } = await bundled('lib/history.ts');

test('what was undone can be redone, until something else changes', () => {
  const history = new History();
  history.record('a');
  history.record('b');

  assert.equal(history.undo('c'), 'b');
  assert.equal(history.undo('b'), 'a');
  assert.equal(history.undo('a'), null);
  assert.equal(history.redo('a'), 'b');
  history.record('b');
  assert.ok(!history.canRedo);
  assert.equal(history.redo('d'), null);
});

test('a drag is one step, and the next drag of the same control another', () => {
  const history = new History();
  history.record(1, 'slider');
  history.record(2, 'slider');
  history.record(3, 'slider');
  history.endStep();
  history.record(4, 'slider');

  assert.equal(history.undo(5), 4);
  assert.equal(history.undo(4), 1);
  assert.ok(!history.canUndo);
});

test('a change that changes nothing is no step, and keeps what can be redone', () => {
  const history = new History();
  history.record({ head: 1 });
  history.undo({ head: 2 });
  history.recordChange({ head: 1 }, { head: 1 });

  assert.ok(!history.canUndo);
  assert.ok(history.canRedo);
  history.recordChange({ head: 1 }, { head: 3 });
  assert.deepEqual(history.undo({ head: 3 }), { head: 1 });
});
