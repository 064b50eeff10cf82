import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { CellEdits } = await bundled('ui/edit/cell-edits.ts');

function startEdits() {
  const own = { state: { edits: [] } };
  const put = (state) => (own.state = state);
  const edits = new CellEdits({ state: () => own.state, put, valueOf: () => 1 });
  const undo = () => {
    own.state = edits.history.undo(own.state);
    return own.state.edits;
  };
  return { edits, undo };
}
const score = (head) => ({ matrix: 'scores', head, row: 1, column: 0 });

test('steps of one cell in a row are one step of undo', () => {
  const { edits, undo } = startEdits();
  for (const steps of [1, 2]) edits.step(score(0), steps);
  assert.deepEqual(undo(), []);
});

test('the same cell of two heads is two steps of undo, by keys and by drag', () => {
  const { edits, undo } = startEdits();
  for (const head of [0, 1]) edits.step(score(head), 1);
  for (const head of [2, 3]) edits.drag(score(head), null, { across: 2, isFirst: true });

  for (const left of [3, 2, 1, 0]) assert.equal(undo().length, left);
});
