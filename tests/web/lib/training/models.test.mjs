import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../../package/installed.mjs';
import { bundled } from '../../bundled.mjs';

const { TrainedModels } = await bundled('lib/training/models.ts');
const config = { task: 'relations', numHeads: 4, dModel: 16, seed: 2 };

test('a model is trained in parts, saved, converted and closed', () => {
  const models = new TrainedModels(engine);
  const { handles } = engine.memory();
  const model = models.openModel({ config });
  assert.equal(models.trainModel(model, 20, 0).step, 1);
  assert.deepEqual(models.trainModel(model, 20, Infinity), {
    ...{ step: 20, solvedAt: null, diverged: false },
  });
  assert.equal(models.trainModel(model, 20, Infinity).step, 20);

  const file = models.saveModel(model);
  const pooled = models.openModel({ file, convert: { kind: 'grouped', kvHeads: 2, from: 'mean' } });
  const latent = models.openModel({ file, convert: { kind: 'latent', width: 32 } });
  const { accuracy, chance } = models.evaluateModel(latent);
  assert.equal(chance.length, 4);
  assert.deepEqual(accuracy, models.evaluateModel(model).accuracy);
  assert.notDeepEqual(accuracy, models.evaluateModel(pooled).accuracy);

  for (const open of [model, pooled, latent]) models.closeModel(open);
  assert.equal(engine.memory().handles, handles);
});

test('training ends when every relation is learned', () => {
  const models = new TrainedModels(engine);
  const model = models.openModel({ config: { task: 'relations', numHeads: 8, seed: 1 } });
  const { step, solvedAt } = models.trainModel(model, 1000, Infinity);
  models.closeModel(model);

  assert.ok(solvedAt > 0);
  assert.equal(step, solvedAt);
});
