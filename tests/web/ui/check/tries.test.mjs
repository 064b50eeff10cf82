import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../../bundled.mjs';

const { parseReveal, parseTries, progress } = await bundled('ui/check/tries.ts');
const { nextSeed } = await bundled('lib/state-fields.ts');

const tries = (...answers) => ({ answers, shown: false });

test('a first wrong answer does not reveal the right one, a second does', () => {
  assert.equal(progress(tries('a'), false, 'second-try').isRevealed, false);
  assert.equal(progress(tries('a', 'b'), false, 'second-try').isRevealed, true);
});

test('the right answer reveals itself at once', () => {
  const { isRevealed, canReveal } = progress(tries('a'), true, 'never');

  assert.equal(isRevealed, true);
  assert.equal(canReveal, false);
});

test('the answer may be asked for after the first try, or before where the teacher says so', () => {
  assert.equal(progress(tries(), false, 'second-try').canReveal, false);
  assert.equal(progress(tries('a'), false, 'second-try').canReveal, true);
  assert.equal(progress(tries(), false, 'any-time').canReveal, true);
});

test('where it is never revealed, neither tries nor a stored request reveal it', () => {
  const stored = { answers: ['a', 'b', 'c'], shown: true };

  assert.deepEqual(progress(stored, false, 'never'), { isRevealed: false, canReveal: false });
});

test('an unknown policy is the usual one', () => {
  assert.equal(parseReveal('always'), 'second-try');
  assert.equal(parseReveal(null), 'second-try');
});

test('tries are read from anything that was stored', () => {
  const empty = { seed: 3, answers: [], shown: false };

  for (const given of [
    undefined,
    null,
    7,
    'x',
    [],
    { seed: -1 },
    { seed: 1e9 },
    { shown: 'yes' },
  ]) {
    assert.deepEqual(parseTries(given, 3), empty);
  }
  assert.deepEqual(parseTries({ seed: '4', answers: ['a', 1, null], shown: true }, 3), {
    seed: 4,
    answers: ['a'],
    shown: true,
  });
});

test('a stored list of answers cannot grow without bound', () => {
  const { answers } = parseTries({ answers: [...Array(1000).fill('a'), 'b'.repeat(1000)] }, 0);

  assert.equal(answers.length, 99);
  assert.deepEqual(parseTries({ answers: ['b'.repeat(201)] }, 0).answers, []);
});

test('the seed after the last is the first', () => {
  assert.equal(nextSeed(0), 1);
  assert.equal(nextSeed(9999), 0);
});
