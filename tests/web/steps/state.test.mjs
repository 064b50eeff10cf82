import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { atSameStage, defaultSteps, stepsFormat } = await bundled('elements/steps/state.ts');

test('nothing that can be read leaves the step-through as it was', () => {
  const hostile = [
    null,
    7,
    'x',
    [],
    { heads: 9, step: 0, dModel: 17, seed: -1 },
    { tokens: 3, variant: 'none', listing: 'fortran', causal: 'perhaps' },
    { cell: '<img>', step: 1e99 },
    { cell: 'constructor.prototype,1,1' },
  ];
  for (const given of hostile) assert.deepEqual(stepsFormat.parse(given), defaultSteps);
});

test('an address brings back every state', () => {
  const changed = {
    ...defaultSteps,
    ...{ tokens: ['I', 'love'], heads: 4, dModel: 12, variant: 'summed', causal: true },
    ...{ seed: 9, step: 8, listing: 'cpp', cell: 'scores,1,0' },
  };
  for (const state of [defaultSteps, changed]) {
    assert.deepEqual(stepsFormat.parse(stepsFormat.toParameters(state)), state);
  }
  assert.deepEqual(stepsFormat.toParameters(defaultSteps), {});
});

test('at most eight words are taken', () => {
  assert.equal(stepsFormat.parse({ tokens: 'a '.repeat(20) }).tokens.length, 8);
});

test('a step past the end is the last one', () => {
  assert.equal(stepsFormat.parse({ heads: 2, step: 37 }).step, 13);
  assert.equal(stepsFormat.parse({ heads: 2, step: 37, variant: 'no-output' }).step, 12);
});

test('other settings keep the stage: with more heads W_O comes later', () => {
  const atW_O = { ...defaultSteps, step: 12 };

  assert.equal(atSameStage(atW_O, { heads: 4 }).step, 20);
  assert.equal(atSameStage({ ...defaultSteps, step: 4 }, { heads: 4 }).step, 4);
});
