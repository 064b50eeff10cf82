import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from './bundled.mjs';

const { drawQuiz, evaluate, fill } = await bundled('lib/quiz.ts');
const { quizProblems } = await bundled('lib/quiz-problems.ts');
const { quizzes } = await bundled('lesson/quizzes/index.ts');
const engine = await load();
const headWidth = quizzes.get('head-width');

const withOptions = (...values) => ({
  ...headWidth,
  numbers: [{ d_model: 12, num_heads: 3 }],
  options: values.map((value) => ({ value, feedback: 'Because.' })),
});

test('the first draw is 12 numbers and 3 heads, and the core finds 4', () => {
  const { question, options } = drawQuiz(headWidth, 0, engine);

  assert.equal(question, '12 numbers a token, 3 heads. How wide is one head?');
  assert.deepEqual(
    options.map(({ value }) => value).sort((a, b) => a - b),
    [3, 4, 12, 36],
  );
  assert.deepEqual(
    options.filter(({ isRight }) => isRight).map(({ value }) => value),
    [4],
  );
});

test('the same seed draws the same, the next one other numbers', () => {
  assert.deepEqual(drawQuiz(headWidth, 5, engine), drawQuiz(headWidth, 5, engine));
  assert.notEqual(drawQuiz(headWidth, 5, engine).question, drawQuiz(headWidth, 6, engine).question);
});

test('the right option does not keep its place', () => {
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((seed) =>
    drawQuiz(headWidth, seed, engine).options.findIndex(({ isRight }) => isRight),
  );

  assert.ok(new Set(places).size > 1, `always at ${places[0]}`);
});

test('drawing leaves no layer behind', () => {
  const before = engine.memory().handles;

  drawQuiz(headWidth, 0, engine);

  assert.equal(engine.memory().handles, before);
});

test('feedback is about the numbers drawn, and a wrong one does not tell the right one', () => {
  const { options } = drawQuiz(headWidth, 1, engine);
  const right = options.find(({ isRight }) => isRight);

  for (const { feedback, isRight } of options) {
    assert.doesNotMatch(feedback, /[{}]/);
    if (!isRight) assert.doesNotMatch(feedback, new RegExp(`\\b${right.value}\\b`));
  }
});

test('expressions are read by the core', () => {
  const numbers = { d_model: 24, num_heads: 4 };

  assert.equal(evaluate('d_model / num_heads', numbers, engine), 6);
  assert.equal(
    fill('{d_model*num_heads} is {d_model} × {num_heads}.', numbers, engine),
    '96 is 24 × 4.',
  );
  assert.throws(() => evaluate('d_model, 2', numbers, engine), /'d_model, 2' is not one number/);
  assert.throws(() => evaluate('width', numbers, engine), { name: 'FormatError', column: 1 });
});

test('two options with the same value are located', () => {
  assert.deepEqual(quizProblems(withOptions('d_model/num_heads', '12', '4'), engine), [
    { at: '/options/2/value', message: '4, as /options/0/value (with /numbers/0)' },
  ]);
});

test('a quiz whose right answer is missing is found', () => {
  assert.deepEqual(quizProblems(withOptions('d_model', 'num_heads'), engine), [
    { at: '/options', message: 'none is 4, which the core computes (with /numbers/0)' },
  ]);
});

test('a misspelt name is located in question, answer, option and feedback', () => {
  const quiz = withOptions('d_modle', 'd_model/num_heads');
  quiz.question = '{heads_num} heads';
  quiz.answer = { ...quiz.answer, config: { dModel: 'width', numHeads: 'num_heads' } };
  quiz.options[1].feedback = '{d_head}';

  assert.deepEqual(
    quizProblems(quiz, engine).map(({ at }) => at),
    ['/question', '/answer', '/options/0/value', '/options/1/feedback'],
  );
});

test('numbers that the core refuses are located', () => {
  const quiz = { ...withOptions('d_model', 'num_heads'), numbers: [{ d_model: 7, num_heads: 2 }] };

  const [problem] = quizProblems(quiz, engine);

  assert.equal(problem.at, '/answer');
  assert.match(problem.message, /7.*2.*\(with \/numbers\/0\)/);
});
