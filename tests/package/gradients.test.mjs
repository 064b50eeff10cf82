import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const layer = engine.attention({ dModel: 8, numHeads: 2, seed: 1 });
after(() => layer.dispose());
const x = randomNormal([3, 8], { seed: 1 });
const dOutput = randomNormal([3, 8], { seed: 2 });
const { add, multiply, sum } = engine.tensor;

test('backward is the slope of the loss along any direction', () => {
  const step = 1e-2;
  const direction = randomNormal([3, 8], { seed: 3 });
  const total = (product) => sum(product).data[0];
  const loss = (input) => total(multiply(layer.forward(input), dOutput));

  const slope = total(multiply(layer.backward(x, dOutput).dx, direction));

  const above = loss(add(x, multiply(direction, step)));
  const below = loss(add(x, multiply(direction, -step)));
  // Float32 losses are known to 1e-6, over the step to 1e-4; the step's square is 1e-4 too.
  assert.ok(Math.abs((above - below) / (2 * step) - slope) < 5e-3 * Math.max(1, Math.abs(slope)));
});

test('backward has a key for every weight of the layer, and no others', () => {
  const withBias = layer.with({ bias: true });
  const bare = layer.with({ outputProjection: false });

  assert.deepEqual(Object.keys(layer.backward(x, dOutput)), ['dx', 'dwq', 'dwk', 'dwv', 'dwo']);
  assert.deepEqual(
    Object.keys(withBias.backward(x, dOutput, { context: x })).join(),
    'dx,dContext,dwq,dwk,dwv,dwo,dbq,dbk,dbv,dbo',
  );
  assert.deepEqual(Object.keys(bare.backward(x, dOutput)), ['dx', 'dwq', 'dwk', 'dwv']);
  withBias.dispose();
  bare.dispose();
});

test('backward of a causal output does not reach the future', () => {
  const first = { shape: [3, 8], data: dOutput.data.map((value, i) => (i < 8 ? value : 0)) };

  const { dx } = layer.backward(x, first, { causal: true });

  assert.ok(dx.data.slice(0, 8).some((value) => value !== 0));
  assert.ok(dx.data.slice(8).every((value) => value === 0));
});

test('backward leaves the layer as it was', () => {
  const fresh = engine.attention({ dModel: 8, numHeads: 2, seed: 1 });
  const used = engine.memory().used;

  fresh.backward(x, dOutput);

  assert.equal(fresh.lastKernel, null);
  assert.equal(engine.memory().used, used);
  assert.deepEqual(fresh.forward(x), layer.forward(x));
  fresh.dispose();
});

test('backward refuses a dOutput of another shape, and names it', () => {
  expectError(() => layer.backward(x, randomNormal([2, 8])), {
    is: 'ShapeError',
    says: ['backward', 'dOutput [2, 8]', 'wanted 3'],
    argument: 'dOutput',
    axis: 0,
    expected: '3',
    actual: '2',
  });
  expectError(() => layer.backward(x, randomNormal([1, 3, 8])), {
    is: 'ShapeError',
    argument: 'dOutput',
    axis: null,
  });
});

test('backward refuses values that are not tensors, and unknown options', () => {
  expectError(() => layer.backward(x), { is: 'ConfigError', field: 'dOutput' });
  expectError(() => layer.backward(x, 'dOutput'), { is: 'ConfigError', field: 'dOutput' });
  expectError(() => layer.backward(x, dOutput, { casual: true }), {
    is: 'ConfigError',
    field: 'casual',
  });
});

test('backward with checkFinite names the position of a NaN', () => {
  const broken = { shape: [3, 8], data: dOutput.data.slice() };
  broken.data[9] = NaN;

  assert.throws(() => layer.backward(x, broken, { checkFinite: true }), {
    name: 'ManyheadsError',
    message: 'backward: dOutput holds NaN at [1, 1]',
  });
  assertClose(layer.backward(x, dOutput, { checkFinite: true }).dx, layer.backward(x, dOutput).dx);
});

test('backward of a size that does not fit into memory is an OutOfMemoryError', () => {
  const wide = engine.attention({ dModel: 1, numHeads: 1, dHead: 2 ** 20 });

  const long = randomNormal([2 ** 10, 1]);
  expectError(() => wide.backward(long, long), { is: 'OutOfMemoryError' });
  wide.dispose();
});
