import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { FlopPrediction } = await bundled('elements/cost/prediction.ts');
const { startOfCost, stateOfReading } = await bundled('elements/cost/state.ts');
const engine = await load();

const flops = { view: 'flops', formula: null };
const impossible = { model: 'own', heads: 32, kvHeads: 5 };

test('an open question keeps what is changed meanwhile', () => {
  const prediction = new FlopPrediction();
  assert.equal(prediction.waits(startOfCost, flops, true), true);
  assert.equal(prediction.waits(startOfCost, { tokens: 64 }, true), false);
  const now = { ...startOfCost, tokens: 64 };

  assert.match(prediction.question(engine, now).ask, / of 64 tokens /u);
  assert.deepEqual(prediction.grade(engine, 0, now).next, { ...now, ...flops });
});

test('a later change replaces that of the example that waits', () => {
  const prediction = new FlopPrediction();
  prediction.waits(startOfCost, stateOfReading('lengths'), true);
  prediction.waits(startOfCost, { batch: 4, view: 'memory', formula: 'cards.gb' }, true);
  const now = { ...startOfCost, batch: 4, view: 'memory', formula: 'cards.gb' };

  const { next } = prediction.grade(engine, 0, now);
  assert.deepEqual(next, { ...stateOfReading('lengths'), batch: 4 });
});

test('of a model that is not possible nothing is asked until it is changed', () => {
  const prediction = new FlopPrediction();
  assert.equal(prediction.waits({ ...startOfCost, ...impossible }, flops, false), false);
  prediction.waits(startOfCost, flops, true);

  assert.equal(prediction.question(engine, { ...startOfCost, ...impossible }), null);
  assert.notEqual(prediction.question(engine, startOfCost), null);
});

test('a question with other options is another question, so that no option stays chosen', () => {
  const prediction = new FlopPrediction();
  prediction.waits(startOfCost, flops, true);
  const ask = (change) => prediction.question(engine, { ...startOfCost, model: 'own', ...change });

  assert.equal(ask({ dFf: 0 }).options.length, 2);
  assert.notEqual(ask({ dFf: 0 }).id, ask({}).id);
  assert.equal(ask({ tokens: 64 }).id, ask({}).id);
});
