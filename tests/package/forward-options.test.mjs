import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertClose, randomNormal, toNested } from './tensors.mjs';

const layer = engine.attention({ dModel: 8, numHeads: 2, seed: 1 });
const x = randomNormal([4, 8], { seed: 1 });
const batch = randomNormal([2, 4, 8], { seed: 2 });
after(() => layer.dispose());

/** Attention of head 0 in batch row b, [T][S]. */
const weightsOf = (input, options, b = 0) => {
  const nested = toNested(layer.trace(input, options).weights);
  return input.shape.length === 3 ? nested[b][0] : nested[0];
};
const seen = (weights) => weights.map((row) => row.map((weight) => (weight > 0 ? 1 : 0)));

const names =
  'context keys values causal causalAlignment validLens mask scoreBias headMask dropout kernel checkFinite';
test('an option whose value is undefined counts as absent', () => {
  const unset = Object.fromEntries(names.split(' ').map((name) => [name, undefined]));

  assert.deepEqual(layer.forward(x, unset), layer.forward(x));
  assert.deepEqual(layer.forward(x, undefined), layer.forward(x, {}));
});

test('causal hides later keys', () => {
  assert.deepEqual(seen(weightsOf(x, { causal: true })), [
    [1, 0, 0, 0],
    [1, 1, 0, 0],
    [1, 1, 1, 0],
    [1, 1, 1, 1],
  ]);
});

test('validLens hides the keys beyond each length, row by row', () => {
  const validLens = [1, 3];

  assert.deepEqual(seen(weightsOf(batch, { validLens }, 0))[2], [1, 0, 0, 0]);
  assert.deepEqual(seen(weightsOf(batch, { validLens }, 1))[2], [1, 1, 1, 0]);
});

test('validLens without a batch axis has one length', () => {
  assert.deepEqual(seen(weightsOf(x, { validLens: [2] }))[3], [1, 1, 0, 0]);
});

test('a query that may see nothing has weight 0 and output 0', () => {
  const { weights, output } = layer.trace(x, { validLens: [0] });

  assert.ok(weights.data.every((weight) => weight === 0));
  assert.ok(output.data.every((value) => value === 0));
});

describe('mask', () => {
  const visible = [
    [1, 0, 0, 1],
    [0, 1, 0, 0],
    [1, 1, 1, 1],
    [0, 0, 1, 1],
  ];
  for (const [form, mask] of Object.entries({
    numbers: visible,
    booleans: visible.map((row) => row.map(Boolean)),
    'a tensor of bytes': { shape: [4, 4], data: Uint8Array.from(visible.flat()) },
    'any numbers that are not 0': visible.map((row) => row.map((value) => value * -0.5)),
    'one batch row': [visible],
  })) {
    test(`hides what is 0, as ${form}`, () => {
      assert.deepEqual(seen(weightsOf(x, { mask })), visible);
    });
  }

  test('may differ from one batch row to the next', () => {
    const mask = [visible, visible.map((row) => row.map((value) => 1 - value))];
    mask[1][2] = [1, 0, 0, 0];

    assert.deepEqual(seen(weightsOf(batch, { mask }, 0)), mask[0]);
    assert.deepEqual(seen(weightsOf(batch, { mask }, 1)), mask[1]);
  });
});

describe('scoreBias', () => {
  test('is added to the scaled scores', () => {
    const { scores } = layer.trace(x);
    const biased = layer.trace(x, { scoreBias: engine.tensor.full([4, 4], 2) });

    assertClose(biased.scores, engine.tensor.add(scores, 2));
    assertClose(biased.output, layer.forward(x));
  });

  test('may differ from one head to the next', () => {
    const scoreBias = engine.tensor.zeros([1, 2, 4, 4]);
    scoreBias.data[0] = 1000;

    const [first, second] = toNested(layer.trace(x, { scoreBias }).weights);

    assert.deepEqual(first[0], [1, 0, 0, 0]);
    assert.deepEqual(second, toNested(layer.trace(x).weights)[1]);
  });
});

test("headMask multiplies a head's output, and 0 prunes it", () => {
  const heads = toNested(layer.trace(x).heads);
  const combined = toNested(layer.trace(x, { headMask: [0, 2] }).combined);

  combined.forEach((row, t) => {
    assert.ok(row.slice(0, 4).every((value) => value === 0));
    assert.deepEqual(
      row.slice(4),
      heads[1][t].map((value) => 2 * value),
    );
  });
});

describe('context', () => {
  const context = randomNormal([6, 8], { seed: 3 });

  test('gives keys and values', () => {
    assert.deepEqual(layer.trace(x, { context }).weights.shape, [2, 4, 6]);
    assert.deepEqual(layer.forward(x, { context: x }), layer.forward(x));
  });

  test('of one batch row may have its batch axis', () => {
    const batched = { shape: [1, 6, 8], data: context.data };

    assert.deepEqual(layer.forward(x, { context: batched }), layer.forward(x, { context }));
  });

  test('longer than x, the causal mask is aligned at the bottom right', () => {
    assert.deepEqual(seen(weightsOf(x, { context, causal: true })), [
      [1, 1, 1, 0, 0, 0],
      [1, 1, 1, 1, 0, 0],
      [1, 1, 1, 1, 1, 0],
      [1, 1, 1, 1, 1, 1],
    ]);
  });
});

describe('keys and values', () => {
  const keys = randomNormal([6, 8], { seed: 3 });
  const values = randomNormal([6, 8], { seed: 5 });

  test('are projected from one tensor each', () => {
    const { k, v, weights } = layer.trace(x, { keys, values });

    assert.deepEqual(weights, layer.trace(x, { context: keys }).weights);
    assert.deepEqual(k, layer.trace(x, { context: keys }).k);
    assert.deepEqual(v, layer.trace(x, { context: values }).v);
  });

  test('that are equal are a context', () => {
    const both = { keys, values: keys };

    assert.deepEqual(layer.forward(x, both), layer.forward(x, { context: keys }));
  });

  test('have gradients of their own', () => {
    const { dKeys, dValues, dContext } = layer.backward(x, x, { keys, values });

    assert.deepEqual([dKeys.shape, dValues.shape, dContext], [[6, 8], [6, 8], undefined]);
  });

  test('come together, of one length, and without a context', () => {
    const wrong = { is: 'ConfigError' };
    expectError(() => layer.forward(x, { keys }), { ...wrong, field: 'values' });
    expectError(() => layer.forward(x, { values }), { ...wrong, field: 'keys' });
    expectError(() => layer.forward(x, { keys, values, context: keys }), {
      ...wrong,
      field: 'keys',
      says: 'context',
    });
    expectError(() => layer.forward(x, { keys, values: x }), {
      is: 'ShapeError',
      argument: 'values',
      axis: 0,
    });
  });
});

describe('causalAlignment', () => {
  const context = randomNormal([6, 8], { seed: 3 });
  const topLeft = { causal: true, causalAlignment: 'top-left' };

  test("at the top left is PyTorch's is_causal: queries do not see more when there are more keys", () => {
    assert.deepEqual(seen(weightsOf(x, { context, ...topLeft })), [
      [1, 0, 0, 0, 0, 0],
      [1, 1, 0, 0, 0, 0],
      [1, 1, 1, 0, 0, 0],
      [1, 1, 1, 1, 0, 0],
    ]);
  });

  test('is the same either way if there are as many keys as queries', () => {
    assert.deepEqual(layer.forward(x, topLeft), layer.forward(x, { causal: true }));
  });

  test('at the bottom right gives the last queries what they have in the whole sequence', () => {
    const last = { shape: [2, 8], data: context.data.slice(4 * 8) };
    const whole = layer.forward(context, { causal: true }).data.slice(4 * 8);
    const difference = ({ data }) => Math.max(...data.map((y, i) => Math.abs(y - whole[i])));

    const right = layer.forward(last, { context, causal: true, causalAlignment: 'bottom-right' });
    const wrong = layer.forward(last, { context, ...topLeft });

    assert.ok(difference(right) < 1e-6);
    assert.ok(difference(wrong) > 0.01);
  });

  test('means nothing without a causal mask', () => {
    expectError(() => layer.forward(x, { causalAlignment: 'top-left' }), {
      is: 'ConfigError',
      field: 'causalAlignment',
    });
    expectError(() => layer.forward(x, { causal: true, causalAlignment: 'left' }), {
      is: 'ConfigError',
      field: 'causalAlignment',
    });
  });
});

describe('a row without keys', () => {
  const mask = [
    [1, 1, 1, 1],
    [0, 0, 0, 0],
    [1, 1, 1, 1],
    [1, 1, 1, 1],
  ];

  test('is 0 if the layer guards it', () => {
    assert.deepEqual(weightsOf(x, { mask })[1], [0, 0, 0, 0]);
  });

  test('is NaN if softmax is not guarded', () => {
    const { maskedScores } = layer.trace(x, { mask });

    const weights = toNested(engine.tensor.softmax(maskedScores));

    assert.ok(weights[0][1].every(Number.isNaN));
    assert.ok(weights[0][0].every(Number.isFinite));
  });

  test('is uniform if -1e9 means hidden', () => {
    const scoreBias = mask.map((row) => row.map((seen) => (seen ? 0 : -1e9)));

    const weights = weightsOf(x, { scoreBias });

    assert.deepEqual(weights[1], [0.25, 0.25, 0.25, 0.25]);
  });
});

describe('dropout', () => {
  const long = randomNormal([40, 8], { seed: 4 });

  test('follows from its seed alone', () => {
    const run = (seed) => layer.forward(long, { dropout: { rate: 0.5, seed } });

    assert.deepEqual(run(1), run(1));
    assert.notDeepEqual(run(1), run(2));
  });

  test('is the same on both kernels', () => {
    const run = (kernel) => layer.forward(long, { dropout: { rate: 0.5, seed: 1 }, kernel });

    assertClose(run('fused'), run('reference'));
  });

  test('sets about that share of the weights to 0 and scales the others', () => {
    const plain = layer.trace(long).weights;
    const dropped = layer.trace(long, { dropout: { rate: 0.25, seed: 1 } }).weights;

    const zeros = dropped.data.filter((weight) => weight === 0).length;
    assert.ok(Math.abs(zeros / dropped.data.length - 0.25) < 0.03);
    dropped.data.forEach((weight, i) => {
      if (weight !== 0) assert.ok(Math.abs(weight - plain.data[i] / 0.75) < 1e-6);
    });
  });

  test('of rate 0 changes nothing, of rate 1 leaves nothing', () => {
    assert.deepEqual(layer.forward(x, { dropout: { rate: 0, seed: 1 } }), layer.forward(x));
    const none = layer.forward(x, { dropout: { rate: 1, seed: 1 } });
    assert.ok(none.data.every((value) => value === 0));
  });
});

describe('NaN and infinity', () => {
  const broken = { shape: [4, 8], data: x.data.slice() };
  broken.data[2 * 8 + 3] = NaN;

  test('propagate as in PyTorch: hidden they leave weights finite, but 0 * NaN is NaN', () => {
    const { weights, output } = layer.trace(broken, { causal: true });

    const [head] = toNested(weights);
    assert.ok(head.slice(0, 2).flat().every(Number.isFinite));
    assert.ok(head.slice(2).flat().every(Number.isNaN));
    assert.ok(output.data.every(Number.isNaN));
  });

  test('are an error that names the position if checkFinite is set', () => {
    const call = () => layer.forward(broken, { checkFinite: true });

    assert.throws(call, { name: 'ManyheadsError', message: /x holds NaN at \[2, 3\]/ });
    assert.deepEqual(layer.forward(x, { checkFinite: true }), layer.forward(x));
  });
});

describe('out', () => {
  const latent = engine.latentAttention({ dModel: 8, numHeads: 2, dHead: 4, dLatent: 4 });
  const feedForward = engine.feedForward({ dModel: 8, dFf: 5, activation: 'relu' });
  after(() => [latent, feedForward].forEach((each) => each.dispose()));

  for (const [name, { forward }, options] of [
    ['attention', { forward: (x, options) => layer.forward(x, options) }, { causal: true }],
    ['latent attention', { forward: (x, options) => latent.forward(x, options) }, { causal: true }],
    ['a feed-forward layer', { forward: (x, options) => feedForward.forward(x, options) }, {}],
  ]) {
    test(`of ${name} takes the output, and is the result's data`, () => {
      const expected = forward(batch, options);
      const out = new Float32Array(64);

      const { shape, data } = forward(batch, { ...options, out });

      assert.equal(data, out);
      assert.deepEqual({ shape, data: out }, expected);
    });

    test(`of ${name} with another length is an error, and is not written to`, () => {
      for (const length of [0, 63, 65]) {
        const out = new Float32Array(length).fill(7);

        expectError(() => forward(batch, { ...options, out }), {
          is: 'ShapeError',
          argument: 'out',
          axis: null,
          expected: '64 elements',
          actual: `${length} elements`,
          says: `out: shape [2, 4, 8] holds 64 elements, this array has ${length}`,
        });
        assert.ok(out.every((value) => value === 7));
      }
    });

    test(`of ${name} is a Float32Array`, () => {
      for (const out of [null, 0, [], {}, new Float64Array(64), { length: 64 }]) {
        expectError(() => forward(batch, { ...options, out }), {
          is: 'ConfigError',
          field: 'out',
          says: 'wanted a Float32Array',
        });
      }
      assert.deepEqual(forward(x, { ...options, out: undefined }), forward(x, options));
    });
  }

  test('may be part of a larger array, and the input itself', () => {
    const all = new Float32Array(40).fill(7);
    all.set(x.data, 4);
    const data = all.subarray(4, 36);

    layer.forward({ shape: [4, 8], data }, { out: data });

    assert.deepEqual(data, layer.forward(x).data);
    assert.deepEqual([...all.subarray(0, 4), ...all.subarray(36)], Array(8).fill(7));
  });

  test('of the wrong length leaves lastKernel as it was', () => {
    const fresh = engine.attention({ dModel: 8, numHeads: 2 });

    expectError(() => fresh.forward(x, { out: new Float32Array(1) }), { is: 'ShapeError' });

    assert.equal(fresh.lastKernel, null);
    fresh.dispose();
  });

  test('is an option of forward only', () =>
    expectError(() => layer.trace(x, { out: new Float32Array(32) }), {
      is: 'ConfigError',
      field: 'out',
      says: 'unknown key',
    }));
});
