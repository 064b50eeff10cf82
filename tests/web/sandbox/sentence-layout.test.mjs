import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { layOutSentence } = await bundled('elements/sandbox/sentence-layout.ts');
const words = (count) => Array(count).fill(1.5);

test('six words are large on a desk and smaller on a phone, in one line', () => {
  const desk = layOutSentence(words(6), 504);
  const phone = layOutSentence(words(6), 328);

  assert.deepEqual([desk.mode, desk.isNarrow, desk.fontSize], ['line', false, 28]);
  assert.deepEqual([phone.mode, phone.isNarrow, phone.fontSize], ['line', true, 20]);
});

test('more words are smaller, down to what can still be read', () => {
  const sizes = [10, 11, 12, 13].map((count) => layOutSentence(words(count), 504).fontSize);

  assert.deepEqual(
    sizes,
    [...sizes].sort((a, b) => b - a),
  );
  assert.ok(Math.min(...sizes) >= 15);
});

test('words that do not fit wrap without getting smaller', () => {
  assert.deepEqual(layOutSentence(words(10), 328), {
    ...layOutSentence(words(6), 328),
    mode: 'lines',
  });
});
