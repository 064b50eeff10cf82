import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { onWeights, parseState, sandboxFormat, starts } = await bundled('elements/sandbox/state.ts');
const { toParameters } = sandboxFormat;

test('unreadable input does not change the state', () => {
  for (const given of [null, 7, 'x', [], {}, { weights: 'none' }, { heads: 'x', tokens: 3 }]) {
    assert.deepEqual(parseState(given), starts.trained);
    assert.deepEqual(parseState(given, starts.random), starts.random);
  }
});

test('settings that do not mention weights mean random ones', () => {
  assert.deepEqual(parseState({ query: '3' }), { ...starts.random, query: 3 });
});

test('trained weights keep their sizes and seed', () => {
  const { heads, dModel, seed } = starts.trained;

  const state = parseState({ weights: 'trained', heads: 9, dModel: 7, seed: 1, removed: [3, 8] });

  assert.deepEqual(state, { ...starts.trained, heads, dModel, seed, removed: [3] });
});

test('an address brings back every state', () => {
  const changed = { tokens: ['a', 'cat'], query: 1, key: 0, tie: true, outputProjection: false };
  for (const start of Object.values(starts)) {
    for (const state of [start, { ...start, query: 1 }, { ...start, ...changed }]) {
      assert.deepEqual(parseState(toParameters(state)), state);
    }
  }
});

test('an address names its weights only if it could be misread', () => {
  assert.deepEqual(toParameters(starts.trained), {});
  assert.deepEqual(toParameters(starts.random), { weights: 'random' });
  assert.deepEqual(toParameters({ ...starts.random, seed: 8 }), { seed: '8' });
  assert.deepEqual(toParameters({ ...starts.trained, query: 4 }), {
    weights: 'trained',
    query: '4',
  });
});

test('other weights keep the sentence and the experiments', () => {
  const state = parseState({ heads: 8, dModel: 64, tie: true, tokens: 'the cat', removed: [7] });

  assert.deepEqual(onWeights(state, 'trained'), {
    ...starts.trained,
    ...{ tokens: ['the', 'cat'], tie: true, query: 1, head: 3 },
  });
});
