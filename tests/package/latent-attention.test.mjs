import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { goldenCases } from './golden.mjs';
import { engine, manyheads, runAsConsumer } from './installed.mjs';
import { assertClose, randomNormal, toNested } from './tensors.mjs';

const { concat, slice } = engine.tensor;
const handles = [];
const kept = (handle) => {
  handles.push(handle);
  return handle;
};
after(() => handles.forEach((handle) => handle.dispose()));

// All widths differ.
const SIZES = { dModel: 7, numHeads: 3, dHead: 3, dLatent: 5 };
const layerOf = (config, weights) =>
  kept(engine.latentAttention({ ...SIZES, seed: 1, ...config }, weights));
const KINDS = {
  'neither compressed queries nor a rotary part': {},
  'a rotary part': { dRope: 6 },
  'compressed queries': { dLatentQuery: 4 },
  'compressed queries and a rotary part': { dLatentQuery: 4, dRope: 2 },
};
const x = randomNormal([2, 21, 7], { seed: 2 });
const causal = { causal: true };

describe("PyTorch's answers", () => {
  for (const { name, config, inputs, options, expected } of goldenCases('latent_attention.json')) {
    const { x: tokens, ...weights } = inputs;

    test(name, () => {
      const layer = kept(engine.latentAttention(config, weights));

      assertClose(layer.forward(tokens, options), expected.output);
      assertClose(layer.forward(tokens, { ...options, absorbed: true }), expected.output);
      const trace = layer.trace(tokens, options);
      assertClose(trace.latent, expected.latent);
      assertClose(trace.weights, expected.weights);
      assertClose(trace.output, expected.output);
    });
  }
});

describe('a layer with', () => {
  for (const [what, config] of Object.entries(KINDS)) {
    test(`${what} computes the same expanded and absorbed`, () => {
      const layer = layerOf(config);

      for (const options of [{}, causal]) {
        assertClose(layer.forward(x, { ...options, absorbed: true }), layer.forward(x, options));
      }
    });

    test(`${what} gives its weights back, and computes the same from them`, () => {
      const layer = layerOf(config);
      const weights = layer.weights();

      const other = layerOf({ ...config, seed: 9 }, weights);

      assert.deepEqual(other.weights(), weights);
      assert.deepEqual(other.forward(x), layer.forward(x));
    });

    test(`${what} steps as the whole causal run does, in chunks of any sizes`, () => {
      const layer = layerOf(config);
      const whole = layer.forward(x, causal);

      for (const sizes of [Array.from({ length: 21 }, () => 1), [7, 1, 13], [21]]) {
        const cache = kept(layer.cache({ batch: 2, capacity: 21 }));
        let first = 0;
        const outputs = sizes.map((size) => {
          const tokens = [first, (first += size)];
          return cache.step(slice(x, [[null, null], tokens]));
        });

        assertClose(concat(outputs, 1), whole);
      }
    });

    test(`${what} caches one row of dLatent + dRope floats a token`, () => {
      const { used } = engine.memory();
      const layer = layerOf(config);
      const ofLayer = engine.memory().used - used;

      const cache = kept(layer.cache({ batch: 3, capacity: 10 }));

      assert.equal(cache.bytes, 10 * (5 + (config.dRope ?? 0)) * 4 * 3);
      assert.equal(engine.memory().used - used - ofLayer, cache.bytes);
    });
  }
});

test('the trace has every tensor in its shape, with and without a batch axis', () => {
  const layer = layerOf({ dRope: 2 });
  const shapes = {
    latent: [21, 5],
    q: [3, 21, 5],
    k: [3, 21, 5],
    v: [3, 21, 3],
    scores: [3, 21, 21],
    maskedScores: [3, 21, 21],
    weights: [3, 21, 21],
    heads: [3, 21, 3],
    combined: [21, 9],
    output: [21, 7],
  };
  const shapesOf = (trace) =>
    Object.fromEntries(Object.entries(trace).map(([name, { shape }]) => [name, shape]));

  const batched = Object.entries(shapes).map(([name, shape]) => [name, [2, ...shape]]);

  assert.deepEqual(shapesOf(layer.trace(slice(x, [0]), causal)), shapes);
  assert.deepEqual(shapesOf(layer.trace(x)), Object.fromEntries(batched));
});

test('the trace of a causal run hides later keys', () => {
  const { maskedScores, weights } = layerOf().trace(slice(x, [0]), causal);

  assert.equal(toNested(maskedScores)[0][3][4], -Infinity);
  assert.equal(toNested(weights)[0][3][4], 0);
});

test('config is what was given, with its seed, and cannot be changed', () => {
  const given = { ...SIZES, dRope: 2, dLatentQuery: undefined };
  const layer = kept(engine.latentAttention(given));

  assert.deepEqual(layer.config, { ...SIZES, dRope: 2, seed: 0 });
  assert.throws(() => (layer.config.dRope = 4), TypeError);
  const narrowest = kept(engine.latentAttention({ ...SIZES, dLatentQuery: 1, dRope: 2 }));
  assert.deepEqual(narrowest.config, { ...SIZES, dLatentQuery: 1, dRope: 2, seed: 0 });
});

test('tensors go in as nested arrays too', () => {
  const wkr = randomNormal([7, 2], { seed: 5 });
  const layer = layerOf({ dRope: 2 }, { wkr: toNested(wkr) });

  assert.deepEqual(layer.weights().wkr, wkr);
  assert.deepEqual(layer.forward(toNested(x)), layer.forward(x));
});

describe('what is wrong is a typed error and leaves no handle:', () => {
  const full = { ...SIZES, dLatentQuery: 4, dRope: 2 };
  const ones = (...shape) => engine.tensor.ones(shape);
  for (const [what, config, weights, error] of [
    ['an odd dRope', { dRope: 3 }, {}, { is: 'ConfigError', field: 'dRope', says: 'even' }],
    ['a dRope of 0', { dRope: 0 }, {}, { is: 'ConfigError', field: 'dRope' }],
    ['a dLatent that is text', { dLatent: '5' }, {}, { is: 'ConfigError', field: 'dLatent' }],
    ['no dHead', { dHead: undefined }, {}, { is: 'ConfigError', field: 'dHead', says: 'missing' }],
    ['an unknown key', { dValue: 3 }, {}, { is: 'ConfigError', field: 'dValue' }],
    ['an unknown weight', {}, { wk: ones(7, 9) }, { is: 'ConfigError', field: 'wk' }],
    ...['wdq', 'wuq', 'wqr', 'wkr'].map((name) => [
      `${name}, which the layer lacks`,
      {},
      { [name]: ones(7, 9) },
      { is: 'ConfigError', field: name, says: [name, 'latentAttention'] },
    ]),
    [
      'wq beside compressed queries',
      full,
      { wq: ones(7, 9) },
      { is: 'ConfigError', field: 'wq', says: 'dLatentQuery' },
    ],
    [
      'a weight of another shape',
      full,
      { wqr: ones(7, 6) },
      { is: 'ShapeError', argument: 'wqr', axis: 0, expected: '4', actual: '7' },
    ],
    [
      'a layer that is too large',
      { dLatent: 2 ** 31 },
      {},
      { is: 'OutOfMemoryError', says: ['wdkv', '2 GiB'] },
    ],
    [
      'sizes beyond 64 bits',
      { dHead: 2 ** 53 - 1, numHeads: 2 ** 53 - 1 },
      {},
      { is: 'OutOfMemoryError' },
    ],
  ]) {
    test(what, () => {
      const before = engine.memory();

      expectError(() => engine.latentAttention({ ...SIZES, ...config }, weights), error);

      assert.deepEqual(engine.memory(), before);
    });
  }
});

describe('a call that is wrong leaves the layer as it was:', () => {
  const layer = layerOf({ dRope: 2 });
  const expected = layer.forward(x);
  for (const [what, call, error] of [
    [
      'x of another width',
      () => layer.forward(engine.tensor.ones([4, 6])),
      { is: 'ShapeError', argument: 'x', axis: 1, expected: '7', actual: '6' },
    ],
    ['x that is no tensor', () => layer.trace('x'), { is: 'ConfigError', field: 'x' }],
    [
      'an option that only other layers know',
      () => layer.forward(x, { kernel: 'fused' }),
      { is: 'ConfigError', field: 'kernel', says: 'known are causal, absorbed' },
    ],
    [
      'an absorbed trace',
      () => layer.trace(x, { absorbed: true }),
      { is: 'ConfigError', field: 'absorbed' },
    ],
    [
      'an option of another type',
      () => layer.forward(x, { causal: 1 }),
      { is: 'ConfigError', field: 'causal' },
    ],
    [
      'a cache without a capacity',
      () => layer.cache({}),
      { is: 'ConfigError', field: 'capacity', says: 'missing' },
    ],
    [
      'a cache that is too large',
      () => layer.cache({ capacity: 2 ** 31 }),
      { is: 'OutOfMemoryError', says: '2 GiB' },
    ],
  ]) {
    test(what, () => {
      expectError(call, error);

      assert.deepEqual(layer.forward(x), expected);
    });
  }

  test('a step past the capacity', () => {
    const cache = kept(layer.cache({ batch: 2, capacity: 20 }));

    expectError(() => cache.step(x), { is: 'ConfigError', field: 'capacity' });

    assert.equal(cache.length, 0);
  });
});

describe('dispose', () => {
  test('of a layer gives its memory back, and every method says so afterwards', () => {
    const before = engine.memory();
    const layer = engine.latentAttention(SIZES);
    assert.ok(engine.memory().used >= before.used + 4 * (2 * 7 * 5 + 2 * 7 * 9));

    layer.dispose();
    layer.dispose();

    assert.deepEqual(engine.memory(), before);
    for (const call of [
      () => layer.forward(x),
      () => layer.trace(x),
      () => layer.weights(),
      () => layer.cache({ capacity: 1 }),
    ]) {
      expectError(call, { is: 'DisposedError', says: ['latentAttention', 'dispose()'] });
    }
  });

  test('of a layer leaves its caches working', () => {
    const layer = layerOf({ dRope: 2 });
    const cache = kept(layer.cache({ batch: 2, capacity: 21 }));
    const whole = layer.forward(x, causal);

    layer.dispose();

    assertClose(cache.step(x), whole);
  });

  test('comes by itself to layers that are forgotten', async () => {
    const printed = await runAsConsumer(
      `import { load } from 'manyheads';
       const engine = await load();
       const sizes = { dModel: 8, numHeads: 2, dHead: 4, dLatent: 4 };
       for (let i = 0; i < 100; ++i) engine.latentAttention(sizes).cache({ capacity: 4 });
       for (let i = 0; i < 100 && engine.memory().handles > 0; ++i) {
         globalThis.gc();
         await new Promise((resolve) => setTimeout(resolve, 10));
       }
       console.log(engine.memory().handles);`,
      ['--expose-gc'],
    );

    assert.equal(printed, '0\n');
  });
});

test('10,000 calls, good and bad, and 1,000 layers and caches leave no memory behind', () => {
  const layer = layerOf({ dRope: 2 });
  const one = engine.tensor.ones([1, 7]);
  const wrong = engine.tensor.ones([1, 6]);
  const run = () => {
    layer.forward(one, { absorbed: true });
    try {
      layer.forward(wrong);
    } catch (error) {
      assert.ok(error instanceof manyheads.ShapeError);
    }
  };
  run();
  layer.forward(one);
  const before = engine.memory();

  for (let i = 0; i < 5_000; ++i) run();
  for (let i = 0; i < 1_000; ++i) {
    const other = engine.latentAttention(SIZES);
    const cache = other.cache({ capacity: 8 });
    cache.step(one);
    other.dispose();
    cache.dispose();
  }

  const { used, handles: live, reserved } = engine.memory();
  assert.deepEqual([used, live], [before.used, before.handles]);
  assert.ok(reserved <= before.reserved + 2 ** 20);
});
