/** How often a call crosses into the core: Embind's functions are counted at the table they lie in. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { installed, manyheads } from './installed.mjs';

let crossings = 0;
const { get } = WebAssembly.Table.prototype;
WebAssembly.Table.prototype.get = function (index) {
  const call = get.call(this, index);
  return (...args) => {
    crossings += 1;
    return call(...args);
  };
};
const engine = await manyheads.load({ wasm: readFileSync(`${installed}/dist/manyheads.wasm`) });

const layer = engine.attention({ dModel: 8, numHeads: 2 });
const x = engine.tensor.ones([3, 8]);

function crossingsOf(call) {
  crossings = 0;
  call();
  return crossings;
}

test('a forward call of a size seen before crosses once', () => {
  layer.forward(x);

  assert.equal(
    crossingsOf(() => layer.forward(x)),
    1,
  );
});

test('a call with options crosses once too', () => {
  const options = { causal: true, mask: engine.tensor.ones([3, 3]), validLens: [2] };
  layer.forward(x, options);

  assert.equal(
    crossingsOf(() => layer.forward(x, options)),
    1,
  );
});

test('a step of a cache crosses once', () => {
  const cache = layer.cache({ capacity: 5 });
  const token = engine.tensor.ones([1, 8]);
  cache.step(token);

  for (let i = 0; i < 3; ++i) {
    assert.equal(
      crossingsOf(() => cache.step(token)),
      1,
    );
  }
  assert.equal(
    crossingsOf(() => cache.length + cache.capacity),
    0,
  );
  cache.dispose();
});

test('a call of another size crosses twice: once to allocate', () => {
  const longer = engine.tensor.ones([4, 8]);
  layer.forward(x);

  assert.equal(
    crossingsOf(() => layer.forward(longer)),
    2,
  );
  assert.equal(
    crossingsOf(() => layer.forward(longer)),
    1,
  );
});

test('memory that the core freed is allocated again', () => {
  const before = layer.forward(x);

  layer.setWeights({ wq: layer.weights().wq });

  assert.equal(
    crossingsOf(() => assert.deepEqual(layer.forward(x), before)),
    2,
  );
});

test('memory that was freed after a large call is allocated again', () => {
  const before = layer.forward(x);

  engine.tensor.exp(new Float32Array(2 ** 22 + 1));

  assert.deepEqual(layer.forward(x), before);
});

test('each large result is freed as soon as it is copied, and no other', () => {
  const tokens = engine.tensor.randomNormal([1500, 8], { seed: 1 });
  const first = layer.trace(tokens, { causal: true }); // with three results of 18 MB
  const { reserved } = engine.memory();

  const { heads, v } = layer.trace(tokens, { causal: true });

  assert.equal(engine.memory().reserved, reserved);
  assert.deepEqual(heads.data, first.heads.data);
  assert.deepEqual(heads.data.slice(0, 4), v.data.slice(0, 4)); // the first token sees only itself
});

test('a message that needs more room does not free the large tensor that it goes with', () => {
  const T = 2100;
  const weights = { shape: [1, T, T], data: new Float32Array(T * T) };
  for (let t = 1; t < T; ++t) weights.data[t * T + t - 1] = 1;
  const tokens = Array.from({ length: T }, (_, t) => t);

  const [{ previous }] = engine.measure.headPatterns(weights, tokens);

  assert.equal(previous, 1);
});
