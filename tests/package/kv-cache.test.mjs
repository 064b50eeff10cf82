import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine, runAsConsumer } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const { concat, slice } = engine.tensor;
const handles = [];
const kept = (handle) => {
  handles.push(handle);
  return handle;
};
const layerOf = (config, weights) =>
  kept(engine.attention({ dModel: 12, numHeads: 4, dHead: 5, seed: 1, ...config }, weights));
const cacheOf = (layer, options) => kept(layer.cache({ capacity: 21, ...options }));
after(() => handles.forEach((handle) => handle.dispose()));

const B = 2;
const T = 21;
const x = randomNormal([B, T, 12], { seed: 2 });
const row = slice(x, [0]);
const tokens = (from, to) => slice(row, [[from, to]]);
const causal = { causal: true };

/** What the steps give for x in chunks of these sizes, put together again. */
function inChunks(cache, sizes) {
  let first = 0;
  const outputs = sizes.map((size) =>
    cache.step(
      slice(x, [
        [null, null],
        [first, (first += size)],
      ]),
    ),
  );
  return concat(outputs, 1);
}

describe('steps give what the whole causal run gives', () => {
  const oneByOne = Array.from({ length: T }, () => 1);
  for (const [what, config] of Object.entries({
    'heads of their own': { bias: true },
    'grouped heads': { numKvHeads: 2 },
    'one head of keys': { numKvHeads: 1, scale: 'none' },
    'tied heads': { tieHeads: true, bias: true },
    'tied grouped heads': { tieHeads: true, numKvHeads: 2 },
    'averaged heads': { combine: 'mean', outputProjection: false },
    'heads without W_O': { outputProjection: false },
    'heads that see distances': { positions: 'alibi', numKvHeads: 2 },
  })) {
    for (const [how, sizes] of Object.entries({
      'one by one': oneByOne,
      'in chunks of 7, 1 and 13': [7, 1, 13],
      'all at once': [T],
    })) {
      for (const pageSize of [undefined, 1, 3, 16, 50]) {
        test(`${what}, ${how}, ${pageSize ? `in pages of ${pageSize}` : 'contiguous'}`, () => {
          const layer = layerOf(config);

          const output = inChunks(cacheOf(layer, { batch: B, pageSize }), sizes);

          assertClose(output, layer.forward(x, causal));
        });
      }
    }
  }

  test('without a batch axis, which is then missing coming out', () => {
    const layer = layerOf();
    const cache = cacheOf(layer);

    const output = concat([cache.step(tokens(0, 4)), cache.step(tokens(4, 5))]);

    assertClose(output, layer.forward(tokens(0, 5), causal));
  });

  test('of two caches in turn, each its own', () => {
    const layer = layerOf();
    const [one, other] = [cacheOf(layer), cacheOf(layer)];
    one.step(tokens(0, 2));
    other.step(tokens(5, 9));

    assertClose(
      concat([one.step(tokens(2, 3)), other.step(tokens(9, 10))]),
      concat([
        slice(layer.forward(tokens(0, 3), causal), [[2, 3]]),
        slice(layer.forward(tokens(5, 10), causal), [[4, 5]]),
      ]),
    );
  });

  test('whatever the layer runs in between', () => {
    const layer = layerOf();
    const cache = cacheOf(layer);
    cache.step(tokens(0, 3));

    layer.forward(randomNormal([3, 30, 12]));
    layer.trace(row);

    assertClose(cache.step(tokens(3, 4)), slice(layer.forward(tokens(0, 4), causal), [[3, 4]]));
  });
});

describe('a cache says', () => {
  test('how many tokens a batch row holds, and how many it can', () => {
    const cache = cacheOf(layerOf(), { batch: B });
    const lengths = [cache.length];
    for (const size of [7, 1, 13]) {
      cache.step(randomNormal([B, size, 12]));
      lengths.push(cache.length);
    }

    assert.deepEqual(lengths, [0, 7, 8, 21]);
    assert.equal(cache.capacity, 21);
  });

  test('the bytes of its keys and values: 2 B G capacity D floats', () => {
    for (const [config, options, G] of [
      [{}, { batch: 3, capacity: 7 }, 4],
      [{ numKvHeads: 2 }, { capacity: 11 }, 2],
      [{ numKvHeads: 1 }, { batch: 2, capacity: 1 }, 1],
    ]) {
      const { batch = 1, capacity } = options;

      assert.equal(cacheOf(layerOf(config), options).bytes, 2 * batch * G * capacity * 5 * 4);
    }
  });

  test('the same bytes, empty or full, and memory() counts them', () => {
    const layer = layerOf();
    const before = engine.memory();
    const cache = cacheOf(layer);
    const { bytes } = cache;

    cache.step(row);

    assert.equal(cache.bytes, bytes);
    assert.equal(engine.memory().used, before.used + bytes);
    assert.equal(engine.memory().handles, before.handles + 1);
  });
});

describe('a paged cache', () => {
  /** 2 B G pageSize D floats, of layerOf() and one batch row. */
  const bytesOfPage = (pageSize) => 2 * 4 * pageSize * 5 * 4;
  const pagedBy = (layer, pageSize) => cacheOf(layer, { pageSize });

  test('takes a page when its first token comes, and memory() counts it', () => {
    const cache = pagedBy(layerOf(), 3);
    const { used } = engine.memory();
    for (const [tokensMore, pages] of [
      [0, 0],
      [1, 1],
      [2, 1],
      [1, 2],
      [10, 5],
    ]) {
      if (tokensMore > 0) cache.step(tokens(0, tokensMore));

      assert.equal(cache.pages.length, pages);
      assert.equal(cache.bytes, pages * bytesOfPage(3));
      assert.equal(engine.memory().used, used + cache.bytes);
    }
  });

  test('has pages for all its batch rows', () => {
    const cache = cacheOf(layerOf(), { batch: B, pageSize: 16 });

    cache.step(x);

    assert.deepEqual(cache.pages, [0, 1]);
    assert.equal(cache.bytes, 2 * B * bytesOfPage(16));
  });

  test('has a whole page, though its capacity is smaller', () => {
    const cache = cacheOf(layerOf(), { capacity: 2, pageSize: 50 });

    cache.step(tokens(0, 2));

    assert.deepEqual(cache.pages, [0]);
    assert.equal(cache.bytes, bytesOfPage(50));
    expectError(() => cache.step(tokens(2, 3)), { is: 'ConfigError', field: 'capacity' });
  });

  test('shares the numbers of pages with the others of its layer', () => {
    const layer = layerOf();
    const [one, other] = [pagedBy(layer, 2), pagedBy(layer, 2)];
    one.step(tokens(0, 2));
    other.step(tokens(0, 1));
    one.step(tokens(2, 5));
    other.step(tokens(1, 3));

    assert.deepEqual(one.pages, [0, 2, 3]);
    assert.deepEqual(other.pages, [1, 4]);
    assertClose(other.step(tokens(3, 4)), slice(layer.forward(tokens(0, 4), causal), [[3, 4]]));
  });

  test('takes the numbers that are free again, the smallest first', () => {
    const layer = layerOf();
    const [one, other, third] = [pagedBy(layer, 2), pagedBy(layer, 2), pagedBy(layer, 2)];
    [one, other, third, one].forEach((cache) => cache.step(tokens(0, 2)));
    one.reset();
    other.dispose();

    third.step(tokens(2, 8));

    assert.deepEqual(third.pages, [2, 0, 1, 3]);
  });

  test('has numbers of its own where its pages have another size, or its layer is another', () => {
    const layer = layerOf();
    for (const cache of [pagedBy(layer, 2), pagedBy(layer, 3), pagedBy(layerOf(), 2)]) {
      cache.step(tokens(0, 1));

      assert.deepEqual(cache.pages, [0]);
    }
  });

  test('gives its pages back on reset, and takes others afterwards', () => {
    const layer = layerOf();
    const cache = pagedBy(layer, 2);
    const { used } = engine.memory();
    cache.step(row);

    cache.reset();

    assert.deepEqual([cache.length, cache.bytes, cache.pages], [0, 0, []]);
    assert.equal(engine.memory().used, used);
    assertClose(cache.step(tokens(9, 12)), layer.forward(tokens(9, 12), causal));
    assert.deepEqual(cache.pages, [0, 1]);
  });

  test('takes no page where a step is refused', () => {
    const cache = cacheOf(layerOf(), { capacity: 5, pageSize: 2 });
    cache.step(tokens(0, 1));

    for (const wrong of [tokens(0, 5), engine.tensor.ones([3, 11]), x, null]) {
      assert.throws(() => cache.step(wrong));
    }

    assert.deepEqual(cache.pages, [0]);
    assert.equal(cache.bytes, bytesOfPage(2));
  });

  test('may have far more room than there will ever be tokens', () => {
    const cache = cacheOf(layerOf(), { capacity: 2 ** 24, pageSize: 16 });

    cache.step(tokens(0, 1));

    assert.equal(cache.bytes, bytesOfPage(16));
  });

  test('hands out a fresh table each time', () => {
    const cache = pagedBy(layerOf(), 16);
    cache.step(row);

    cache.pages.push(7);

    assert.deepEqual(cache.pages, [0, 1]);
  });

  test('goes on after its layer is disposed of, beside the others', () => {
    const layer = layerOf();
    const [one, other] = [pagedBy(layer, 2), pagedBy(layer, 2)];
    const expected = slice(layer.forward(tokens(0, 5), causal), [[3, 5]]);
    one.step(tokens(0, 3));

    layer.dispose();
    other.step(tokens(0, 1));

    assertClose(one.step(tokens(3, 5)), expected);
    assert.deepEqual(one.pages, [0, 1, 3]);
  });
});

describe('a contiguous cache', () => {
  test('has no page table', () => {
    const cache = cacheOf(layerOf());
    cache.step(row);

    assert.deepEqual(cache.pages, []);
  });
});

describe('reset', () => {
  test('forgets all tokens', () => {
    const layer = layerOf();
    const cache = cacheOf(layer);
    cache.step(tokens(0, 9));

    cache.reset();

    assert.equal(cache.length, 0);
    assertClose(cache.step(tokens(9, 12)), layer.forward(tokens(9, 12), causal));
  });

  test('keeps the memory', () => {
    const cache = cacheOf(layerOf());
    const { bytes } = cache;
    cache.step(row);
    const { used } = engine.memory();

    cache.reset();

    assert.equal(cache.bytes, bytes);
    assert.equal(cache.capacity, 21);
    assert.equal(engine.memory().used, used);
  });
});

describe('a step past the capacity', () => {
  const message = 'step: x has T = 3, but the cache has room for 2: 5 of 7 tokens are in use';

  test('is a ConfigError that says how many fit', () => {
    const cache = cacheOf(layerOf(), { capacity: 7 });
    cache.step(tokens(0, 5));

    expectError(() => cache.step(tokens(5, 8)), {
      is: 'ConfigError',
      field: 'capacity',
      says: message,
    });
  });

  test('is one too if its output would be larger than any array', () => {
    const config = { dModel: 1, numHeads: 1, dHead: 1024, outputProjection: false };
    const cache = kept(kept(engine.attention(config)).cache({ capacity: 4 }));
    const x = { shape: [2 ** 24, 1], data: new Float32Array(2 ** 24) };

    expectError(() => cache.step(x), { is: 'ConfigError', field: 'capacity' });
  });

  test('writes nothing: the next that fits goes on as if it had not been', () => {
    const layer = layerOf();
    const cache = cacheOf(layer, { capacity: 7 });
    cache.step(tokens(0, 5));

    assert.throws(() => cache.step(tokens(10, 13)), { message });

    assert.equal(cache.length, 5);
    const expected = slice(layer.forward(tokens(0, 7), causal), [[5, 7]]);
    assertClose(cache.step(tokens(5, 7)), expected);
    assert.equal(cache.length, 7);
  });

  test('may be the first', () => {
    const cache = cacheOf(layerOf(), { capacity: 1 });

    expectError(() => cache.step(tokens(0, 2)), { is: 'ConfigError', field: 'capacity' });

    assert.equal(cache.length, 0);
    assert.deepEqual(cache.step(tokens(0, 1)).shape, [1, 12]);
  });
});

test('a step whose result finds no memory in JavaScript has not been', () => {
  const layer = layerOf();
  const [cache, twin] = [cacheOf(layer), cacheOf(layer)];
  const first = tokens(0, 2);
  for (const each of [cache, twin]) each.step(tokens(2, 5));
  const { Float32Array: whole } = globalThis;
  const { slice: copy } = whole.prototype;
  const none = () => {
    throw new RangeError('Array buffer allocation failed');
  };
  globalThis.Float32Array = new Proxy(whole, { construct: none });
  whole.prototype.slice = none;

  try {
    assert.throws(() => cache.step(first), { name: 'RangeError' });
  } finally {
    globalThis.Float32Array = whole;
    whole.prototype.slice = copy;
  }

  assert.equal(cache.length, 3);
  assert.deepEqual(cache.step(first), twin.step(first));
});

describe('options that are wrong', () => {
  const layer = layerOf();
  const throwing = {
    get capacity() {
      throw new RangeError('mine');
    },
  };
  const make = (options) => () => kept(layer.cache(options));

  for (const value of [0, -1, 1.5, NaN, Infinity, '8', null, true, [8], 8n]) {
    for (const field of ['capacity', 'batch', 'pageSize']) {
      test(`are a ConfigError: ${field} ${typeof value} ${value}`, () => {
        expectError(make({ capacity: 8, [field]: value }), {
          is: 'ConfigError',
          field,
          says: [`${field} is`, 'wanted a whole number of at least 1'],
        });
      });
    }
  }

  test('need a capacity', () => {
    for (const options of [undefined, {}, { batch: 2 }, { capacity: undefined }]) {
      expectError(make(options), { is: 'ConfigError', field: 'capacity', says: 'missing' });
    }
  });

  test('are an object', () => {
    for (const options of [null, 8, '8', [8]]) {
      expectError(make(options), { is: 'ConfigError', field: 'options', says: 'an object' });
    }
  });

  test('have no unknown key', () => {
    expectError(make({ capacity: 8, tokens: 8 }), {
      is: 'ConfigError',
      field: 'tokens',
      says: ["'tokens'", 'known are batch, capacity, pageSize'],
    });
  });

  test('are an OutOfMemoryError where they are only too large', () => {
    for (const options of [
      { capacity: 2 ** 31 },
      { capacity: 2 ** 32 + 1 },
      { capacity: 1e300 },
      { capacity: 2 ** 40, batch: 2 ** 40 },
      { capacity: 2 ** 31, pageSize: 1 },
      { capacity: 1, pageSize: 2 ** 31 },
      { capacity: 1, pageSize: 2 ** 32 + 1 },
      { capacity: 1, pageSize: 1e300 },
    ]) {
      expectError(make(options), { is: 'OutOfMemoryError', says: '2 GiB' });
    }
  });

  test('that throw when they are read pass their own error on', () => {
    assert.throws(make(throwing), { name: 'RangeError', message: 'mine' });
  });

  test('leave no handle', () => {
    const before = engine.memory();

    for (const options of [{}, { capacity: 0 }, { capacity: 2 ** 31 }, throwing]) {
      assert.throws(make(options));
    }

    assert.deepEqual(engine.memory(), before);
  });
});

describe('x that does not fit', () => {
  const one = cacheOf(layerOf());
  const two = cacheOf(layerOf(), { batch: 2 });
  const ones = (...shape) => engine.tensor.ones(shape);

  for (const [what, cache, wrong, axis, expected, actual] of [
    ['another width', one, ones(2, 11), 1, '12', '11'],
    ['another width behind a batch axis', two, ones(2, 3, 11), 2, '12', '11'],
    ['more batch rows', one, ones(2, 3, 12), 0, '1', '2'],
    ['fewer batch rows', two, ones(1, 3, 12), 0, '2', '1'],
    ['no batch axis, of two', two, ones(3, 12), null, '[B, T, dModel]', '[3, 12]'],
    ['one axis', one, ones(12), null, '[T, dModel] or [B, T, dModel]', '[12]'],
    ['no token', one, { shape: [0, 12], data: [] }, 0, 'at least 1', '0'],
  ]) {
    test(`is a ShapeError that names it: ${what}`, () => {
      expectError(() => cache.step(wrong), {
        is: 'ShapeError',
        argument: 'x',
        axis,
        expected,
        actual,
        says: 'x',
      });
      assert.equal(cache.length, 0);
    });
  }

  test('is a ConfigError where it is no tensor', () => {
    for (const wrong of [undefined, null, 1, {}, 'x']) {
      expectError(() => one.step(wrong), { is: 'ConfigError', field: 'x' });
    }
    assert.equal(one.length, 0);
  });

  test('passes its own error on where it throws', () => {
    const throwing = {
      get shape() {
        throw new RangeError('mine');
      },
      data: [],
    };

    assert.throws(() => one.step(throwing), { name: 'RangeError', message: 'mine' });
    assert.equal(one.length, 0);
  });
});

describe("the layer's weights", () => {
  const wv = randomNormal([12, 20], { seed: 3 });
  const refused = {
    is: 'ConfigError',
    field: 'weights',
    says: ['setWeights', 'cache', 'tokens', 'reset'],
  };

  test('cannot be set while tokens are held, and stay as they were', () => {
    const layer = layerOf();
    const cache = cacheOf(layer);
    cache.step(tokens(0, 3));
    const before = layer.weights();

    expectError(() => layer.setWeights({ wv }), refused);

    assert.deepEqual(layer.weights(), before);
    assertClose(cache.step(tokens(3, 4)), slice(layer.forward(tokens(0, 4), causal), [[3, 4]]));
  });

  test('can be set before the first token and after reset, and are those of the next step', () => {
    const layer = layerOf();
    const cache = cacheOf(layer);
    layer.setWeights({ wv: randomNormal([12, 20], { seed: 4 }) });
    cache.step(tokens(0, 3));
    cache.reset();

    layer.setWeights({ wv });

    assert.deepEqual(layer.weights().wv, wv);
    assertClose(cache.step(tokens(0, 2)), layer.forward(tokens(0, 2), causal));
  });

  test('can be set once the cache is disposed of', () => {
    const layer = layerOf();
    const cache = cacheOf(layer);
    cache.step(tokens(0, 3));

    cache.dispose();
    layer.setWeights({ wv });

    assert.deepEqual(layer.weights().wv, wv);
  });

  test('can be set when the last of several caches is empty', () => {
    const layer = layerOf();
    const [one, other] = [cacheOf(layer), cacheOf(layer)];
    one.step(tokens(0, 3));
    other.step(tokens(0, 1));

    one.reset();
    one.reset();
    expectError(() => layer.setWeights({ wv }), refused);
    other.dispose();
    layer.setWeights({ wv });

    assert.deepEqual(layer.weights().wv, wv);
  });

  test('of another layer made with `with` are its own', () => {
    const layer = layerOf();
    const cache = cacheOf(layer);
    cache.step(tokens(0, 3));
    const other = kept(layer.with({ scale: 'none' }));

    other.setWeights({ wv });

    assert.deepEqual(other.weights().wv, wv);
    expectError(() => layer.setWeights({ wv }), refused);
  });
});

describe('dispose', () => {
  test('of the layer leaves its caches working, whatever layers come after it', () => {
    const layer = layerOf();
    const cache = cacheOf(layer);
    cache.step(tokens(0, 3));
    const expected = slice(layer.forward(tokens(0, 5), causal), [[3, 5]]);

    layer.dispose();
    layerOf({ seed: 7 });

    assertClose(cache.step(tokens(3, 5)), expected);
    assert.equal(cache.length, 5);
    expectError(() => layer.cache({ capacity: 1 }), { is: 'DisposedError', says: 'attention' });
  });

  test('gives the memory back, whichever goes first', () => {
    for (const order of [
      [0, 1, 2, 3],
      [2, 0, 3, 1],
      [3, 1, 2, 0],
    ]) {
      const before = engine.memory();
      const layer = layerOf();
      const caches = [{}, { batch: B }, { pageSize: 4 }].map((options) => cacheOf(layer, options));
      const made = [layer, ...caches];
      made[1].step(row);
      made[3].step(row);

      order.forEach((i) => made[i].dispose());

      assert.deepEqual(engine.memory(), before);
    }
  });

  test('of the layer leaves its weights in memory until its last cache goes, counted once', () => {
    const { used } = engine.memory();
    const layer = layerOf();
    const weights = engine.memory().used - used;
    const [one, other] = [cacheOf(layer), cacheOf(layer, { pageSize: 4 })];
    other.step(row);
    const held = engine.memory().used;
    const bytes = [one.bytes, other.bytes];

    layer.dispose();
    const another = layerOf({ dModel: 8 }); // which takes the layer's place in the core
    assert.ok(engine.memory().used > held);
    another.dispose();

    assert.equal(engine.memory().used, held);
    one.dispose();
    assert.equal(engine.memory().used, held - bytes[0]);
    assert.equal(engine.memory().used, used + weights + bytes[1]);
    other.dispose();
    assert.equal(engine.memory().used, used);
  });

  test('may be called again and again', () => {
    const cache = cacheOf(layerOf());
    const { handles } = engine.memory();
    assert.equal(cache.disposed, false);

    for (let i = 0; i < 3; ++i) cache.dispose();

    assert.equal(cache.disposed, true);
    assert.equal(engine.memory().handles, handles - 1);
  });

  test('makes every method say so', () => {
    const cache = cacheOf(layerOf());
    cache.dispose();

    for (const call of [
      () => cache.step(row),
      () => cache.step('x'),
      () => cache.reset(),
      () => cache.bytes,
      () => cache.pages,
    ]) {
      expectError(call, { is: 'DisposedError', says: ['cache', 'dispose()'] });
    }
  });

  test('is what Symbol.dispose does, as `using` calls it', () => {
    const cache = cacheOf(layerOf());

    cache[Symbol.dispose]();

    assert.equal(cache.disposed, true);
  });

  test('comes by itself to caches that are forgotten, and frees the weights', async () => {
    const printed = await runAsConsumer(
      `import { load } from 'manyheads';
       const engine = await load();
       const layer = engine.attention({ dModel: 8, numHeads: 2 });
       const x = engine.tensor.ones([1, 8]);
       for (let i = 0; i < 100; ++i) layer.cache({ capacity: 4 }).step(x);
       for (let i = 0; i < 100 && engine.memory().handles > 1; ++i) {
         globalThis.gc();
         await new Promise((resolve) => setTimeout(resolve, 10));
       }
       layer.setWeights({ wq: engine.tensor.ones([8, 8]) });
       console.log(engine.memory().handles);`,
      ['--expose-gc'],
    );

    assert.equal(printed, '1\n');
  });
});
