import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const B = 2;
const H = 4;
const G = 2;
const D = 3;
const layer = engine.attention({ dModel: 8, numHeads: H, numKvHeads: G, dHead: D, bias: true });
after(() => layer.dispose());

const tokens = (...shape) => randomNormal([...shape, 8], { seed: 5 });
const keysOf = (S) => randomNormal([B, S, 8], { seed: 6 });
const shapesOf = (tensors) =>
  Object.fromEntries(Object.entries(tensors).map(([name, { shape }]) => [name, shape]));

/**
 * The contract's formulas in plain JavaScript, in double precision, on the scores and values of
 * trace(): what each query holds once it has seen the keys of the first tiles.
 */
function expectedSteps({ maskedScores, v }, tileOfKeys) {
  const [T, S] = maskedScores.shape.slice(-2);
  const tiles = Math.ceil(S / tileOfKeys);
  const steps = { runningMax: [], runningSum: [], rescale: [], partial: [] };
  for (let b = 0; b < B; ++b) {
    for (let h = 0; h < H; ++h) {
      const g = Math.floor(h / (H / G));
      const value = (s, i) => v.data[((b * G + g) * S + s) * D + i];
      for (let tile = 1; tile <= tiles; ++tile) {
        for (let t = 0; t < T; ++t) {
          const first = ((b * H + h) * T + t) * S;
          const seen = maskedScores.data.slice(first, first + Math.min(tile * tileOfKeys, S));
          const before = Math.max(...seen.slice(0, (tile - 1) * tileOfKeys));
          const max = Math.max(...seen);
          const terms = Array.from(seen, (score) =>
            max === -Infinity ? 0 : Math.exp(score - max),
          );
          steps.runningMax.push(max);
          steps.runningSum.push(terms.reduce((sum, term) => sum + term));
          steps.rescale.push(before === -Infinity ? 0 : Math.exp(before - max));
          for (let i = 0; i < D; ++i) {
            steps.partial.push(terms.reduce((sum, term, s) => sum + term * value(s, i), 0));
          }
        }
      }
    }
  }
  const tensor = (data, ...shape) => ({ shape, data: Float32Array.from(data) });
  return Object.fromEntries(
    Object.entries(steps).map(([name, data]) =>
      name === 'partial'
        ? [name, tensor(data, B, H, tiles, T, D)]
        : [name, tensor(data, B, H, tiles, T)],
    ),
  );
}

const allOptions = {
  mask: { shape: [5, 7], data: Array.from({ length: 35 }, (_, i) => Number(i % 3 !== 1)) },
  scoreBias: randomNormal([B, H, 5, 7], { seed: 7, std: 3 }),
  headMask: [1, 0.5, 0, 2],
  validLens: [6, 3],
  dropout: { rate: 0.3, seed: 8 },
};

const cases = [
  ['one query and one key', 1, 1, { queries: 1, keys: 1 }],
  ['one query, tiles that do not divide the keys', 1, 13, { queries: 1, keys: 5 }],
  ['tiles that divide nothing', 5, 7, { queries: 2, keys: 3 }],
  ['a key at a time', 5, 7, { queries: 5, keys: 1 }],
  ['a tile of all keys', 7, 5, { queries: 3, keys: 5 }],
  ['larger tiles than there is to fill', 3, 6, { queries: 4, keys: 1e300 }],
  ['causal', 9, 9, { queries: 4, keys: 2 }, { causal: true }],
  ['causal, more keys than queries', 3, 8, { queries: 2, keys: 3 }, { causal: true }],
  ['causal, queries that see no key', 8, 3, { queries: 3, keys: 2 }, { causal: true }],
  ['valid lengths', 5, 7, { queries: 2, keys: 3 }, { validLens: [4, 1] }],
  ['a batch row that sees no key', 5, 7, { queries: 2, keys: 3 }, { validLens: [0, 7] }],
  ['score bias', 5, 7, { queries: 2, keys: 3 }, { scoreBias: allOptions.scoreBias }],
];

describe('after each tile of keys every query holds', () => {
  for (const [what, T, S, tile, given] of cases) {
    const options = { ...given, context: keysOf(S) };
    const run = () => layer.traceOnline(tokens(B, T), tile, options);
    const expected = () =>
      expectedSteps(layer.trace(tokens(B, T), options), Math.min(tile.keys, S));

    for (const [name, holds] of [
      ['runningMax', 'the largest score'],
      ['runningSum', 'the sum of the exponentials'],
      ['rescale', 'what the maximum rose by'],
      ['partial', 'the sum of the values, weighted'],
    ]) {
      test(`${holds}: ${what}`, () => assertClose(run()[name], expected()[name], 1e-6));
    }
  }
});

describe('the end is what trace gives', () => {
  for (const [what, T, S, tile, given] of [
    ...cases,
    ['every option at once', 5, 7, { queries: 2, keys: 3 }, allOptions],
  ]) {
    test(what, () => {
      const options = { ...given, context: keysOf(S) };
      const whole = layer.trace(tokens(B, T), options);

      const online = layer.traceOnline(tokens(B, T), tile, options);

      assertClose(online.heads, whole.heads, 1e-6);
      assertClose(online.output, whole.output, 1e-6);
    });
  }

  test('without a context, of tied heads that are summed', () => {
    const tied = layer.with({ tieHeads: true, combine: 'sum', outputProjection: false });

    const online = tied.traceOnline(tokens(B, 5), { queries: 2, keys: 3 });

    assertClose(online.heads, tied.trace(tokens(B, 5)).heads, 1e-6);
    assertClose(online.output, tied.trace(tokens(B, 5)).output, 1e-6);
    tied.dispose();
  });

  test('and the last partial, divided by the last sum', () => {
    const { partial, runningSum, heads } = layer.traceOnline(tokens(5), { queries: 2, keys: 3 });
    const last = (tensor) => engine.tensor.slice(tensor, [[null, null], -1]);
    const sums = engine.tensor.reshape(last(runningSum), [H, 5, 1]);

    assertClose(engine.tensor.divide(last(partial), sums), heads, 1e-6);
  });
});

describe('a query that sees no key', () => {
  // of 5 queries and 3 keys, causally, the first two
  const { heads, output, ...steps } = layer.traceOnline(
    tokens(5),
    { queries: 3, keys: 2 },
    { context: randomNormal([3, 8], { seed: 6 }), causal: true },
  );
  const ofTheBlind = (tensor, ...ranges) =>
    new Set(engine.tensor.slice(tensor, [...ranges, [0, 2]]).data);
  const all = [null, null];

  test('holds a maximum of -Infinity and nothing else, to the end', () => {
    assert.deepEqual(ofTheBlind(steps.runningMax, all, all), new Set([-Infinity]));
    for (const name of ['runningSum', 'rescale', 'partial']) {
      assert.deepEqual(ofTheBlind(steps[name], all, all), new Set([0]), name);
    }
  });

  test('gives 0', () => {
    assert.deepEqual(ofTheBlind(heads, all), new Set([0]));
    assert.ok(output.data.every(Number.isFinite));
  });
});

describe('the shapes', () => {
  const tile = { queries: 2, keys: 3 };

  test('have a batch axis and one for the tiles', () => {
    assert.deepEqual(shapesOf(layer.traceOnline(tokens(B, 5), tile, { context: keysOf(7) })), {
      runningMax: [B, H, 3, 5],
      runningSum: [B, H, 3, 5],
      rescale: [B, H, 3, 5],
      partial: [B, H, 3, 5, D],
      heads: [B, H, 5, D],
      output: [B, 5, 8],
    });
  });

  test('have no batch axis if x has none', () => {
    assert.deepEqual(shapesOf(layer.traceOnline(tokens(5), tile)), {
      runningMax: [H, 2, 5],
      runningSum: [H, 2, 5],
      rescale: [H, 2, 5],
      partial: [H, 2, 5, D],
      heads: [H, 5, D],
      output: [5, 8],
    });
  });
});

test('lastKernel stays as it was', () => {
  const fresh = layer.with({});
  fresh.traceOnline(tokens(2), { queries: 1, keys: 1 });

  assert.equal(fresh.lastKernel, null);
  fresh.forward(tokens(2), { kernel: 'fused' });
  fresh.traceOnline(tokens(2), { queries: 1, keys: 1 });
  assert.equal(fresh.lastKernel, 'fused');
  fresh.dispose();
});

describe('a tile that is wrong', () => {
  const of = (tile) => () => layer.traceOnline(tokens(2), tile);

  for (const value of [0, -1, 1.5, NaN, Infinity, '2', null, true, [2], 2n]) {
    for (const key of ['queries', 'keys']) {
      test(`is a ConfigError: ${key} ${typeof value} ${value}`, () => {
        expectError(of({ queries: 2, keys: 2, [key]: value }), {
          is: 'ConfigError',
          field: `tile.${key}`,
          says: [`tile.${key} is`, 'wanted a whole number of at least 1'],
        });
      });
    }
  }

  test('lacks one of its sizes', () => {
    for (const [tile, field] of [
      [undefined, 'tile.queries'],
      [{}, 'tile.queries'],
      [{ keys: 2 }, 'tile.queries'],
      [{ queries: 2 }, 'tile.keys'],
      [{ queries: 2, keys: undefined }, 'tile.keys'],
    ]) {
      expectError(of(tile), { is: 'ConfigError', field, says: [field, 'missing'] });
    }
  });

  test('has a key that no tile has', () => {
    expectError(of({ queries: 2, keys: 2, heads: 1 }), {
      is: 'ConfigError',
      field: 'tile.heads',
      says: ["'heads'", 'known are queries, keys'],
    });
  });

  test('is not an object', () => {
    for (const tile of [null, 2, '2', [2, 2]]) {
      expectError(of(tile), { is: 'ConfigError', field: 'tile', says: 'an object' });
    }
  });

  test('has no fields of its own, although a Proxy answers for it', () => {
    expectError(of(new Proxy({}, { get: () => 2 })), { is: 'ConfigError', field: 'tile.queries' });
    expectError(of(Object.create({ queries: 2, keys: 2 })), {
      is: 'ConfigError',
      field: 'tile.queries',
    });
  });

  test('passes its own error on where it throws', () => {
    const mine = () => {
      throw new RangeError('mine');
    };

    for (const tile of [
      Object.defineProperty({ keys: 2 }, 'queries', { get: mine, enumerable: true }),
      new Proxy({}, { ownKeys: mine }),
      new Proxy({ queries: 2, keys: 2 }, { get: mine }),
    ]) {
      assert.throws(of(tile), { name: 'RangeError', message: 'mine' });
    }
  });
});

describe('a strange tile that is right', () => {
  const x = tokens(5);
  const expected = layer.traceOnline(x, { queries: 2, keys: 3 });

  test('may be a Proxy', () => {
    const tile = new Proxy({ queries: 2, keys: 3 }, {});

    assert.deepEqual(layer.traceOnline(x, tile), expected);
  });

  test('may call the engine itself', () => {
    const tile = {
      get queries() {
        layer.forward(tokens(9), { causal: true });
        return 2;
      },
      keys: 3,
    };

    assert.deepEqual(layer.traceOnline(x, tile), expected);
  });

  test('is read once', () => {
    let reads = 0;
    const tile = {
      queries: 2,
      get keys() {
        reads += 1;
        return reads === 1 ? 3 : 'three';
      },
    };

    assert.deepEqual(layer.traceOnline(x, tile), expected);
  });
});

test('x and the options are checked as those of forward', () => {
  const tile = { queries: 2, keys: 3 };

  expectError(() => layer.traceOnline(randomNormal([2, 7]), tile), {
    is: 'ShapeError',
    argument: 'x',
    axis: 1,
    expected: '8',
    actual: '7',
  });
  expectError(() => layer.traceOnline(tokens(B, 2), tile, { validLens: [1, 3] }), {
    is: 'ConfigError',
    field: 'validLens',
  });
  expectError(() => layer.traceOnline(tokens(2), tile, { tile }), {
    is: 'ConfigError',
    field: 'tile',
  });
  expectError(() => layer.traceOnline([Array(8).fill(NaN)], tile, { checkFinite: true }), {
    is: 'ManyheadsError',
    says: 'x',
  });
});

test('steps of more than 2 GiB are an OutOfMemoryError, and the next call works', () => {
  const long = engine.tensor.zeros([2 ** 15, 8]);

  expectError(() => layer.traceOnline(long, { queries: 2 ** 15, keys: 1 }), {
    is: 'OutOfMemoryError',
    says: 'runningMax',
  });

  assert.deepEqual(layer.traceOnline(tokens(1), { queries: 1, keys: 1 }).heads.shape, [H, 1, D]);
});
