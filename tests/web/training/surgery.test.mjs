import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { toTrainerChange } = await bundled('lib/training/operation.ts');
const { judgeRelation, onlyAffected, judgeAll } = await bundled('elements/training/surgery.ts');
const { makeQuestion, listOperations } = await bundled('elements/training/operations.ts');

const words = {
  act: 'Operate',
  relation: (name) => name,
  ask: { prune: '?', tie: '?', lost: '?', worst: '?' },
  options: {
    ...{ none: 'none', several: 'more than one', count: String },
    lost: { none: 'all of it', some: 'some of it', all: 'chance' },
    worst: { kept: 'as before', weaker: 'some of it', chance: 'chance' },
  },
};
const chance = [0.125, 0.125, 0.125, 0.125];
const outcome = (after, before = [1, 1, 1, 1]) => ({ before, after, chance });
const model = { relations: ['one', 'three', 'five', 'first'], heads: 4, layers: 1 };

test('a relation is kept, weaker, at chance, or was never learned', () => {
  assert.equal(judgeRelation(1, 0.97, 0.125), 'kept');
  assert.equal(judgeRelation(1, 0.6, 0.125), 'weaker');
  assert.equal(judgeRelation(1, 0.14, 0.125), 'chance');
  assert.equal(judgeRelation(0.2, 0.1, 0.125), 'unlearned');
});

test('only relations that had been learned count as lost', () => {
  assert.equal(judgeAll(outcome([1, 1, 1, 1])), 'none');
  assert.equal(judgeAll(outcome([0.12, 0.12, 0.12, 0.12])), 'all');
  assert.equal(judgeAll(outcome([0.12, 1, 1, 1])), 'some');
  assert.equal(judgeAll(outcome([0.12, 0.12, 0.12, 0.12], [1, 0.13, 1, 1])), 'all');
});

test('the only victim is the one relation that was hurt', () => {
  assert.equal(onlyAffected(outcome([1, 1, 0.12, 1])), 2);
  assert.equal(onlyAffected(outcome([1, 0.12, 0.12, 1])), null);
  assert.equal(onlyAffected(outcome([1, 1, 1, 1])), null);
});

test('a guess about pruning is graded by the relation that fell', () => {
  const { answer, options } = makeQuestion({ kind: 'prune', layer: 0, head: 2 }, model, words);
  const right = (after) => options[answer(outcome(after))].label;

  assert.equal(right([1, 1, 0.12, 1]), 'five');
  assert.equal(right([1, 1, 1, 1]), 'none');
  assert.equal(right([0.12, 1, 0.12, 1]), 'more than one');
});

test('every outcome has its option, in every question', () => {
  for (const operation of listOperations(model)) {
    const { answer, options } = makeQuestion(operation, model, words);
    for (const after of [
      [1, 1, 1, 1],
      [0.12, 1, 1, 1],
      [0.5, 0.5, 1, 1],
      [0.12, 0.12, 0.12, 0.12],
    ]) {
      assert.ok(options[answer(outcome(after))], JSON.stringify([operation, after]));
    }
  }
});

test('a head of the second layer is pruned there', () => {
  const { headMask } = toTrainerChange({ kind: 'prune', layer: 1, head: 0 }, 2, 3);

  assert.deepEqual(headMask, [1, 1, 1, 0, 1, 1]);
});

test('a single head can be neither tied nor pooled', () => {
  const kinds = listOperations({ ...model, heads: 1 }).map(({ kind }) => kind);

  assert.deepEqual(kinds, ['prune', 'output', 'scale']);
});
