import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const layers = [];
const layerOf = (config, weights) => {
  layers.push(engine.attention({ dModel: 8, numHeads: 4, ...config }, weights));
  return layers.at(-1);
};
after(() => layers.forEach((layer) => layer.dispose()));

const x = randomNormal([2, 3, 8], { seed: 1 });
const shapesOf = (tensors) =>
  Object.fromEntries(Object.entries(tensors).map(([name, { shape }]) => [name, shape]));

describe('config', () => {
  test('holds every setting, the defaults worked out', () => {
    assert.deepEqual(layerOf().config, {
      dModel: 8,
      numHeads: 4,
      numKvHeads: 4,
      dHead: 2,
      bias: false,
      scale: 'sqrt-d-head',
      combine: 'concat',
      outputProjection: true,
      tieHeads: false,
      positions: 'none',
      seed: 0,
    });
  });

  test('holds the values that you passed', () => {
    const given = {
      dModel: 8,
      numHeads: 4,
      numKvHeads: 2,
      dHead: 5,
      bias: true,
      scale: 'none',
      combine: 'mean',
      outputProjection: false,
      tieHeads: true,
      positions: 'alibi',
      seed: 7,
    };

    assert.deepEqual(layerOf(given).config, given);
  });

  test('treats a key with the value undefined as missing', () => {
    const unset = Object.fromEntries(
      Object.keys(layerOf().config).map((name) => [name, undefined]),
    );

    const layer = layerOf({ ...unset, dModel: 8, numHeads: 4 });

    assert.deepEqual(layer.config, layerOf().config);
  });
});

describe('weights', () => {
  test('have the shapes of the configuration', () => {
    const layer = layerOf({ numKvHeads: 2, dHead: 3, bias: true });

    assert.deepEqual(shapesOf(layer.weights()), {
      wq: [8, 12],
      wk: [8, 6],
      wv: [8, 6],
      wo: [12, 8],
      bq: [12],
      bk: [6],
      bv: [6],
      bo: [8],
    });
  });

  test('without biases and without an output projection are three', () => {
    const layer = layerOf({ outputProjection: false });

    assert.deepEqual(Object.keys(layer.weights()), ['wq', 'wk', 'wv']);
  });

  test('follow from the seed alone', () => {
    assert.deepEqual(layerOf({ seed: 3 }).weights(), layerOf({ seed: 3 }).weights());
    assert.notDeepEqual(layerOf({ seed: 3 }).weights(), layerOf({ seed: 4 }).weights());
  });

  test('that you leave out are drawn the same, whatever else you pass', () => {
    const wq = randomNormal([8, 8], { seed: 5 });

    const weights = layerOf({ bias: true }, { wq, wk: undefined }).weights();

    assert.deepEqual(weights.wq, wq);
    assert.deepEqual(weights.wk, layerOf().weights().wk);
    assert.ok(weights.bq.data.every((value) => value === 0));
  });

  test("of tied heads are every head's copy of head 0's", () => {
    const { wq } = layerOf({ tieHeads: true }).weights();

    for (let i = 0; i < wq.data.length; ++i) {
      assert.equal(wq.data[i], wq.data[i - (i % 8) + (i % 2)]);
    }
  });

  test('go out and in again without a change', () => {
    const layer = layerOf({ bias: true, numKvHeads: 2, seed: 9 });
    const other = layerOf({ bias: true, numKvHeads: 2 });

    other.setWeights(layer.weights());

    assert.deepEqual(other.weights(), layer.weights());
    assert.deepEqual(other.forward(x), layer.forward(x));
  });

  test('setWeights replaces only the tensors that you pass', () => {
    const layer = layerOf();
    const { wk } = layer.weights();

    layer.setWeights({ wq: randomNormal([8, 8], { seed: 6 }), wv: undefined });

    assert.deepEqual(layer.weights().wk, wk);
    assert.deepEqual(layer.weights().wq, randomNormal([8, 8], { seed: 6 }));
  });

  test('stay the same if one of several has the wrong shape', () => {
    const layer = layerOf();
    const before = layer.weights();

    expectError(() => layer.setWeights({ wq: randomNormal([8, 8]), wk: randomNormal([8, 7]) }), {
      is: 'ShapeError',
      argument: 'wk',
      axis: 1,
      expected: '8',
      actual: '7',
    });

    assert.deepEqual(layer.weights(), before);
  });
});

describe('with', () => {
  test('keeps the weights under another setting', () => {
    const layer = layerOf({ seed: 2 });
    const unscaled = layer.with({ scale: 'none' });

    assert.deepEqual(unscaled.weights(), layer.weights());
    assert.notDeepEqual(unscaled.forward(x), layer.forward(x));
    unscaled.dispose();
  });

  test('without a change computes the same', () => {
    const copy = layerOf({ seed: 2, dHead: 3, bias: true }).with({});

    assert.deepEqual(copy.forward(x), layerOf({ seed: 2, dHead: 3, bias: true }).forward(x));
    copy.dispose();
  });

  test('works after the layer that it came from was disposed of', () => {
    const layer = layerOf();
    const expected = layer.forward(x);
    const copy = layer.with({});

    layer.dispose();

    assert.deepEqual(copy.forward(x), expected);
    copy.dispose();
  });

  test("averages W_O's slices where heads come to be summed", () => {
    const layer = layerOf({ numHeads: 2 });
    const { wo } = layer.weights();

    const summed = layer.with({ combine: 'sum' });

    const mean = wo.data.slice(0, 32).map((value, i) => (value + wo.data[i + 32]) / 2);
    assertClose(summed.weights().wo, { shape: [4, 8], data: mean });
    summed.dispose();
  });

  test('changes the heads and how they are combined in one step as in two', () => {
    const layer = layerOf({ numHeads: 4 });
    const steps = [
      { numHeads: 2, combine: 'sum' },
      { numHeads: 4, combine: 'concat' },
    ];
    let [atOnce, apart] = [layer, layer];
    for (const { numHeads, combine } of steps) {
      atOnce = atOnce.with({ numHeads, combine });
      const [first, second] =
        combine === 'sum' ? [{ numHeads }, { combine }] : [{ combine }, { numHeads }];
      apart = apart.with(first).with(second);

      assert.deepEqual(atOnce.weights(), apart.weights());
    }
  });

  test('takes the W_O that you pass when summed heads become concatenated', () => {
    const wo = randomNormal([2, 8], { seed: 3 });

    const summed = layerOf().with({ combine: 'sum' }, { wo });

    assert.deepEqual(summed.weights().wo, wo);
    summed.dispose();
  });

  test('splits the same projections over another number of heads', () => {
    const layer = layerOf();

    const narrow = layer.with({ numHeads: 8 });

    assert.equal(narrow.config.dHead, 1);
    assert.equal(narrow.config.numKvHeads, 8);
    assert.deepEqual(narrow.weights(), layer.weights());
    narrow.dispose();
  });
});

describe("positions: 'alibi'", () => {
  /** The slopes of the paper for 4 heads, and for 3: those of 2, and the first of 4. */
  const slopes = { 4: [1 / 4, 1 / 16, 1 / 64, 1 / 256], 3: [1 / 16, 1 / 256, 1 / 4] };
  const T = 5;
  const tokens = randomNormal([T, 8], { seed: 2 });

  for (const numHeads of [4, 3]) {
    const lowered = Array.from({ length: numHeads * T * T }, (_, i) => {
      const [h, t, s] = [Math.floor(i / T / T), Math.floor(i / T) % T, i % T];
      return -slopes[numHeads][h] * Math.abs(t - s);
    });
    const scoreBias = { shape: [numHeads, T, T], data: lowered };
    const config = { numHeads, dHead: 2, seed: 5 };

    test(`lowers the scores of ${numHeads} heads by distance`, () => {
      const [plain, alibi] = [layerOf(config), layerOf({ ...config, positions: 'alibi' })];

      const { scores, output } = alibi.trace(tokens);

      const data = plain.trace(tokens).scores.data.map((score, i) => score + lowered[i]);
      assertClose(scores, { shape: [numHeads, T, T], data });
      assertClose(alibi.forward(tokens), output);
      for (const causal of [false, true]) {
        const wanted = plain.forward(tokens, { scoreBias, causal });
        assertClose(alibi.forward(tokens, { causal }), wanted);
        assertClose(alibi.traceOnline(tokens, { queries: 2, keys: 2 }, { causal }).output, wanted);
      }
    });

    test(`has the gradients of that bias with ${numHeads} heads`, () => {
      const [plain, alibi] = [layerOf(config), layerOf({ ...config, positions: 'alibi' })];
      const dOutput = randomNormal([T, 8], { seed: 3 });

      const actual = alibi.backward(tokens, dOutput, { causal: true });

      const wanted = plain.backward(tokens, dOutput, { scoreBias, causal: true });
      assert.deepEqual(Object.keys(actual), Object.keys(wanted));
      for (const name of Object.keys(wanted)) assertClose(actual[name], wanted[name]);
    });
  }

  test('refuses a second sequence, and identities that change the order', () => {
    const alibi = layerOf({ positions: 'alibi' });

    for (const options of [{ context: tokens }, { keys: tokens, values: tokens }]) {
      expectError(() => alibi.forward(tokens, options), { is: 'ConfigError', field: 'positions' });
    }
    expectError(() => engine.identities.permutationMoves(alibi, tokens, [4, 3, 2, 1, 0]), {
      is: 'ConfigError',
      field: 'positions',
      says: 'permutationMoves',
    });
  });
});
