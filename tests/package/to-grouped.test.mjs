/** Fewer key/value heads out of more. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const layers = [];
const keep = (layer) => (layers.push(layer), layer);
after(() => layers.forEach((layer) => layer.dispose()));

const D = 3;
const config = { dModel: 5, numHeads: 6, dHead: D, bias: true, seed: 4 };
const biases = {
  bk: randomNormal([6 * D], { seed: 1 }),
  bv: randomNormal([6 * D], { seed: 2 }),
};
const layerOf = (change, weights = biases) =>
  keep(engine.attention({ ...config, ...change }, weights));
const grouped = (layer, ...given) => keep(layer.toGrouped(...given));
const x = randomNormal([2, 4, 5], { seed: 3 });

/** [rows, heads, D] -> [rows, groups, D], in double, rounded once. */
function pooled({ shape, data }, groups, pool) {
  const heads = shape.at(-1) / D;
  const rows = data.length / shape.at(-1);
  const values = [];
  for (let i = 0; i < rows * groups; ++i) {
    for (let j = 0; j < D; ++j) {
      const size = heads / groups;
      values.push(pool(Array.from({ length: size }, (_, h) => data[(i * size + h) * D + j])));
    }
  }
  return { shape: [...shape.slice(0, -1), groups * D], data: Float32Array.from(values) };
}
const mean = (values) => values.reduce((sum, value) => sum + value) / values.length;
const first = (values) => values[0];

for (const [options, pool] of [
  [undefined, mean],
  [{}, mean],
  [{ from: undefined }, mean],
  [{ from: 'mean' }, mean],
  [{ from: 'first' }, first],
]) {
  test(`toGrouped(2, ${JSON.stringify(options)}) pools keys and values, and nothing else`, () => {
    const layer = layerOf();
    const before = layer.weights();

    const after = grouped(layer, 2, options).weights();

    for (const name of ['wk', 'wv', 'bk', 'bv']) {
      assert.deepEqual(after[name], pooled(before[name], 2, pool), name);
    }
    for (const name of ['wq', 'wo', 'bq', 'bo']) assert.deepEqual(after[name], before[name], name);
  });
}

test('the configuration keeps all but numKvHeads, and the layer stays as it was', () => {
  const layer = layerOf({ scale: 'none', combine: 'mean' });
  const before = layer.forward(x);

  const multiQuery = grouped(layer, 1);

  assert.deepEqual(multiQuery.config, { ...layer.config, numKvHeads: 1 });
  assert.deepEqual(layer.forward(x), before);
});

test('to as many key/value heads is a copy', () => {
  const layer = layerOf();

  const copy = grouped(layer, 6);

  assert.deepEqual(copy.weights(), layer.weights());
  layer.dispose();
  assert.deepEqual(copy.forward(x).shape, x.shape);
});

test('grouped again and back: a layer of equal heads loses nothing', () => {
  const multiQuery = grouped(layerOf(), 1);
  const { wk, wv, bk, bv, ...others } = multiQuery.weights();
  const six = ({ shape, data }) =>
    engine.tensor.concat(Array(6).fill({ shape, data }), shape.length - 1);
  const equal = { ...others, wk: six(wk), wv: six(wv), bk: six(bk), bv: six(bv) };
  const multiHead = keep(multiQuery.with({ numKvHeads: 6 }, equal));

  for (const from of ['mean', 'first']) {
    const again = grouped(grouped(multiHead, 3, { from }), 1, { from });

    assert.deepEqual(again.weights(), multiQuery.weights());
    assertClose(again.forward(x), multiHead.forward(x));
  }
});

test('tied heads stay tied', () => {
  const tied = layerOf({ tieHeads: true });

  const multiQuery = grouped(tied, 1);

  assert.equal(multiQuery.config.tieHeads, true);
  assert.deepEqual(multiQuery.forward(x), tied.forward(x));
});

test('a number that does not divide the layer’s is an error', () => {
  const layer = layerOf({ numKvHeads: 2 }, {});
  for (const wanted of [3, 4, 6, 2 ** 53 - 1]) {
    expectError(() => layer.toGrouped(wanted), {
      is: 'ConfigError',
      field: 'numKvHeads',
      says: `${wanted} does not divide the layer's 2`,
    });
  }
});

test('an impossible number of heads or an unknown pooling is an error', () => {
  const layer = layerOf();
  const { handles } = engine.memory();
  for (const wanted of [0, -1, 1.5, '2', null, undefined, NaN]) {
    expectError(() => layer.toGrouped(wanted), { is: 'ConfigError', field: 'numKvHeads' });
  }
  expectError(() => layer.toGrouped(2, { from: 'last' }), { is: 'ConfigError', field: 'from' });
  expectError(() => layer.toGrouped(2, { pool: 'mean' }), { is: 'ConfigError', field: 'pool' });
  expectError(() => layer.toGrouped(2, 'mean'), { is: 'ConfigError', field: 'options' });
  assert.equal(engine.memory().handles, handles);
});
