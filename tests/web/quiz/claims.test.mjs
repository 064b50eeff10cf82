import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';

/** Claims of quizzes about small models. Those that interviews share are in interview.test.mjs. */
const engine = await load();

/** The step, up to `steps`, at which all four relations reach 99 %; null if they do not. */
function solvedAt(config, steps) {
  const trainer = engine.trainer({ task: 'relations', seed: 1, ...config });
  const report = trainer.step(steps);
  trainer.dispose();
  return report.solvedAt;
}

test('width-of-one: 4 heads and 8 are there after about a hundred steps', () => {
  for (const numHeads of [4, 8]) {
    const steps = solvedAt({ numHeads }, 300);

    assert.ok(steps !== null && 50 < steps && steps < 200, `${numHeads} heads: ${steps}`);
  }
});

test('width-of-one: 32 heads of width 1 are not there after 300, but can learn it', () => {
  assert.equal(solvedAt({ numHeads: 32 }, 300), null);

  const trainer = engine.trainer({ task: 'relations', numHeads: 32, seed: 1 });
  trainer.step(1000);
  const { accuracy } = trainer.evaluate();
  trainer.dispose();

  assert.ok(Math.min(...accuracy) > 0.95, accuracy.join(' '));
});

test('summed-in-training: summed heads are not there after twice the steps', () => {
  const steps = solvedAt({ numHeads: 4 }, 300);

  assert.equal(solvedAt({ numHeads: 4, combine: 'sum' }, 2 * steps), null);
});

test('tied-in-training: tied heads have one pattern, however long they were trained', () => {
  const trainer = engine.trainer({ task: 'relations', numHeads: 4, tieHeads: true, seed: 1 });
  trainer.step(100);
  const [{ weights }] = trainer.sample().layers;
  trainer.dispose();

  const { data } = engine.measure.headDistance(weights);

  assert.ok(data.every((distance) => distance === 0));
});

test('divided-too-much: 16 heads, divided by √d_model, have nearly uniform weights', () => {
  const keys = 16;
  const layer = engine.attention({ dModel: 256, numHeads: 16, scale: 'sqrt-d-model' });
  const { weights } = layer.trace(engine.tensor.randomNormal([keys, 256], { seed: 3 }));
  layer.dispose();

  const { data } = engine.measure.entropy(weights);

  const mean = data.reduce((sum, entropy) => sum + entropy) / data.length;
  assert.ok(mean > 0.97 * Math.log(keys), String(mean));
});

test('saturated-start: weights from 0 to 1 give one key nearly everything, in nearly every row', () => {
  const { tensor } = engine;
  /** Nearly uniform from 0 to 1: normal numbers through the logistic curve that is nearest to Φ. */
  const uniform = (shape, seed) => {
    const { data } = tensor.randomNormal(shape, { seed });
    return { shape, data: data.map((z) => 1 / (1 + Math.exp(-1.7 * z))) };
  };
  const rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((layerSeed) => {
    const [wq, wk, x] = [1, 2, 3].map((i) => uniform([i === 3 ? 6 : 100, 100], 3 * layerSeed + i));
    const layer = engine.attention({ dModel: 100, numHeads: 5 }, { wq, wk });
    const { weights } = layer.trace(x);
    layer.dispose();
    return tensor.toNested(tensor.max(weights, { axis: -1 })).flat(Infinity);
  });

  const first = rows.slice(0, 30);
  assert.ok(Math.min(...first) > 0.99, first.join(' '));
  const saturated = rows.filter((largest) => largest > 0.99).length / rows.length;
  assert.ok(0.9 < saturated && saturated < 1, String(saturated));
});
