/**
 * Memory that really runs out. The module's own limit is lowered from 4 GiB to 64 MiB, so that
 * this takes milliseconds; everything else is as shipped.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { installed, manyheads } from './installed.mjs';
import { assertClose } from './tensors.mjs';

const MiB = 2 ** 20;
const PAGES = 64 * 16;

/** The module with another number of 64 KiB pages as the limit in its memory section. */
function withMemoryLimit(bytes, pages) {
  const limited = Uint8Array.from(bytes);
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      value |= (limited[at] & 127) << shift;
      if (limited[at++] < 128) return value;
    }
  };
  for (let section = limited[at++]; section !== 5; section = limited[at++]) {
    const size = number();
    at += size;
  }
  number(); // its size
  at += 2; // one memory, with a limit
  number(); // pages at the start
  const first = at;
  assert.equal(number(), 65536);
  assert.equal(at - first, 3);
  limited.set([(pages & 127) | 128, ((pages >> 7) & 127) | 128, pages >> 14], first);
  return limited;
}

const wasm = withMemoryLimit(readFileSync(`${installed}/dist/manyheads.wasm`), PAGES);
let engine, layer, x, expected;
beforeEach(async () => {
  engine = await manyheads.load({ wasm });
  layer = engine.attention({ dModel: 8, numHeads: 2, seed: 1 });
  x = engine.tensor.randomNormal([3, 8]);
  expected = layer.forward(x);
});

/** A layer of 4 MiB; none of its weights need to be drawn. */
const zeros = { shape: [512, 512], data: new Float32Array(512 * 512) };
const all = { wq: zeros, wk: zeros, wv: zeros, wo: zeros };
const layerOf4MiB = (weights = all) => engine.attention({ dModel: 512, numHeads: 2 }, weights);

test('is freed when layers are disposed of, again and again', () => {
  for (let round = 0; round < 2; ++round) {
    const layers = [];
    const fill = () => {
      while (layers.length < 16) layers.push(layerOf4MiB());
    };

    expectError(fill, { is: 'OutOfMemoryError', says: 'WebAssembly memory' });

    assert.ok(layers.length >= 8, `${layers.length} layers`);
    assert.equal(engine.memory().handles, layers.length + 1);
    assert.ok(engine.memory().used >= layers.length * 4 * MiB);
    assert.ok(engine.memory().reserved <= 64 * MiB);
    assert.deepEqual(layer.forward(x), expected);
    layers.forEach((each) => each.dispose());
    assert.equal(engine.memory().handles, 1);
  }
});

test('does not change a layer if setWeights or with() does not fit', () => {
  const large = layerOf4MiB({});
  const row = engine.tensor.randomNormal([1, 512]);
  const before = large.forward(row);
  const layers = [];
  const fill = () => {
    while (layers.length < 16) layers.push(large.with({}));
  };
  expectError(fill, { is: 'OutOfMemoryError' });

  const tries = Array.from({ length: 8 }, () => {
    try {
      large.setWeights(all);
      return 'set';
    } catch (error) {
      assert.equal(error.name, 'OutOfMemoryError');
      assert.deepEqual(large.forward(row), before);
      layers.pop().dispose();
      return 'failed';
    }
  });

  assert.equal(tries.at(-1), 'set');
  assert.ok(large.forward(row).data.every((value) => value === 0));
});

test('is freed when caches are disposed of, and caches work until then', () => {
  for (let round = 0; round < 2; ++round) {
    const caches = [];
    const fill = () => {
      while (caches.length < 16) caches.push(layer.cache({ capacity: MiB / 16 })); // 4 MiB
    };

    expectError(fill, { is: 'OutOfMemoryError', says: 'WebAssembly memory' });

    assert.ok(caches.length >= 8, `${caches.length} caches`);
    assert.equal(engine.memory().handles, caches.length + 1);
    for (const cache of caches) assertClose(cache.step(x), layer.forward(x, { causal: true }));
    caches.forEach((each) => each.dispose());
    assert.equal(engine.memory().handles, 1);
  }
});

test('does not change a cache if a step does not fit', () => {
  const wide = engine.attention({ dModel: 2048, numHeads: 1, dHead: 1, numKvHeads: 1 });
  const cache = wide.cache({ capacity: 2 ** 16 });
  const token = engine.tensor.randomNormal([2, 2048]);
  const first = cache.step(token);
  let length = 2;
  const grow = () => {
    for (let T = 512; T < 2 ** 14; T *= 2) {
      cache.step(engine.tensor.zeros([T, 2048]));
      length += T;
    }
  };

  expectError(grow, { is: 'OutOfMemoryError', says: 'memory' });

  assert.equal(cache.length, length);
  cache.step(token);
  assert.equal(cache.length, length + 2);
  cache.reset();
  assert.deepEqual(cache.step(token), first);
});

test('leaves the layer usable if a call does not fit', () => {
  const wide = engine.attention({ dModel: 64, numHeads: 4 });
  const context = engine.tensor.zeros([1, 64]); // one key: the work grows only as memory does
  for (const kernel of ['reference', 'fused']) {
    let T = 64;
    const grow = () => {
      while (T < 2 ** 20) wide.forward(engine.tensor.zeros([(T *= 2), 64]), { kernel, context });
    };

    expectError(grow, { is: 'OutOfMemoryError' });

    assert.deepEqual(wide.forward(engine.tensor.zeros([2, 64])).shape, [2, 64]);
    assert.deepEqual(layer.forward(x), expected);
  }
  expectError(() => wide.trace(engine.tensor.zeros([2048, 64])), { is: 'OutOfMemoryError' });
  assertClose(layer.trace(x).output, expected);
});

for (const [what, call] of Object.entries({
  ones: (count) => engine.tensor.ones([count]),
  arange: (count) => engine.tensor.arange(count),
  exp: (count) => engine.tensor.exp(new Float32Array(count)),
  add: (count) => engine.tensor.add(new Float32Array(count), new Float32Array(count)),
  where: (count) => engine.tensor.where([1], new Float32Array(count), 0),
  concat: (count) => engine.tensor.concat([new Float32Array(count), new Float32Array(count)]),
  transpose: (count) =>
    engine.tensor.transpose({ shape: [1, count], data: new Float32Array(count) }),
  slice: (count) => engine.tensor.slice(new Float32Array(count), [[null, null]]),
  softmax: (count) => engine.tensor.softmax(new Float32Array(count)),
  embed: (count) => engine.embed(['a', 'b'], { dModel: count / 2 }),
})) {
  test(`is an OutOfMemoryError in ${what}, and a smaller call works`, () => {
    let count = MiB / 4;
    const grow = () => {
      for (; count <= 32 * MiB; count *= 2) call(count);
    };

    expectError(grow, { is: 'OutOfMemoryError', says: 'memory' });

    assert.ok(count > MiB, `${count} elements`);
    call(count / 4);
    assert.deepEqual(layer.forward(x), expected);
  });
}

test('is freed after a call with many tensors that did not all fit', () => {
  const many = Array.from({ length: 20 }, () => ({
    shape: [2 ** 20],
    data: new Float32Array(2 ** 20),
  })); // 80 MiB in all

  expectError(() => engine.tensor.concat(many), { is: 'OutOfMemoryError' });

  assert.equal(engine.tensor.zeros([2 ** 23]).data.length, 2 ** 23); // 32 MiB
  assert.deepEqual(layer.forward(x), expected);
});
