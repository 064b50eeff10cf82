import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { idsIn, isAnswered, QuizRun, typeOfNoId } = await bundled('elements/quiz/run.ts');
const { noProgress } = await bundled('elements/quiz/progress.ts');

const all = new Map([...'abcdef'].map((id) => [id, { id, topic: id < 'd' ? 'heads' : 'masks' }]));
const tries = (answers, shown = false) => ({ seed: 3, answers, shown });

/** A run, and what it keeps. */
function open(choice = { quizzes: '', topic: '' }, progress = noProgress) {
  const kept = { progress, read: () => kept.progress, write: (value) => (kept.progress = value) };
  const run = new QuizRun(() => choice, kept);
  run.open(all);
  return { run, kept };
}

test('a run has the questions that are named, once each, and of the topic', () => {
  assert.deepEqual(open().run.ids, [...'adbecf']);
  assert.deepEqual(open({ quizzes: 'e a none\te', topic: '' }).run.ids, ['e', 'a']);
  assert.deepEqual(open({ quizzes: ['b', 'f'], topic: 'masks' }).run.ids, ['f']);
});

test('topics take turns, but a file of one’s own keeps its order', () => {
  const { run } = open();
  assert.deepEqual([run.next(null).quiz, run.next('a').quiz, run.next('d').quiz], ['a', 'd', 'b']);

  const own = open({ quizzes: '', topic: '', src: 'quiz.json' });
  assert.deepEqual(own.run.ids, [...'abcdef']);
});

test('ids without a quiz are known once the quizzes are loaded', () => {
  const choice = { quizzes: 'a none\te', topic: '' };

  assert.deepEqual(open(choice).run.unknownIds, ['none']);
  assert.deepEqual(new QuizRun(() => choice, { read: () => noProgress }).unknownIds, []);
});

test('attributes that were removed choose nothing', () => {
  assert.deepEqual(open({ quizzes: null, topic: null }).run.ids, [...'adbecf']);
});

test('until the quizzes are loaded, any question can be named', () => {
  const run = new QuizRun(() => ({ quizzes: '', topic: '' }), { read: () => noProgress });

  assert.equal(run.read({ quiz: 'later', recap: true }).quiz, 'later');
  assert.deepEqual(run.ids, []);
});

for (const input of [null, 'a', 7, {}, { quiz: 'none' }, { quiz: 7, tries: [] }]) {
  test(`a state of ${JSON.stringify(input)} asks the first question`, () => {
    const { quiz, recap, tries } = open().run.read(input);

    assert.deepEqual([quiz, recap, tries.answers], ['a', false, []]);
  });
}

test('a named question is shown as the learner left it', () => {
  const { run } = open(undefined, { log: [], tries: { c: tries(['x']) } });

  assert.deepEqual(run.read({ quiz: 'c' }).tries, tries(['x']));
  assert.deepEqual(run.read({ quiz: 'c', tries: tries(['y']) }).tries.answers, ['y']);
});

test('after an answer the next question comes; one that was answered has other numbers', () => {
  const { run, kept } = open();
  run.keepTries({ quiz: 'a', tries: tries([]) }, tries(['x']));
  run.keepFirstAnswer('a', true);

  assert.deepEqual(kept.progress.log, [{ id: 'a', missed: true }]);
  assert.equal(run.statuses.get('a').status, 'missed');
  assert.equal(run.next('a').quiz, 'd');
  assert.notEqual(run.again('a').tries.seed, 3);
  assert.deepEqual(run.at('a').tries, tries(['x']));
});

test('a question that was started continues with its numbers', () => {
  const { run } = open(undefined, { log: [], tries: { b: tries([]) } });

  assert.deepEqual(run.again('b').tries, tries([]));
});

test('looking at the answer before the first try counts as a miss, later it does not', () => {
  const { run, kept } = open();
  run.keepTries({ quiz: 'a', tries: tries([]) }, tries([], true));
  run.keepTries({ quiz: 'a', tries: tries([], true) }, tries([], true));
  run.keepTries({ quiz: 'b', tries: tries(['x']) }, tries(['x'], true));

  assert.deepEqual(kept.progress.log, [{ id: 'a', missed: true }]);
});

test('progress that another set stored meanwhile is not lost', () => {
  const { run, kept } = open();
  kept.progress = { log: [{ id: 'f', missed: false }], tries: {} };
  run.keepFirstAnswer('a', false);

  assert.deepEqual(
    kept.progress.log.map(({ id }) => id),
    ['f', 'a'],
  );
});

test('replaced progress can be undone once', () => {
  const before = { log: [{ id: 'a', missed: false }], tries: {} };
  const { run, kept } = open(undefined, before);
  run.replace(noProgress);
  assert.ok(run.canUndo);
  assert.equal(run.next(null).quiz, 'a');
  run.undo();

  assert.deepEqual(kept.progress, before);
  assert.ok(!run.canUndo);
});

test('undo gives back what another set stored before the progress was replaced', () => {
  const { run, kept } = open();
  const stored = { log: [{ id: 'f', missed: false }], tries: {} };
  kept.progress = stored;
  run.replace(noProgress);
  run.undo();

  assert.deepEqual(kept.progress, stored);
});

test('undo keeps what another set stored after the progress was replaced', () => {
  const before = { log: [{ id: 'a', missed: true }], tries: { a: tries(['x']), b: tries([]) } };
  const { run, kept } = open(undefined, before);
  run.replace({ log: [{ id: 'c', missed: false }], tries: { b: tries(['y']) } });
  kept.progress = {
    log: [...kept.progress.log, { id: 'f', missed: false }],
    tries: { ...kept.progress.tries, f: tries(['z']) },
  };
  run.undo();

  assert.deepEqual(kept.progress, {
    log: [...before.log, { id: 'f', missed: false }],
    tries: { ...before.tries, f: tries(['z']) },
  });
});

test('an id that every object has as a property has no tries of its own', () => {
  const { run } = open();

  assert.deepEqual(run.at('constructor').tries, { seed: 0, answers: [], shown: false });
});

test('when all are answered there is no next question', () => {
  const { run } = open(
    { quizzes: 'a', topic: '' },
    { log: [{ id: 'a', missed: false }], tries: {} },
  );

  assert.equal(run.next('a').quiz, '');
  assert.ok(!isAnswered(run.next('a').tries));
});

test('only text is an id', () => {
  assert.deepEqual(idsIn(null), []);
  assert.deepEqual(idsIn(['a b', {}, 'c']), ['a', 'b', 'c']);
  assert.deepEqual(
    [typeOfNoId(['a', {}]), typeOfNoId([null]), typeOfNoId('a')],
    ['object', 'null', null],
  );
});
