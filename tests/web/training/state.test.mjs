import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { trainerConfig, defaultTraining, parseTraining, runSettings, trainingFormat, withRival } =
  await bundled('elements/training/state.ts');

test('by default four heads train against one, and all else is alike', () => {
  const a = trainerConfig(defaultTraining, 'a');
  const b = trainerConfig(defaultTraining, 'b');

  assert.deepEqual(a, { task: 'relations', seed: 1, numHeads: 4, dModel: 32 });
  assert.deepEqual(b, { ...a, numHeads: 1 });
});

test('what run A is given, run B does too, unless it is given another', () => {
  const state = parseTraining({
    heads: '8',
    combine: 'sum',
    tie: '',
    'b-heads': '8',
    'b-tie': '0',
  });

  assert.deepEqual(runSettings(state, 'b'), { ...state.a, tie: false });
  assert.equal(state.a.tie, true);
});

test('induction holds two layers against one, with as many heads', () => {
  const state = parseTraining({ task: 'induction' });

  assert.deepEqual(trainerConfig(state, 'b'), { ...trainerConfig(state, 'a'), numLayers: 1 });
});

test('run B keeps no setting that it would have anyway', () => {
  const tied = withRival(defaultTraining, { tie: true });

  assert.deepEqual(tied.b, { tie: true });
  assert.deepEqual(withRival(tied, { tie: false }).b, {});
  assert.deepEqual(withRival(defaultTraining, { heads: 1 }).b, {});
});

test('an address carries what differs, and gives the same state back', () => {
  const state = parseTraining({
    ...{ task: 'relations-and-digit', seed: 7, steps: 4000, pace: 'all' },
    a: { share: 'kv', rate: 0.3, optimizer: 'sgd', outputProjection: false, equalStart: true },
    b: { heads: 2, outputProjection: true, noise: 1e-7 },
  });

  assert.deepEqual(trainingFormat.toParameters(defaultTraining), {});
  assert.deepEqual(parseTraining(trainingFormat.toParameters(state)), state);
  assert.deepEqual(parseTraining(JSON.parse(JSON.stringify(state))), state);
  assert.equal(trainingFormat.toParameters(state)['no-output-projection'], '1');
  assert.equal(trainingFormat.toParameters(state)['b-no-output-projection'], '0');
});

for (const hostile of [
  null,
  7,
  'heads',
  [],
  { heads: 0, seed: -1, steps: 1e9, pace: 'fast', task: '__proto__', a: 5, b: 'x' },
  { heads: '1e99', rate: 'NaN', noise: '-1', layers: '99', 'd-model': 'Infinity', share: 'qq' },
  { a: { heads: {}, tie: 'maybe', scale: 'constructor' }, b: null, __proto__: { heads: 2 } },
]) {
  test(`${JSON.stringify(hostile)} changes nothing`, () => {
    assert.deepEqual(parseTraining(hostile), defaultTraining);
  });
}

test('a rate that cannot be trained with comes through: the core says why', () => {
  assert.equal(trainerConfig(parseTraining({ rate: '-1' }), 'a').learningRate, -1);
});
