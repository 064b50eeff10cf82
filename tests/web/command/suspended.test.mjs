import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { questionsFirst, readSuspended, writeSuspended } = await bundled(
  'command/scorm/suspended.ts',
);

const questions = Array.from({ length: 100 }, (_, index) => `#mh-file-1 question-${index}`);
const ids = questions.map((question) => question.split(' ')[1]);
const tries = { seed: 3, answers: ['2', '14'], shown: false };
const progress = {
  log: ids.map((id, index) => ({ id, missed: index % 3 === 0 })),
  tries: Object.fromEntries(ids.slice(0, 60).map((id) => [id, tries])),
};
const marks = ids.map((_, index) => index % 3);

test('progress comes back', () => {
  const states = new Map([[2, { seed: 1, answers: ['a'], shown: true }]]);
  const sets = new Map([['#mh-file-1', progress]]);

  const text = writeSuspended({ marks, states, sets }, questions);

  assert.ok(text.length <= 4096, text.length);
  assert.deepEqual(readSuspended(text, questions), { marks, states, sets });
});

test('after a change of the lesson, each question keeps its own, and elements begin anew', () => {
  const [a, b] = ['#mh-file-1 a', '#mh-file-1 b'];
  const log = [{ id: 'b', missed: true }];
  const sets = new Map([['#mh-file-1', { log, tries: { b: tries } }]]);
  const states = new Map([[2, tries]]);
  const text = writeSuspended({ marks: [2, 1], states, sets }, [a, b]);

  const read = readSuspended(text, ['#mh-file-1 new', b]);

  assert.deepEqual(read.marks, [0, 1]);
  assert.deepEqual(read.sets.get('#mh-file-1'), { log, tries: { b: tries } });
  assert.equal(read.states.size, 0);
});

test('if there is no room, marks and the log are kept longest', () => {
  const long = { ...tries, answers: ['x'.repeat(150), 'y'.repeat(150)] };
  const many = Object.fromEntries(ids.map((id) => [id, long]));
  const states = new Map([
    [0, 'z'.repeat(4000)],
    [1, 'short'],
  ]);
  const sets = new Map([['#mh-file-1', { ...progress, tries: many }]]);

  const text = writeSuspended({ marks, states, sets }, questions);
  const read = readSuspended(text, questions);

  assert.ok(text.length <= 4096, text.length);
  assert.deepEqual(read.marks, marks);
  assert.deepEqual([...read.states], [[1, 'short']]);
  assert.deepEqual(read.sets.get('#mh-file-1'), { log: progress.log, tries: {} });
});

test('a figure that is changed before a question is answered does not take its room', () => {
  const states = new Map([
    [0, 'x'.repeat(3000)],
    [4, 'y'.repeat(3000)],
  ]);
  const inOrder = questionsFirst(states, (place) => place === 4);

  const read = readSuspended(
    writeSuspended({ marks, states: inOrder, sets: new Map() }, questions),
    questions,
  );

  assert.deepEqual([...read.states.keys()], [4]);
});

test('anything may have been stored', () => {
  const none = { marks: questions.map(() => 0), states: new Map(), sets: new Map() };
  for (const text of ['', '{', 'null', '[]', '7', '{"m":7,"p":[],"e":"x"}', '{"m":"93x"}']) {
    assert.deepEqual(readSuspended(text, questions), none, text);
  }
  const hostile =
    '{"p":{"#mh-file-1":[[-4,1e9,"x",0.5],{"0":["x",1,7],"__proto__":[1]}]},"e":{"-1":1,"9e9":1}}';
  const { sets, states } = readSuspended(hostile, questions);
  assert.deepEqual([...states], []);
  assert.deepEqual(sets.get('#mh-file-1'), {
    log: [{ id: 'question-0', missed: false }],
    tries: { 'question-0': { seed: 0, answers: [], shown: true } },
  });
  assert.equal({}.polluted, undefined);
});
