import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { listSteps } = await bundled('elements/steps/list.ts');

test('h heads take 5 + 4h steps: 13 for two, 21 for four', () => {
  for (const heads of [1, 2, 3, 4, 8]) {
    assert.equal(listSteps(heads, 'multi-head').length, 5 + 4 * heads);
    assert.equal(listSteps(heads, 'grouped').length, 5 + 4 * heads);
  }
});

test('summed heads are summed instead of concatenated', () => {
  const stages = listSteps(2, 'summed').map(({ stage }) => stage);

  assert.equal(stages.length, 13);
  assert.deepEqual(stages.slice(-3), ['sum', 'w_o', 'done']);
});

test('without an output projection there is a step less', () => {
  const stages = listSteps(2, 'no-output').map(({ stage }) => stage);

  assert.deepEqual(stages.slice(-2), ['concat', 'done']);
  assert.equal(stages.length, 12);
});

test('each head has its four steps before the next one begins', () => {
  assert.deepEqual(listSteps(2, 'multi-head').slice(2, 10), [
    { stage: 'projections', head: 0 },
    { stage: 'scores', head: 0 },
    { stage: 'softmax', head: 0 },
    { stage: 'output', head: 0 },
    { stage: 'projections', head: 1 },
    { stage: 'scores', head: 1 },
    { stage: 'softmax', head: 1 },
    { stage: 'output', head: 1 },
  ]);
});
