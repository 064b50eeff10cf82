/** manyheads/quiz.schema.json, as installed: it accepts what our elements accept. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { quizFiles } from '../../emscripten/commands/check-content.mjs';
import { installed, packageJson } from './installed.mjs';

const schema = JSON.parse(
  readFileSync(join(installed, packageJson.exports['./quiz.schema.json']), 'utf8'),
);
const fits = new Ajv2020({ strictTypes: false }).compile(schema);
const quizzes = [...quizFiles().values()];
const own = {
  ...{ id: 'rows', type: 'numeric', question: 'How many?', numbers: [{ T: 4 }], answer: 'T' },
  ...{ mistakes: [{ value: 'T^2', feedback: 'Entries.' }], explanation: '{T}.' },
};

test('a quiz, a list and an object with a list fit, with topic and section or without', () => {
  const address = './node_modules/manyheads/dist/quiz.schema.json';
  for (const file of [
    ...[own, [own, own], { quizzes: [own], lang: 'de', $schema: address }],
    ...[{ ...own, $schema: address }, quizzes, { quizzes }],
  ]) {
    assert.ok(fits(file), JSON.stringify(fits.errors?.slice(0, 3)));
  }
});

test('what our elements refuse does not fit', () => {
  const { explanation, ...unexplained } = own;
  for (const file of [
    ...[[], 'text', null, unexplained, { ...own, type: 'essay' }, { ...own, colour: 'red' }],
    ...[{ ...own, unit: 'apples' }, { quizzes: [own], by: 'me' }, Array(101).fill(own)],
    { ...own, mistakes: Array(21).fill(own.mistakes[0]) },
  ]) {
    assert.ok(!fits(file), JSON.stringify(file)?.slice(0, 80));
  }
});
