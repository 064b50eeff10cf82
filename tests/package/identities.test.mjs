/** Identities of attention, and errors for objects that are not layers of this engine. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine, installed, manyheads } from './installed.mjs';
import { randomNormal } from './tensors.mjs';

const { identities } = engine;
const layers = [];
const layerOf = (config, of = engine) => {
  layers.push(of.attention({ dModel: 24, numHeads: 6, numKvHeads: 2, bias: true, ...config }));
  return layers.at(-1);
};
const latentOf = (config, of = engine) => {
  const sizes = { dModel: 24, numHeads: 6, dHead: 4, dLatent: 7, dRope: 2 };
  layers.push(of.latentAttention({ ...sizes, ...config }));
  return layers.at(-1);
};
after(() => layers.forEach((layer) => layer.dispose()));

const T = 5;
const x = randomNormal([2, T, 24], { seed: 1 });
const tile = { queries: 2, keys: 3 };
const order = [3, 0, 4, 1, 2];

/** Every identity, with arguments that fit x. */
const calls = {
  concatIsSumOfSlices: [],
  tiedIsOneNarrowHead: [],
  groupedIsCopiedMultiHead: [],
  onlineIsPlainSoftmax: [tile],
  cachedIsFull: [[2, 1, 2]],
  permutationMoves: [order],
  futureDoesNotMatter: [],
};
const run = (name, layer, input = x) => identities[name](layer, input, ...calls[name]);

/** Outputs are near 1; their sums of at most 24 terms are rounded in another order. */
const ROUNDING = 2e-6;

test('all identities hold except for rounding', () => {
  const grouped = layerOf();
  for (const layer of [grouped, layerOf({ tieHeads: true }), layerOf({ numKvHeads: 1 })]) {
    for (const name of Object.keys(calls)) {
      const difference = run(name, layer);
      assert.ok(difference <= ROUNDING, `${name}: ${difference}`);
    }
  }
  assert.ok(run('concatIsSumOfSlices', grouped) > 0, 'rounding differs where both sides are run');
});

test('a cache in pages is as good as one in one piece', () => {
  const layer = layerOf();
  for (const pageSize of [undefined, 1, 2, T, 100]) {
    const difference = identities.cachedIsFull(layer, x, [2, 1, 2], pageSize);
    assert.ok(difference <= ROUNDING, `${pageSize}: ${difference}`);
  }
});

test('absorbed is expanded, whatever is compressed or rotated', () => {
  for (const config of [{}, { dRope: undefined }, { dLatentQuery: 5 }]) {
    const difference = identities.absorbedIsExpanded(latentOf(config), x);
    assert.ok(difference > 0 && difference <= ROUNDING, `${difference}`);
  }
});

test('futureDoesNotMatter is exactly 0', () => {
  assert.equal(run('futureDoesNotMatter', layerOf()), 0);
});

/** What both sides of each identity need. */
const options = {
  concatIsSumOfSlices: {},
  tiedIsOneNarrowHead: {},
  groupedIsCopiedMultiHead: {},
  onlineIsPlainSoftmax: { tile },
  cachedIsFull: {},
  pagedIsFull: { pageSize: 2 },
  chunkedIsFull: { chunks: [2, 1, 2] },
  absorbedIsExpanded: {},
  permutationMoves: { order },
  futureDoesNotMatter: {},
};
const layerFor = (name) => (name === 'absorbedIsExpanded' ? latentOf() : layerOf());

describe('both sides', () => {
  for (const [name, given] of Object.entries(options)) {
    test(`of ${name} differ by rounding only, and when broken by more than 0.01`, () => {
      const layer = layerFor(name);

      const sides = identities.sides(name, layer, x, given);
      const broken = identities.broken(name, layer, x, given);

      for (const { left, right, difference } of [sides, broken]) {
        assert.deepEqual([left.shape, right.shape], [x.shape, x.shape]);
        const differences = Array.from(left.data, (value, i) => Math.abs(value - right.data[i]));
        assert.equal(difference, Math.max(...differences));
      }
      assert.ok(sides.difference <= ROUNDING, `${sides.difference}`);
      assert.ok(broken.difference > 0.01, `${broken.difference}`);
    });
  }

  test('of a layer without W_O are the heads, and some of them stay right', () => {
    const layer = layerOf({ outputProjection: false });

    const { left, right } = identities.broken('groupedIsCopiedMultiHead', layer, x);

    // 0 0 0 1 1 1 became 0 1 0 1 0 1: heads 1 and 4 read the wrong keys.
    const wrong = new Set();
    left.data.forEach((value, i) => {
      if (Math.abs(value - right.data[i]) > 0.01) wrong.add(Math.floor((i % 24) / 4));
    });
    assert.deepEqual([...wrong].sort(), [1, 4]);
  });

  test('are refused if an option is missing or unknown', () => {
    const layer = layerOf();
    for (const [name, given, field] of [
      ['onlineIsPlainSoftmax', undefined, 'tile'],
      ['pagedIsFull', {}, 'pageSize'],
      ['chunkedIsFull', {}, 'chunks'],
      ['permutationMoves', {}, 'order'],
      ['cachedIsFull', { seed: 1 }, 'seed'],
      ['sides', {}, 'name'],
      ['chunkedIsFull', { chunks: [9] }, 'chunks'],
    ]) {
      for (const call of [identities.sides, identities.broken]) {
        expectError(() => call(name, layer, x, given), { is: 'ConfigError', field });
      }
    }
  });

  test('cannot be broken if there is nothing to break', () => {
    const one = { numHeads: 1, numKvHeads: 1 };
    for (const [name, layer, given, field] of [
      ['concatIsSumOfSlices', layerOf(one), {}, 'numHeads'],
      ['tiedIsOneNarrowHead', layerOf(one), {}, 'numHeads'],
      ['groupedIsCopiedMultiHead', layerOf({ numKvHeads: 6 }), {}, 'numKvHeads'],
      ['groupedIsCopiedMultiHead', layerOf({ numKvHeads: 1 }), {}, 'numKvHeads'],
      ['onlineIsPlainSoftmax', layerOf(), { tile: { queries: 1, keys: T } }, 'tile.keys'],
      ['pagedIsFull', layerOf(), { pageSize: T }, 'pageSize'],
      ['chunkedIsFull', layerOf(), { chunks: [T] }, 'chunks'],
      ['absorbedIsExpanded', latentOf({ numHeads: 1 }), {}, 'numHeads'],
    ]) {
      expectError(() => identities.broken(name, layer, x, given), {
        is: 'ConfigError',
        field,
        says: 'there is nothing to break',
      });
      assert.ok(identities.sides(name, layer, x, given).difference <= ROUNDING);
    }
  });
});

test('x may come without a batch axis, and as nested arrays', () => {
  const layer = layerOf();
  const nested = engine.tensor.toNested(x)[0];

  for (const name of Object.keys(calls)) assert.ok(run(name, layer, nested) <= ROUNDING, name);
});

test('NaN is not passed over', () => {
  const layer = layerOf();
  const data = Float32Array.from(x.data);
  data[3] = NaN;

  for (const name of Object.keys(calls)) {
    assert.ok(Number.isNaN(run(name, layer, { shape: x.shape, data })), name);
  }
  assert.ok(Number.isNaN(identities.absorbedIsExpanded(latentOf(), { shape: x.shape, data })));
});

test('the layer stays as it was, and no handle is left', () => {
  const layer = layerOf();
  const before = layer.forward(x);
  const { handles, used } = engine.memory();

  for (const name of Object.keys(calls)) run(name, layer);

  assert.deepEqual(layer.forward(x), before);
  assert.equal(layer.config.tieHeads, false);
  assert.deepEqual([engine.memory().handles, engine.memory().used], [handles, used]);
});

test('its weights may be set again, and a cache of it goes on', () => {
  const layer = layerOf();
  const cache = layer.cache({ batch: 2, capacity: 2 * T });
  cache.step(x);

  run('cachedIsFull', layer);

  assert.equal(cache.length, T);
  expectError(() => layer.setWeights(layer.weights()), { is: 'ConfigError', field: 'weights' });
  cache.dispose();
  layer.setWeights(layer.weights());
});

describe('what is no layer of this engine is an error', () => {
  const fields = { is: 'ConfigError', field: 'layer', says: 'wanted a layer that' };

  test('an object that is not a layer, or nothing', () => {
    const layer = layerOf();
    const imitations = [
      undefined,
      null,
      7,
      'layer',
      {},
      { number: 0, config: layer.config },
      Object.create(layer),
      new Proxy(layer, {}),
      layer.cache({ capacity: 1 }),
    ];

    for (const name of Object.keys(calls)) {
      for (const imitation of imitations) expectError(() => run(name, imitation), fields);
    }
    for (const imitation of imitations) {
      expectError(() => identities.absorbedIsExpanded(imitation, x), fields);
    }
    imitations.at(-1).dispose();
  });

  test('a layer of another kind, though it has the same number', () => {
    const [layer, latent] = [layerOf(), latentOf()];

    for (const name of Object.keys(calls)) {
      expectError(() => run(name, latent), { ...fields, says: 'that attention() of this engine' });
    }
    expectError(() => identities.absorbedIsExpanded(layer, x), {
      ...fields,
      says: 'that latentAttention() of this engine made',
    });
  });

  test('a layer of another engine, though it has the same number', async () => {
    const bytes = readFileSync(`${installed}/dist/manyheads.wasm`);
    const other = await manyheads.load({ wasm: bytes });
    const theirs = layerOf({}, other);

    for (const name of Object.keys(calls)) expectError(() => run(name, theirs), fields);
    const theirLatent = latentOf({}, other);
    expectError(() => identities.absorbedIsExpanded(theirLatent, x), fields);
    assert.ok(other.identities.absorbedIsExpanded(theirLatent, x) <= ROUNDING);
    assert.ok(other.identities.concatIsSumOfSlices(theirs, x) <= ROUNDING);
  });

  test('a layer after its dispose()', () => {
    const layer = layerOf();
    layer.dispose();

    for (const name of Object.keys(calls)) {
      expectError(() => run(name, layer), { is: 'DisposedError', says: 'attention' });
    }
    const latent = latentOf();
    latent.dispose();
    expectError(() => identities.absorbedIsExpanded(latent, x), { is: 'DisposedError' });
  });
});

describe('what does not fit is an error', () => {
  test('heads that have no slice of W_O', () => {
    for (const name of ['concatIsSumOfSlices', 'tiedIsOneNarrowHead']) {
      const refused = (config, field) =>
        expectError(() => run(name, layerOf(config)), { is: 'ConfigError', field, says: name });

      refused({ combine: 'sum' }, 'combine');
      refused({ combine: 'mean' }, 'combine');
      refused({ outputProjection: false }, 'outputProjection');
    }
  });

  test('an x of another width or rank', () => {
    for (const name of Object.keys(calls)) {
      for (const wrong of [randomNormal([T, 23]), randomNormal([24])]) {
        expectError(() => run(name, layerOf(), wrong), { is: 'ShapeError', argument: 'x' });
      }
      expectError(() => run(name, layerOf(), 'x'), { is: 'ConfigError', field: 'x' });
    }
    expectError(() => identities.absorbedIsExpanded(latentOf(), randomNormal([T, 23])), {
      is: 'ShapeError',
      argument: 'x',
    });
  });

  test('chunks that are not the tokens of x', () => {
    const layer = layerOf();
    for (const chunks of [[], [4], [5, 1], [0, 5], [-1, 6], [2 ** 53 - 1], [2.5, 2.5], ['5'], 5]) {
      expectError(() => identities.cachedIsFull(layer, x, chunks), {
        is: 'ConfigError',
        field: 'chunks',
      });
    }
  });

  test('a page without a size', () => {
    const layer = layerOf();
    const { handles, used } = engine.memory();
    for (const pageSize of [0, -1, 1.5, '2', null]) {
      expectError(() => identities.cachedIsFull(layer, x, [5], pageSize), {
        is: 'ConfigError',
        field: 'pageSize',
      });
    }
    for (const pageSize of [2 ** 40, 2 ** 60]) {
      expectError(() => identities.cachedIsFull(layer, x, [5], pageSize), {
        is: 'OutOfMemoryError',
      });
    }
    assert.deepEqual([engine.memory().handles, engine.memory().used], [handles, used]);
  });

  test('an order that is not a permutation', () => {
    const layer = layerOf();
    for (const wrong of [[], [0, 1, 2, 3], [0, 1, 2, 3, 3], [1, 2, 3, 4, 5], [0, 1, 2, 3, -4]]) {
      expectError(() => identities.permutationMoves(layer, x, wrong), {
        is: 'ConfigError',
        field: 'order',
        says: 'each of the 5 tokens of x once',
      });
    }
    for (const wrong of [undefined, 'abcde', [0, 1, 2, 3, 4.5], [0, 1, 2, 3, null]]) {
      const fields = { is: 'ConfigError', field: 'order' };
      expectError(() => identities.permutationMoves(layer, x, wrong), fields);
    }
  });

  test('a tile without a size', () => {
    const layer = layerOf();
    for (const [wrong, field] of [
      [undefined, 'tile.queries'],
      [{ queries: 1 }, 'tile.keys'],
      [{ queries: 0, keys: 1 }, 'tile.queries'],
      [{ queries: 1, keys: 1, values: 1 }, 'tile.values'],
    ]) {
      expectError(() => identities.onlineIsPlainSoftmax(layer, x, wrong), {
        is: 'ConfigError',
        field,
      });
    }
  });
});
