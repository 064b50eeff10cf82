/** Layers and trained models whose keys and values are made of latents. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { goldenCases } from './golden.mjs';
import { engine } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const handles = [];
const keep = (handle) => {
  handles.push(handle);
  return handle;
};
after(() => handles.forEach((handle) => handle.dispose()));

const x = randomNormal([2, 9, 8], { seed: 1 });
const layerOf = (config) => keep(engine.attention({ dModel: 8, numHeads: 2, ...config }));

describe("a layer's nearest latent layer is that of NumPy's SVD", () => {
  for (const { name, config, inputs, dLatent, expected } of goldenCases('to_latent.json')) {
    test(name, () => {
      const { x: given, ...weights } = inputs;
      const latent = keep(keep(engine.attention(config, weights)).toLatent(dLatent, given));
      const { wdkv, wuk, wuv } = latent.weights();

      assertClose(engine.tensor.matmul(wdkv, wuk), expected.wk);
      assertClose(engine.tensor.matmul(wdkv, wuv), expected.wv);
      assertClose(latent.forward(given, { causal: true }), expected.output);
      assertClose(latent.forward(given, { causal: true, absorbed: true }), expected.output);
    });
  }
});

test('toLatent gives a layer of latent attention, which loses nothing if it keeps all directions', () => {
  const layer = layerOf({ dHead: 2, seed: 3 });
  const latent = keep(layer.toLatent(8, x));

  assert.deepEqual(latent.config, { dModel: 8, numHeads: 2, dHead: 2, dLatent: 8, seed: 3 });
  assertClose(latent.forward(x), layer.forward(x));
  assert.deepEqual(latent.weights().wq, layer.weights().wq);
});

test('a trainer learns latents, and gives its layers as latent attention', () => {
  const trainer = keep(engine.trainer({ task: 'relations', numHeads: 4, dLatent: 16, batch: 4 }));
  const loss = trainer.evaluate().loss;
  trainer.step(20);
  const latent = keep(trainer.latentAttention());
  const rows = randomNormal([5, 32], { seed: 2 });

  assert.equal(trainer.config.dLatent, 16);
  assert.ok(trainer.evaluate().loss < loss);
  assert.equal(latent.config.dLatent, 16);
  const output = keep(trainer.attention()).forward(rows, { causal: true });
  assertClose(latent.forward(rows, { causal: true, absorbed: true }), output);
  const again = keep(engine.trainerFromCheckpoint(trainer.save()));
  assert.equal(again.evaluate().loss, trainer.evaluate().loss);
});

test('a trained model gets latents, and can be trained on', () => {
  const trainer = keep(engine.trainer({ task: 'relations', numHeads: 4, batch: 4 }));
  trainer.step(50);

  const same = keep(trainer.toLatent(64));
  const narrow = keep(trainer.toLatent(2));

  assert.ok(Math.abs(same.evaluate().loss - trainer.evaluate().loss) < 1e-4);
  assert.ok(narrow.evaluate().loss > trainer.evaluate().loss);
  assert.ok(narrow.parameterCount < trainer.parameterCount);
  assert.equal(narrow.step().step, 1);
});

test('a configuration comes back as it went in', () => {
  const config = { task: 'relations', numHeads: 2, dModel: 8 };
  const trainer = keep(engine.trainer(config));

  assert.deepEqual(keep(engine.trainer(trainer.config)).config, trainer.config);
});

describe('an error names', () => {
  const one = keep(engine.trainer({ task: 'relations', numHeads: 4 }));
  for (const [field, call] of [
    ['dLatent', () => layerOf().toLatent(0, x)],
    ['dLatent', () => layerOf().toLatent(17, x)],
    ['dLatent', () => layerOf().toLatent('4', x)],
    ['bias', () => layerOf({ bias: true }).toLatent(4, x)],
    ['scale', () => layerOf({ scale: 'none' }).toLatent(4, x)],
    ['combine', () => layerOf({ combine: 'sum' }).toLatent(4, x)],
    ['outputProjection', () => layerOf({ outputProjection: false }).toLatent(4, x)],
    ['dHead', () => layerOf({ dHead: 65 }).toLatent(4, x)],
    ['dLatent', () => one.toLatent(0)],
    ['dLatent', () => one.toLatent(65)],
    ['dLatent', () => one.latentAttention()],
    ['numKvHeads', () => engine.trainer({ ...one.config, numKvHeads: 1, dLatent: 4 })],
    ['task', () => engine.trainer({ task: 'induction', numHeads: 2, dLatent: 4 })],
  ]) {
    test(`${field}, a ConfigError: ${call}`, () => {
      expectError(call, { is: 'ConfigError', field });
    });
  }

  test('an x that does not fit, a ShapeError', () => {
    expectError(() => layerOf().toLatent(4, randomNormal([3, 7])), {
      is: 'ShapeError',
      argument: 'x',
    });
  });
});
