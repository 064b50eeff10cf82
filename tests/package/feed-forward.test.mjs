import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { randomNormal } from './tensors.mjs';

const config = { dModel: 4, dFf: 6, activation: 'gelu' };
const x = randomNormal([3, 4], { seed: 1 });

test('config has its defaults worked out, and cannot be changed', () => {
  const layer = engine.feedForward(config);

  assert.deepEqual(layer.config, { ...config, bias: false, seed: 0 });
  assert.throws(() => (layer.config.dFf = 4), TypeError);
  layer.dispose();
});

test('a missing batch axis is missing in the output and in dx', () => {
  const layer = engine.feedForward(config);
  const batch = { shape: [1, 3, 4], data: x.data };

  assert.deepEqual(layer.forward(x).shape, [3, 4]);
  assert.deepEqual(layer.forward(batch).shape, [1, 3, 4]);
  assert.deepEqual(layer.forward(batch).data, layer.forward(x).data);
  assert.deepEqual(layer.backward(batch, batch).dx.shape, [1, 3, 4]);
  layer.dispose();
});

test('weights() returns the weights that were passed and those that were drawn', () => {
  const w1 = randomNormal([4, 6], { seed: 2 });
  const layer = engine.feedForward({ ...config, activation: 'swiglu', seed: 3 }, { w1 });
  const again = engine.feedForward(layer.config, layer.weights());

  assert.deepEqual(Object.keys(layer.weights()), ['w1', 'w2', 'w3']);
  assert.deepEqual(layer.weights().w1, w1);
  assert.deepEqual(again.forward(x), layer.forward(x));
  layer.dispose();
  again.dispose();
});

test('trace() has everything in between', () => {
  const layer = engine.feedForward({ dModel: 4, dFf: 6, activation: 'geglu', seed: 2 });
  const { w1, w2, w3 } = layer.weights();
  const { matmul, multiply, allclose } = engine.tensor;

  const trace = layer.trace(x);

  assert.deepEqual(Object.keys(trace), ['a', 'activated', 'hidden', 'output', 'b']);
  assert.ok(allclose(trace.a, matmul(x, w1)));
  assert.ok(allclose(trace.b, matmul(x, w3)));
  assert.deepEqual(trace.hidden, multiply(trace.activated, trace.b));
  assert.ok(allclose(trace.output, matmul(trace.hidden, w2)));
  assert.deepEqual(trace.output, layer.forward(x));
  layer.dispose();
});

test('trace() of a layer without a gate has no b', () => {
  const layer = engine.feedForward({ ...config, activation: 'relu' });

  const { a, activated, hidden, ...rest } = layer.trace(x);

  assert.deepEqual(Object.keys(rest), ['output']);
  assert.deepEqual(
    activated.data,
    a.data.map((value) => Math.max(value, 0)),
  );
  assert.deepEqual(hidden, activated);
  layer.dispose();
});

test('it is a handle: counted, released once, and unusable afterwards', () => {
  const before = engine.memory();
  const layer = engine.feedForward(config);
  assert.equal(engine.memory().handles, before.handles + 1);
  assert.ok(engine.memory().used >= before.used + 2 * 4 * 6 * 4);

  layer.dispose();
  layer.dispose();

  assert.equal(layer.disposed, true);
  assert.deepEqual(engine.memory(), before);
  const calls = [
    () => layer.forward(x),
    () => layer.trace(x),
    () => layer.backward(x, x),
    () => layer.weights(),
  ];
  for (const call of calls) {
    expectError(call, { is: 'DisposedError', says: ['feed-forward', 'dispose()'] });
  }
});

describe('an error names', () => {
  const cases = {
    dModel: () => engine.feedForward({ dFf: 6, activation: 'relu' }),
    dFf: () => engine.feedForward({ ...config, dFf: '6' }),
    activation: () => engine.feedForward({ ...config, activation: 'tanh' }),
    bias: () => engine.feedForward({ ...config, activation: 'swiglu', bias: true }),
    width: () => engine.feedForward({ ...config, width: 1 }),
    w3: () => engine.feedForward(config, { w3: randomNormal([4, 6]) }),
    b1: () => engine.feedForward(config, { b1: [1, 2, 3, 4, 5, 6] }),
    wq: () => engine.feedForward(config, { wq: randomNormal([4, 6]) }),
  };
  for (const [field, call] of Object.entries(cases)) {
    test(`${field}, a ConfigError`, () => expectError(call, { is: 'ConfigError', field }));
  }

  test('a missing activation', () => {
    expectError(() => engine.feedForward({ dModel: 4, dFf: 6 }), {
      is: 'ConfigError',
      field: 'activation',
    });
  });

  test('a weight that does not fit, a ShapeError', () => {
    expectError(() => engine.feedForward(config, { w2: randomNormal([4, 6]) }), {
      is: 'ShapeError',
      says: ['feedForward', 'w2 [4, 6]'],
      argument: 'w2',
      axis: 0,
      expected: '6',
      actual: '4',
    });
    assert.equal(engine.memory().handles, 0);
  });

  test('an x or a dOutput that does not fit', () => {
    const layer = engine.feedForward(config);
    expectError(() => layer.forward(randomNormal([3, 5])), { is: 'ShapeError', argument: 'x' });
    expectError(() => layer.backward(x, randomNormal([2, 4])), {
      is: 'ShapeError',
      argument: 'dOutput',
      axis: 0,
    });
    layer.dispose();
  });

  test('sizes that are legal but too large, an OutOfMemoryError', () => {
    expectError(() => engine.feedForward({ ...config, dModel: 2 ** 20, dFf: 2 ** 20 }), {
      is: 'OutOfMemoryError',
    });
  });
});
