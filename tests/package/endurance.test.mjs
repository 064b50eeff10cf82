import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, manyheads } from './installed.mjs';

const { tensor, shapes, measure } = engine;
const layer = engine.attention({ dModel: 8, numHeads: 2 });
const x = tensor.ones([3, 8]);

const badCalls = [
  () => layer.forward(tensorOf(3, 7)),
  () => layer.forward(x, { mask: [[1]] }),
  () => layer.forward(x, { validLens: [9] }),
  () => layer.trace(x, { scoreBias: [[[1]]] }),
  () => layer.setWeights({ wq: [[1]] }),
  () => layer.with({ numKvHeads: 7 }),
  () => engine.attention({ dModel: 8, numHeads: 3 }),
  () => engine.attention({ dModel: 2 ** 31, numHeads: 1 }),
  () => engine.attention({ dModel: 8, numHeads: 2 }, { wq: [[1]] }),
  () => engine.embed([], { dModel: 4 }),
  () => tensor.zeros([2 ** 30]),
  () => tensor.add([1, 2], [1, 2, 3]),
  () => tensor.matmul([[1, 2]], [[1, 2]]),
  () => tensor.reshape([1, 2], [3]),
  () => tensor.slice([1], [5]),
  () => measure.entropy([1]),
  () => shapes.parse('[B, ', { B: 2 }),
  () => shapes.check({ id: 'nothing/1/2/any' }, '[1]'),
  () => layer.forward([[1], [2, 3]]),
  () => layer.forward(x, { heads: 1 }),
];
const tensorOf = (...shape) => ({ shape, data: new Float32Array(shape[0] * shape[1]) });

/** Quicker than assert.throws, which reads the source again for every error. */
function assertFails(call) {
  let result;
  try {
    result = call();
  } catch (error) {
    if (error instanceof manyheads.ManyheadsError) return;
    throw error;
  }
  assert.fail(`no error but ${result} from ${call}`);
}

test('100,000 bad calls leave the engine and its memory as they were', () => {
  const expected = layer.forward(x);
  const runAll = () => badCalls.forEach((call) => assertFails(call));
  runAll();
  const before = engine.memory();

  for (let i = 0; i < 100_000 / badCalls.length; ++i) runAll();

  assert.deepEqual(layer.forward(x), expected);
  assert.deepEqual(engine.memory(), before);
});

test('10,000 good calls need no more memory than the first', () => {
  layer.trace(x);
  const before = engine.memory();

  for (let i = 0; i < 10_000; ++i) layer.forward(x, { causal: true });

  assert.deepEqual(engine.memory(), before);
});

test('1,000 layers that are disposed of leave nothing behind', () => {
  const before = engine.memory();

  for (let i = 0; i < 1000; ++i) {
    const wide = engine.attention({ dModel: 64, numHeads: 2 });
    wide.with({ tieHeads: true }).dispose();
    wide.dispose();
  }

  const { used, handles, reserved } = engine.memory();
  assert.deepEqual({ used, handles }, { used: before.used, handles: before.handles });
  assert.ok(reserved <= before.reserved + 2 ** 20);
});
