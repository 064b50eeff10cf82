import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, installed, manyheads } from './installed.mjs';
import { readFileSync } from 'node:fs';
import { randomNormal } from './tensors.mjs';

const x = randomNormal([3, 8], { seed: 1 });

test('a result is a copy: writing to it changes no later result', () => {
  const layer = engine.attention({ dModel: 8, numHeads: 2 });
  const first = layer.forward(x);
  const expected = [...first.data];

  first.data.fill(NaN);
  layer.trace(x).q.data.fill(NaN);
  layer.weights().wq.data.fill(NaN);

  assert.deepEqual([...layer.forward(x).data], expected);
  layer.dispose();
});

test('an argument is read during the call only', () => {
  const wq = { shape: [8, 8], data: randomNormal([8, 8]).data };
  const layer = engine.attention({ dModel: 8, numHeads: 2 }, { wq });
  const expected = layer.forward(x);

  wq.data.fill(NaN);

  assert.deepEqual(layer.forward(x), expected);
  layer.dispose();
});

test('arguments are never written to', () => {
  const layer = engine.attention({ dModel: 8, numHeads: 2 });
  const before = [...x.data];

  layer.forward(Object.freeze({ shape: Object.freeze([3, 8]), data: x.data }));

  assert.deepEqual([...x.data], before);
  layer.dispose();
});

test('array() copies its argument', () => {
  const values = new Float32Array([1, 2]);
  const copy = engine.tensor.array(values);

  values[0] = 9;

  assert.deepEqual([...copy.data], [1, 2]);
});

test('a result outlives the growth of memory, which detaches views of it', async () => {
  const wasm = readFileSync(`${installed}/dist/manyheads.wasm`);
  const fresh = await manyheads.load({ wasm });
  const layer = fresh.attention({ dModel: 8, numHeads: 2 });
  const result = layer.forward(x);
  const expected = [...result.data];
  const { reserved } = fresh.memory();

  const large = fresh.attention({ dModel: 2048, numHeads: 2 });

  assert.ok(fresh.memory().reserved > reserved);
  assert.deepEqual([...result.data], expected);
  assert.deepEqual([...layer.forward(x).data], expected);
  large.dispose();
});

test('a tensor that makes memory grow while it is copied in stays complete', async () => {
  const wasm = readFileSync(`${installed}/dist/manyheads.wasm`);
  const { tensor, memory } = await manyheads.load({ wasm });
  const data = new Float32Array(2 ** 23).map((_, i) => i % 1000);
  const { reserved } = memory();

  const sum = tensor.add({ shape: [2 ** 23], data }, { shape: [2 ** 23], data });

  assert.ok(memory().reserved > reserved);
  assert.ok(sum.data.every((value, i) => value === 2 * (i % 1000)));
});
