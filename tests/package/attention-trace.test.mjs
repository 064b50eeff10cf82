import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { engine } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const layers = [];
const layerOf = (config, weights) => {
  layers.push(engine.attention({ dModel: 8, numHeads: 4, ...config }, weights));
  return layers.at(-1);
};
after(() => layers.forEach((layer) => layer.dispose()));

const x = randomNormal([2, 3, 8], { seed: 1 });
const oneRow = { shape: [3, 8], data: x.data.slice(0, 24) };
const shapesOf = (tensors) =>
  Object.fromEntries(Object.entries(tensors).map(([name, { shape }]) => [name, shape]));

describe('trace', () => {
  const settings = { numKvHeads: 2, dHead: 3 };

  test('has the shapes of the pipeline, with a batch axis', () => {
    assert.deepEqual(shapesOf(layerOf(settings).trace(x, { context: randomNormal([2, 5, 8]) })), {
      q: [2, 4, 3, 3],
      k: [2, 2, 5, 3],
      v: [2, 2, 5, 3],
      scores: [2, 4, 3, 5],
      maskedScores: [2, 4, 3, 5],
      weights: [2, 4, 3, 5],
      heads: [2, 4, 3, 3],
      combined: [2, 3, 12],
      output: [2, 3, 8],
    });
  });

  test('has no batch axis if x has none', () => {
    const layer = layerOf({ ...settings, combine: 'sum', outputProjection: false });

    assert.deepEqual(shapesOf(layer.trace(oneRow)), {
      q: [4, 3, 3],
      k: [2, 3, 3],
      v: [2, 3, 3],
      scores: [4, 3, 3],
      maskedScores: [4, 3, 3],
      weights: [4, 3, 3],
      heads: [4, 3, 3],
      combined: [3, 3],
      output: [3, 3],
    });
  });

  test('gives the output of forward', () => {
    const layer = layerOf({ bias: true, seed: 4 });

    assertClose(layer.trace(x, { causal: true }).output, layer.forward(x, { causal: true }));
  });
});

test('lastKernel is null, then the kernel that ran', () => {
  const layer = layerOf();

  assert.equal(layer.lastKernel, null);
  layer.forward(x, { kernel: 'fused' });
  assert.equal(layer.lastKernel, 'fused');
  layer.forward(x, { kernel: 'reference' });
  assert.equal(layer.lastKernel, 'reference');
  layer.forward(x, { kernel: 'fused' });
  layer.trace(x);
  assert.equal(layer.lastKernel, 'reference');
});

test("'auto' says 'fused', of one token as of a hundred", () => {
  for (const T of [1, 100]) {
    const layer = layerOf();

    layer.forward(randomNormal([T, 8]), { kernel: 'auto' });

    assert.equal(layer.lastKernel, 'fused');
  }
});

test('lastKernel does not change when a call fails', () => {
  const layer = layerOf();
  layer.forward(x, { kernel: 'reference' });

  assert.throws(() => layer.forward([[NaN]], { kernel: 'fused' }));
  const large = { shape: [1, 8], data: new Float32Array(8).fill(1e38) };
  assert.throws(() => layer.forward(large, { kernel: 'fused', checkFinite: true }));

  assert.equal(layer.lastKernel, 'reference');
});
