import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { carriesOneEach } = await bundled('elements/training/specialised.ts');

/** Accuracies of relations, a row for each removed head. */
const without = (...rows) => ({
  ablation: { shape: [1, rows.length, rows[0].length], data: Float32Array.from(rows.flat()) },
});

test('each head carries one relation if removing it loses one, and each another', () => {
  assert.ok(carriesOneEach(without([0.12, 1, 1], [1, 1, 0.13], [0.96, 0.49, 1])));
});

for (const [what, ...rows] of [
  ['two heads share a relation', [0.12, 1, 1], [1, 0.4, 1], [1, 0.5, 0.12]],
  ['one head carries two', [0.12, 0.12, 1], [1, 1, 0.13], [1, 1, 1]],
  ['two heads lose the same', [0.12, 1, 1], [0.12, 1, 1], [1, 1, 0.12]],
  ['a head is not needed', [0.12, 1, 1], [1, 0.85, 1], [1, 1, 0.12]],
  ['another relation becomes weaker too', [0.12, 0.9, 1], [1, 1, 0.12], [1, 0.12, 1]],
]) {
  test(`it is not one relation each if ${what}`, () => {
    assert.ok(!carriesOneEach(without(...rows)));
  });
}
