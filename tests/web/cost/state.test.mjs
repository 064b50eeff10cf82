import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { costFormat, readings, startOfCost, stateOfReading } =
  await bundled('elements/cost/state.ts');

test('unreadable input does not change the desk', () => {
  const hostile = [
    null,
    7,
    'x',
    [],
    { view: 'none', model: 'gpt-9', rival: 3, tokens: 0, batch: 1e9, precision: 'fp5' },
    { tokens: 1.5, layers: -1, 'd-model': 0, heads: 'many', activation: '__proto__' },
    { formula: '<img>', phase: 'constructor', reading: 'toString' },
  ];
  for (const given of hostile) assert.deepEqual(costFormat.parse(given), startOfCost);
});

test('an address brings back every state', () => {
  const changed = {
    ...startOfCost,
    ...{ view: 'flops', model: 'own', rival: 'gpt2-small', tokens: 77, batch: 3, layers: 5 },
    ...{ precision: 'int4', causal: true, phase: 'decode', formula: 'pairs.b-layer' },
    ...{ dModel: 96, heads: 6, kvHeads: 2, dHead: 20, dFf: 0, activation: 'gelu', bias: true },
    ...{
      vocabulary: 9,
      tied: true,
      positions: 4,
      dLatent: 8,
      dLatentQuery: 6,
      dRope: 2,
      dValue: 3,
    },
  };
  for (const state of [startOfCost, changed]) {
    assert.deepEqual(costFormat.parse(costFormat.toParameters(state)), state);
  }
  assert.deepEqual(costFormat.toParameters(startOfCost), {});
});

test('a reading is a starting state that can be changed further', () => {
  for (const reading of Object.keys(readings)) {
    assert.deepEqual(costFormat.parse({ reading }), stateOfReading(reading));
  }
  assert.equal(costFormat.parse({ reading: 'lengths', tokens: '9' }).tokens, 9);
});
