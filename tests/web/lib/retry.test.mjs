import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const { nextOf, standings } = await bundled('lib/retry.ts');
const { fromFile, noProgress, parseProgress, toFile, withAnswer, withTries } =
  await bundled('lib/quiz-progress.ts');

const ids = [...'abcdefghij'];
const right = (...given) => given.map((id) => ({ id, missed: false }));
const missed = (...given) => given.map((id) => ({ id, missed: true }));
const standing = (log) =>
  Object.fromEntries([...standings(ids, log)].map(([id, place]) => [id, place.standing]));

/** Answers what is asked until nothing is left; `misses` are missed so many times each. */
function run(misses, all = ids) {
  const left = { ...misses };
  const log = [];
  for (let id = nextOf(all, log, null); id !== null; id = nextOf(all, log, id)) {
    const isMissed = (left[id] ?? 0) > 0;
    if (isMissed) left[id] -= 1;
    log.push({ id, missed: isMissed });
  }
  return log.map(({ id }) => id).join('');
}

test('without a miss every question comes once, in order', () => {
  assert.equal(run({}), 'abcdefghij');
});

test('a missed one comes again after two others, then after five, then at the end', () => {
  assert.equal(run({ a: 1 }), 'abcadefghaija');
});

test('missed again, it begins again', () => {
  assert.equal(run({ a: 2 }).slice(0, 7), 'abcadea');
});

test('two that were missed keep their distance', () => {
  assert.equal(run({ a: 1, b: 1 }), 'abcabdefgabhijab');
});

test('when nothing new is left, what is to come again does not wait', () => {
  assert.equal(run({ a: 1, b: 1 }, ['a', 'b']), 'abababab');
  assert.equal(run({ a: 1 }, ['a']), 'aaaa');
});

test('a question that is skipped comes once the others are through', () => {
  assert.equal(nextOf(ids, right('a'), 'b'), 'c');
  assert.equal(nextOf(ids, right(...'acdefghij'), 'j'), 'b');
  assert.equal(nextOf(ids, right(...'acdefghij'), 'b'), 'b');
});

test('a question stands as it was answered', () => {
  const log = [...right('a'), ...missed('b', 'c'), ...right('b', 'b', 'b', 'c')];
  const { a, b, c, d } = standing(log);

  assert.deepEqual({ a, b, c, d }, { a: 'right', b: 'learned', c: 'missed', d: 'new' });
});

test('answers to questions of another set do not count', () => {
  assert.equal(nextOf(['a', 'b', 'c', 'd'], [...missed('a'), ...right('x', 'y', 'b')], 'b'), 'c');
});

test('progress is the same after a file', () => {
  const tries = { seed: 3, answers: ['a', 'b'], shown: false };
  const progress = withTries(withAnswer(noProgress, { id: 'gqa-cache', missed: true }), 'x', tries);

  assert.deepEqual(fromFile(toFile(progress)), progress);
});

test('progress is read from anything', () => {
  for (const given of [
    undefined,
    null,
    7,
    'x',
    [],
    { log: 'x', tries: 7 },
    { log: [null, 7, {}] },
  ]) {
    assert.deepEqual(parseProgress(given), noProgress);
  }
  assert.deepEqual(
    parseProgress({
      log: [{ id: 'a', missed: 'yes' }, { id: '__proto__', missed: true }, { id: 'A b' }],
      tries: { a: { seed: -1 }, 'B b': {}, ['x'.repeat(99)]: {} },
    }),
    { log: right('a'), tries: { a: { seed: 0, answers: [], shown: false } } },
  );
});

test('a file of something else is none', () => {
  for (const text of ['', '{', '[]', '{"log": []}', '{"format": "other"}']) {
    assert.equal(fromFile(text), null);
  }
});
