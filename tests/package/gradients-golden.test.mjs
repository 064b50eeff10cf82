import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goldenCases } from './golden.mjs';
import { engine } from './installed.mjs';
import { assertClose } from './tensors.mjs';

describe("backward gives PyTorch's gradients", () => {
  for (const { name, config, inputs, options, dOutput, expected } of goldenCases(
    'attention_gradients.json',
  )) {
    test(name, () => {
      const { x, context, keys, values, ...weights } = inputs;
      const layer = engine.attention(config, weights);

      const gradients = layer.backward(x, dOutput, { ...options, context, keys, values });

      assertGradients(gradients, expected.gradients);
      layer.dispose();
    });
  }
});

describe("a feed-forward layer gives PyTorch's output and gradients", () => {
  for (const { name, config, inputs, dOutput, expected } of goldenCases('feed_forward.json')) {
    test(name, () => {
      const { x, ...weights } = inputs;
      const layer = engine.feedForward(config, weights);

      assertClose(layer.forward(x), expected.output);
      assertGradients(layer.backward(x, dOutput), expected.gradients);
      layer.dispose();
    });
  }
});

function assertGradients(gradients, expected) {
  assert.deepEqual(Object.keys(gradients).sort(), Object.keys(expected).sort());
  for (const [key, wanted] of Object.entries(expected)) assertClose(gradients[key], wanted);
}
