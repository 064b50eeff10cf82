/** GIFT, read by a parser that is not ours: what Moodle would have is what was written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import gift from 'gift-pegjs';
import { load } from 'manyheads';
import { quizFiles } from '../../../emscripten/commands/check-content.mjs';
import { bundled } from '../bundled.mjs';

const { exporterFor } = await bundled('command/export/exporters.ts');
const engine = await load();

/** The questions as they are read, and the notes. */
function exported(...quizzes) {
  const { content, notes } = exporterFor('gift').write(quizzes, 'quiz', engine);
  const [category, ...questions] = gift.parse(content);
  assert.equal(category.title, '$course$/top/quiz');
  return { questions, notes };
}

const common = { question: 'Which?', explanation: 'So it is.' };
const option = (text, right) => ({ text, feedback: 'Why.', ...(right ? { right } : {}) });

test('an arrow in a step is another sign, since Moodle splits pairs at the first', () => {
  const steps = ['q -> k', '= ~ # \\ : {{x}}', '[html]<b>', '-> last'];
  const { questions, notes } = exported({
    ...{ ...common, id: 'steps', type: 'order' },
    steps: steps.map((text) => ({ text, feedback: 'Why.' })),
  });

  assert.equal(questions[0].type, 'Matching');
  assert.deepEqual(
    questions[0].matchPairs.map(({ subquestion, subanswer }) => [subquestion.text, subanswer]),
    [
      ['q → k', '1'],
      ['= ~ # \\ : {x}', '2'],
      ['[html]<b>', '3'],
      ['→ last', '4'],
    ],
  );
  assert.deepEqual(notes, [
    'steps: the feedback on each step is left out there',
    'steps: -> is written as →, because GIFT separates pairs with ->',
  ]);
});

test('an output of one line keeps the feedback on wrong ones', () => {
  const { questions, notes } = exported({
    ...{ ...common, id: 'printed', type: 'output', numbers: [{ T: 4 }] },
    code: { language: 'python', lines: ['print({T} / 8)'] },
    answer: [{ value: 'T/8', decimals: 1 }],
    mistakes: [
      { lines: [{ value: '8/T', decimals: 1 }], feedback: 'The other way round.' },
      { lines: [null], feedback: 'Try again.' },
    ],
  });

  assert.deepEqual(
    questions[0].choices.map(({ text, weight, feedback }) => [text.text, weight, feedback?.text]),
    [
      ['0.5', 100, undefined],
      ['2.0', 0, 'The other way round.'],
    ],
  );
  assert.deepEqual(notes, ['printed: only this spelling of the output is accepted there']);
});

test('an option that begins like the weight of an answer, or like a format, is text', () => {
  const texts = ['%50% of the heads', '[html]<i>', '[T, d_head]', '= ~ -> #'];
  for (const type of ['multiple-choice', 'multiple-response']) {
    const options = texts.map((text, index) => option(text, index === 3));
    const { questions, notes } = exported({ ...common, id: 'options', type, options });

    const [{ type: kind, choices }] = questions;
    assert.equal(kind, 'MC');
    assert.deepEqual(choices.map(({ text }) => text.text).sort(), texts.toSorted());
    const right = choices.find(({ text }) => text.text === texts[3]);
    assert.ok(right.isCorrect || right.weight === 100, type);
    for (const each of choices) if (each !== right) assert.ok((each.weight ?? 0) <= 0, type);
    assert.deepEqual(notes, []);
  }
});

test('a typed answer with an arrow stays one, and accepts the arrow', () => {
  const { questions, notes } = exported({
    ...{ ...common, id: 'words', type: 'short-answer', question: 'A -> B?' },
    answer: { words: ['q -> k', '%50%', 'a*b'] },
    mistakes: [{ words: ['k->q'], feedback: 'q -> k, not k -> q.' }],
  });

  const [{ type, stem, choices }] = questions;
  assert.deepEqual([type, stem.text], ['Short', 'A -> B?']);
  assert.deepEqual(
    choices.map(({ weight, text }) => [weight, text.text]),
    [
      [100, 'q *> k'],
      [100, '%50%'],
      [100, 'a\\*b'],
      [0, 'k*>q'],
    ],
  );
  assert.deepEqual(notes, [
    'words: learners must type > instead of ->, because GIFT separates pairs with ->',
  ]);
});

test('a mistake is accepted as near to itself as on the page', () => {
  const { questions } = exported({
    ...{ ...common, id: 'entries', type: 'numeric', numbers: [{ T: 512 }], answer: 'T^2' },
    mistakes: [
      { value: 'T', feedback: 'Those are the rows.' },
      { value: '10*T^2', feedback: 'Ten times too many.' },
    ],
  });

  const [{ choices }] = questions;
  assert.deepEqual(
    choices.map(({ text }) => [text.number, text.range]),
    [
      [262_144, 1310.72],
      [512, 2.56],
      [2_621_440, 13_107.2],
    ],
  );
});

test('a number that is nearly 0 keeps its digits', () => {
  const quiz = { ...common, id: 'small', type: 'numeric' };
  const mistakes = [{ value: '1/10^7', feedback: 'Too large.' }];
  const answer = '-1.25/10^T';
  const { content } = exporterFor('gift').write(
    [{ ...quiz, mistakes, answer, numbers: [{ T: 25 }, { T: 9 }], tolerance: 0.1 }],
    ...['quiz', engine],
  );

  assert.deepEqual(content.match(/(?<=^=)[-.e\d]+:[-.e\d]+|(?<=%0%)[^#]+/gmu), [
    ...['-0.000000000000000000000000125:0.0000000000000000000000000125', '0.0000001:0.00000001'],
    ...['-0.00000000125:0.000000000125', '0.0000001:0.00000001'],
  ]);
});

test('every question of the lesson is read as what it is', () => {
  const kinds = {
    ...{ 'multiple-choice': ['MC'], 'multiple-response': ['MC'], numeric: ['Numerical'] },
    ...{ shape: ['Short'], 'short-answer': ['Short'], output: ['Short', 'Essay'] },
    order: ['Matching'],
  };
  const quizzes = [...quizFiles().values()].map(({ $schema, ...quiz }) => quiz);
  const { questions } = exported(...quizzes);

  assert.ok(questions.length > quizzes.length);
  for (const { title, type, globalFeedback } of questions) {
    const quiz = quizzes.find(({ id }) => id === title.replace(/\.\d+$/u, ''));
    assert.ok(kinds[quiz.type].includes(type), title);
    assert.ok(globalFeedback.text.length > 0, title);
  }
});
