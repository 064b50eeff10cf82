import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load } from 'manyheads';
import { bundled } from './bundled.mjs';

const { quizzes } = await bundled('lesson/quizzes/index.ts');
const { quizProblems } = await bundled('lib/quiz-problems.ts');
const engine = await load();

const folder = new URL('../../../web/lesson/quizzes/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
  .map((name) => name.replace('.json', ''));

const validate = new Ajv2020({ allErrors: true }).compile(read('quiz.schema.json'));
/** Where the schema finds something wrong. */
function misfits(quiz) {
  validate(quiz);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test('every file is among the quizzes, under its name', () => {
  assert.deepEqual([...quizzes.keys()].sort(), names.sort());
});

for (const name of names) {
  test(`${name}: fits the schema`, () => assert.deepEqual(misfits(read(`${name}.json`)), []));

  test(`${name}: one option is what the core computes, for all numbers`, () => {
    assert.deepEqual(quizProblems(read(`${name}.json`), engine), []);
  });
}

test('the schema refuses a misspelt key and says where', () => {
  const quiz = read('head-width.json');
  quiz.options[2] = { value: '4', feedbak: 'Because.' };

  const found = misfits(quiz);

  assert.ok(found.includes("/options/2 must have required property 'feedback'"), found.join('\n'));
});

test('the schema refuses a stored answer', () => {
  const quiz = read('head-width.json');
  quiz.options[2].correct = true;

  assert.ok(misfits(quiz).includes('/options/2 must NOT have additional properties'));
});

test('the schema refuses unknown types and numbers below 1', () => {
  const quiz = { ...read('head-width.json'), type: 'essay', numbers: [{ d_model: 0 }] };

  const places = misfits(quiz).map((misfit) => misfit.split(' ')[0]);

  assert.ok(places.includes('/type'));
  assert.ok(places.includes('/numbers/0/d_model'));
});
