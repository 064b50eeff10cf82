/**
 * 16,384 tokens, whose scores alone would be 8.6 GB. Causally, since that takes half the time:
 * 11 s on one core at 2 GHz.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { installed, manyheads } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const MiB = 2 ** 20;
const T = 16_384;
const dModel = 512;

describe('a causal run of 16,384 tokens, 8 heads of 64', () => {
  const x = randomNormal([T, dModel], { seed: 1 });
  const rows = ({ data }, first, count) => ({
    shape: [count, dModel],
    data: data.slice(first * dModel, (first + count) * dModel),
  });
  let layer, output, lastKernel, reserved;
  before(async () => {
    const engine = await manyheads.load({ wasm: readFileSync(`${installed}/dist/manyheads.wasm`) });
    layer = engine.attention({ dModel, numHeads: 8, seed: 1 });
    output = layer.forward(x, { causal: true });
    ({ lastKernel } = layer);
    ({ reserved } = engine.memory());
  });

  test('takes the fused kernel', () => assert.equal(lastKernel, 'fused'));

  test('is finite', () => {
    assert.deepEqual(output.shape, [T, dModel]);
    assert.ok(output.data.every(Number.isFinite));
  });

  // 160 MiB are x, q, k, v and the output, of 32 each.
  test('reserves less than 256 MiB', () => {
    assert.ok(reserved < 256 * MiB, `${reserved / MiB} MiB`);
  });

  test('gives the first tokens the same output as without the others', () => {
    assertClose(rows(output, 0, 64), layer.forward(rows(x, 0, 64), { causal: true }));
  });

  test('gives the last tokens the same output as the textbook path', () => {
    const last = layer.forward(rows(x, T - 3, 3), {
      context: x,
      causal: true,
      kernel: 'reference',
    });

    assertClose(rows(output, T - 3, 3), last);
  });
});
