import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine, runAsConsumer } from './installed.mjs';

const x = engine.tensor.ones([3, 8]);
const layerOf = () => engine.attention({ dModel: 8, numHeads: 2 });

test('memory() counts live handles and the bytes of their weights', () => {
  const before = engine.memory();

  const layer = layerOf();

  const during = engine.memory();
  assert.equal(during.handles, before.handles + 1);
  assert.ok(during.used >= before.used + 4 * 8 * 8 * 4);
  layer.dispose();
  assert.deepEqual(engine.memory(), before);
});

test('dispose() may be called again and again', () => {
  const layer = layerOf();
  assert.equal(layer.disposed, false);

  for (let i = 0; i < 3; ++i) layer.dispose();

  assert.equal(layer.disposed, true);
  assert.equal(engine.memory().handles, 0);
});

test('every method says so after dispose()', () => {
  const layer = layerOf();
  const { config } = layer;
  layer.dispose();

  for (const call of [
    () => layer.forward(x),
    () => layer.trace(x),
    () => layer.traceOnline(x, { queries: 1, keys: 1 }),
    () => layer.backward(x, x),
    () => layer.cache({ capacity: 1 }),
    () => layer.weights(),
    () => layer.setWeights({}),
    () => layer.with({}),
    () => layer.toGrouped(1),
  ]) {
    expectError(call, { is: 'DisposedError', says: ['attention', 'dispose()'] });
  }
  assert.deepEqual(layer.config, config);
});

test('the other layers live on', () => {
  const [one, other] = [layerOf(), layerOf()];
  const expected = other.forward(x);

  one.dispose();

  assert.deepEqual(other.forward(x), expected);
  other.dispose();
});

test('a layer whose weights do not fit leaves no handle', () => {
  assert.throws(() => engine.attention({ dModel: 8, numHeads: 2 }, { wq: [[1]] }));
  assert.throws(() => engine.attention({ dModel: 8, numHeads: 3 }));

  assert.equal(engine.memory().handles, 0);
});

test('Symbol.dispose disposes, as `using` calls it', () => {
  const layer = layerOf();

  layer[Symbol.dispose]();

  assert.equal(layer.disposed, true);
  assert.equal(engine.memory().handles, 0);
});

test('config cannot be changed', () => {
  const layer = layerOf();

  assert.throws(() => (layer.config.numHeads = 4), TypeError);
  assert.equal(layer.config.numHeads, 2);
  layer.dispose();
});

test('layers that are forgotten are released', async () => {
  const printed = await runAsConsumer(
    `import { load } from 'manyheads';
     const engine = await load();
     const kept = engine.attention({ dModel: 8, numHeads: 2 });
     for (let i = 0; i < 100; ++i) engine.attention({ dModel: 8, numHeads: 2 });
     for (let i = 0; i < 100 && engine.memory().handles > 1; ++i) {
       globalThis.gc();
       await new Promise((resolve) => setTimeout(resolve, 10));
     }
     console.log(engine.memory().handles, kept.disposed);`,
    ['--expose-gc'],
  );

  assert.equal(printed, '1 false\n');
});

test('a layer in use is never released, however often memory is collected', async () => {
  const printed = await runAsConsumer(
    `import { load } from 'manyheads';
     const engine = await load();
     const layer = engine.attention({ dModel: 8, numHeads: 2 });
     for (let i = 0; i < 20; ++i) {
       globalThis.gc();
       await new Promise((resolve) => setTimeout(resolve, 1));
     }
     console.log(layer.forward(engine.tensor.ones([1, 8])).shape.join());`,
    ['--expose-gc'],
  );

  assert.equal(printed, '1,8\n');
});
