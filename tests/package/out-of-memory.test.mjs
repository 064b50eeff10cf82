/** Legal but too large: always OutOfMemoryError, and the next call works. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { installed, manyheads } from './installed.mjs';

const engine = await manyheads.load({ wasm: readFileSync(`${installed}/dist/manyheads.wasm`) });
const { tensor } = engine;
const layer = engine.attention({ dModel: 8, numHeads: 2 });
const x = tensor.ones([3, 8]);
const expected = layer.forward(x);
const before = engine.memory();
afterEach(() => {
  assert.deepEqual(layer.forward(x), expected);
  const { used, handles } = engine.memory();
  assert.deepEqual({ used, handles }, { used: before.used, handles: before.handles });
});

describe('one tensor of more than 2 GiB', () => {
  const row = tensor.ones([1, 2 ** 20]);
  const column = tensor.ones([2 ** 20, 1]);
  const large = 2 ** 29 + 1;
  for (const [what, call] of Object.entries({
    zeros: () => tensor.zeros([large]),
    'zeros of sizes whose product passes 64 bits': () => tensor.zeros([2 ** 32, 2 ** 32, 2]),
    'zeros of a size beyond 64 bits': () => tensor.zeros([1e300]),
    ones: () => tensor.ones([2 ** 16, 2 ** 16]),
    full: () => tensor.full([2 ** 20, 2 ** 20], 7),
    randomNormal: () => tensor.randomNormal([large]),
    arange: () => tensor.arange(large),
    'arange with a tiny step': () => tensor.arange(0, 1, 1e-300),
    add: () => tensor.add(row, column),
    multiply: () => tensor.multiply(column, row),
    where: () => tensor.where(row, column, 0),
    matmul: () => tensor.matmul(column, row),
    allclose: () => tensor.allclose(row, column),
    embed: () => engine.embed(['a', 'b'], { dModel: 2 ** 29 }),
    'embed with a width beyond 64 bits': () => engine.embed(['a'], { dModel: 1e300 }),
    attention: () => engine.attention({ dModel: 2 ** 16, numHeads: 1 }),
    'attention with wide heads': () => engine.attention({ dModel: 1, numHeads: 1, dHead: large }),
    'attention with many heads': () =>
      engine.attention({ dModel: 1, numHeads: 2 ** 30, dHead: 2 ** 30 }),
    with: () => layer.with({ dModel: 1e300 }),
  })) {
    test(what, () => expectError(call, { is: 'OutOfMemoryError' }));
  }

  test('the scores of a long sequence', () => {
    const narrow = engine.attention({ dModel: 1, numHeads: 1 });
    const long = tensor.ones([2 ** 15, 1]);

    expectError(() => narrow.trace(long), { is: 'OutOfMemoryError', says: 'scores' });
    narrow.dispose();
  });

  test('data of more than 2 GiB', () => {
    const data = new Float32Array(large); // pages that are never touched cost nothing

    expectError(() => tensor.exp(data), { is: 'OutOfMemoryError', says: 'x' });
    expectError(() => layer.setWeights({ wq: { shape: [large], data } }), {
      is: 'OutOfMemoryError',
      says: 'wq',
    });
  });
});
