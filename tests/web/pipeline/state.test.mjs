import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { pipelineFormat, presetOf, presets, startOfPipeline } = await bundled(
  'elements/pipeline/state.ts',
);

test('an address brings back every preset, and an empty one the start', () => {
  for (const [name, state] of Object.entries(presets)) {
    const read = pipelineFormat.parse(pipelineFormat.toParameters(state));
    assert.deepEqual(read, state);
    assert.equal(presetOf(read), name);
  }
  assert.deepEqual(pipelineFormat.toParameters(startOfPipeline), {});
});

test('the number in question stays inside a smaller layer', () => {
  const { head, query, key, column, feature } = pipelineFormat.parse({
    ...{ heads: 2, dModel: 4, tokens: 1, memory: 2, lengths: [] },
    ...{ head: 9, query: 9, key: 9, column: 50, feature: 50 },
  });

  assert.deepEqual(
    { head, query, key, column, feature },
    { head: 1, query: 0, key: 1, column: 1, feature: 3 },
  );
});

test('there is a length for each sequence, or none', () => {
  const lengths = (given) => pipelineFormat.parse(given).lengths;

  assert.deepEqual(lengths({ lengths: '2' }), [2, 6]);
  assert.deepEqual(lengths({ lengths: '9,9' }), []);
  assert.deepEqual(lengths({ lengths: '' }), []);
  assert.deepEqual(lengths({ lengths: '3,2', batch: 1 }), [3]);
  for (const wrong of ['a,0,-1', '2,a', '1,,2', '1,2,']) {
    assert.deepEqual(lengths({ lengths: wrong }), [3, 2], wrong);
  }
  assert.equal(presetOf(pipelineFormat.parse({ tokens: 3 })), null);
});
