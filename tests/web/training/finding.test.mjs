import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { describeFinding } = await bundled('elements/training/finding.ts');

/** What a template shows, without its tags. */
const words = (shown) =>
  shown?.strings
    ? shown.strings
        .map((text, i) => text + words(shown.values[i] ?? ''))
        .join('')
        .replace(/<[^>]*>/gu, '')
        .replace(/\s+/gu, ' ')
    : String(shown);

/** A bench with layers of two heads, of which only one head is needed for the only relation. */
function raceOf(layers, needed) {
  const data = Float32Array.from({ length: 2 * layers }, (_, i) => (i === needed ? 0.125 : 1));
  const finding = {
    ...{ step: 300, loss: 0.01, accuracy: Float32Array.of(1) },
    ablation: { shape: [layers, 2, 1], data },
  };
  const chance = { accuracy: [0.125], loss: 2.08 };
  const model = { layers, heads: 2, relations: ['induction'], chance };
  return { at: 300, records: { a: { model, divergedAt: null, findingAt: () => finding } } };
}

test('the caption names the layer of the head where there are several', () => {
  assert.match(
    words(describeFinding(raceOf(2, 1))),
    /^Without head 1 of layer 0, run A’s accuracy/u,
  );
  assert.match(
    words(describeFinding(raceOf(2, 2))),
    /^Without head 0 of layer 1, run A’s accuracy/u,
  );
});

test('the caption names no layer where there is only one', () => {
  assert.match(words(describeFinding(raceOf(1, 1))), /^Without head 1, run A’s accuracy/u);
});
