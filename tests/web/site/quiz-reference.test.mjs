/** The page “Quiz files” of the docs: its tables are made from the schema. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { questionList, quizReference } = await bundled('site/render/quiz-reference.ts');
const { quizzes } = await bundled('elements/quiz/quizzes/index.ts');
const { readJson, readQuizFile } = await bundled('elements/quiz/own/file.ts');
const read = (name) => readFileSync(new URL(`../../../web/${name}`, import.meta.url), 'utf8');
const schema = JSON.parse(read('elements/quiz/quizzes/quiz.schema.json'));
const html = quizReference(schema);

/** All names of fields in a schema. */
const fieldsIn = (part) =>
  typeof part === 'object' && part !== null
    ? [...Object.keys(part.properties ?? {}), ...Object.values(part).flatMap(fieldsIn)]
    : [];

test('every field, type and unit is in the reference, but those of the lesson alone', () => {
  const ofLesson = ['$schema', 'topic', 'section'];
  const fields = new Set(fieldsIn(schema));
  assert.ok(fields.size > 40);
  for (const name of fields) {
    if (!ofLesson.includes(name)) assert.ok(html.includes(`<code>${name}</code>`), name);
  }
  const { type } = schema.properties;
  for (const name of type.enum) assert.ok(html.includes(`<h3 id="type-${name}">`), name);
  for (const name of schema.$defs.unit.enum) assert.ok(html.includes(`<code>${name}</code>`), name);
});

test('every link leads to a part that is there once', () => {
  const links = [...html.matchAll(/href="#([^"]+)"/gu)].map(([, id]) => id);
  assert.ok(links.length > 30);
  for (const id of links) assert.equal(html.split(`id="${id}"`).length, 2, id);
  assert.doesNotMatch(html, /undefined|\[object/u);
});

test('the sample is a right file', async () => {
  const [, sample] = /```json\n(.*?)```/su.exec(read('docs/quiz-files.md'));

  assert.deepEqual(readQuizFile(readJson(sample), await load()).problems, []);
});

test('every question of the lesson is listed by its id, with its topic and its first numbers', () => {
  const list = questionList(quizzes.values());

  for (const { id, topic } of quizzes.values()) {
    assert.ok(list.includes(`<td><code>${id}</code></td><td><code>${topic}</code></td>`), id);
  }
  assert.match(list, /d_model is 12 and there are 3 heads\./u);
});
