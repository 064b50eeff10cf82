import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { chooseNext, statuses } = await bundled('elements/quiz/retry.ts');
const { fromFile, noProgress, parseProgress, toFile, withAnswer, withTries } = await bundled(
  'elements/quiz/progress.ts',
);

const ids = [...'abcdefghij'];
const right = (...given) => given.map((id) => ({ id, missed: false }));
const missed = (...given) => given.map((id) => ({ id, missed: true }));
const status = (log) =>
  Object.fromEntries([...statuses(ids, log)].map(([id, place]) => [id, place.status]));

/** Answers all questions until none is left. `misses` has how often each is answered wrongly. */
function run(misses, all = ids) {
  const left = { ...misses };
  const log = [];
  for (let id = chooseNext(all, log, null); id !== null; id = chooseNext(all, log, id)) {
    const isMissed = (left[id] ?? 0) > 0;
    if (isMissed) left[id] -= 1;
    log.push({ id, missed: isMissed });
  }
  return log.map(({ id }) => id).join('');
}

test('without a miss every question comes once, in order', () => {
  assert.equal(run({}), 'abcdefghij');
});

test('a missed one comes back after three others, and is done once it is right', () => {
  assert.equal(run({ a: 1 }), 'abcdaefghij');
});

test('missed again, it comes back after twice as many others', () => {
  assert.equal(run({ a: 3 }, [...'abcdefghijklmnopqrstuvwxyz']), 'abcdaefghijaklmnopqrstuvawxyz');
});

test('after one that came back, two new ones come before the next', () => {
  assert.equal(run({ a: 1, b: 1, c: 1 }), 'abcdaefbghcij');
});

test('a learner who is always wrong sees every question within one and a half times as many answers', () => {
  const all = Array.from({ length: 73 }, (_, i) => `q${i}`);
  const log = [];
  for (let id = null; new Set(log.map((each) => each.id)).size < all.length;) {
    assert.ok(log.length < 1.5 * all.length, `only ${new Set(log.map(({ id }) => id)).size}`);
    id = chooseNext(all, log, id);
    log.push({ id, missed: true });
  }
  const asked = log.map(({ id }) => id);
  const isReturn = asked.map((id, place) => asked.indexOf(id) < place);
  const distances = all.map((id) =>
    asked
      .flatMap((each, place) => (each === id ? [place] : []))
      .map((at, i, places) => at - places[i - 1]),
  );

  assert.ok(isReturn.filter(Boolean).length > 30);
  for (let at = 2; at < asked.length; ++at) {
    assert.ok(isReturn.slice(at - 2, at + 1).filter(Boolean).length <= 1, `around answer ${at}`);
  }
  for (const [, first, ...later] of distances) {
    assert.ok(first === undefined || first > 3, `after ${first}`);
    later.forEach((distance, i) => assert.ok(distance > [first, ...later][i], 'not later'));
  }
});

test('the plan is the same after a reload', () => {
  const log = [];
  for (let at = 0; at < 30; ++at) {
    const { log: kept } = fromFile(toFile({ ...noProgress, log }));
    const next = chooseNext(ids, log, log.at(-1)?.id ?? null);

    assert.equal(chooseNext(ids, kept, null), next);
    if (next === null) break;
    log.push({ id: next, missed: at % 3 === 0 });
  }
});

test('when nothing new is left, what comes back does not wait', () => {
  assert.equal(run({ a: 1, b: 1 }, ['a', 'b']), 'abab');
  assert.equal(run({ a: 1 }, ['a']), 'aa');
});

test('a question that is skipped comes once the others are through', () => {
  assert.equal(chooseNext(ids, right('a'), 'b'), 'c');
  assert.equal(chooseNext(ids, right(...'acdefghij'), 'j'), 'b');
  assert.equal(chooseNext(ids, right(...'acdefghij'), 'b'), 'b');
});

test('after one that comes back and is skipped, a new one comes', () => {
  const log = [...missed('a', 'b'), ...right('c', 'd', 'e')];

  assert.equal(chooseNext(ids, log, 'e'), 'a');
  assert.equal(chooseNext(ids, log, 'a'), 'f');
  assert.equal(chooseNext(ids, log, 'f'), 'g');
});

test('a question shows its last answer', () => {
  const log = [...right('a'), ...missed('b', 'c'), ...right('b', 'b'), ...missed('c')];
  const { a, b, c, d } = status(log);

  assert.deepEqual({ a, b, c, d }, { a: 'right', b: 'learned', c: 'missed', d: 'new' });
});

test('answers to questions of another set do not count', () => {
  assert.equal(
    chooseNext(['a', 'b', 'c', 'd'], [...missed('a'), ...right('x', 'y', 'b')], 'b'),
    'c',
  );
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

test('a file of another kind is refused', () => {
  for (const text of ['', '{', '[]', '{"log": []}', '{"format": "other"}']) {
    assert.equal(fromFile(text), null);
  }
});
