/** Teachers' files of quizzes with slips of every kind: 10,000 in JSON, 10,000 in Markdown. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { load } from 'manyheads';
import { quizFiles } from '../../../../emscripten/commands/check-content.mjs';
import { bundled } from '../../bundled.mjs';
import { anything, check, text } from '../../lib/any-input.mjs';

const { readJson, readQuizFile } = await bundled('elements/quiz/own/file.ts');
const { readMarkdown } = await bundled('elements/quiz/own/markdown.ts');
const { drawQuiz } = await bundled('elements/quiz/drawn.ts');
const engine = await load();
/** Without those that make layers of 512 features and more, which take 100 ms. */
const ofLesson = [...quizFiles().values()].filter(
  ({ numbers = [] }) => !numbers.some((row) => Object.values(row).some((number) => number >= 512)),
);

/** The places of all values in a value, as JSON Pointers have them. */
const placesIn = (value, at = []) =>
  typeof value === 'object' && value !== null
    ? [at, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, key]))]
    : [at];

/** A copy with another value at a place; undefined takes it out. */
function changed(value, [key, ...rest], to) {
  if (key === undefined) return to;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length === 0 && to === undefined) delete copy[key];
  else copy[key] = changed(value[key], rest, to);
  return copy;
}

const slip = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 2 }),
  fc.oneof(
    text,
    fc.constantFrom('T^2', '{T} {{', '{1/0}', '{answer', 'kvCache(gpt2-small, 9)', '[T, T]'),
  ),
  fc.double(),
);
/** A lesson's quiz in which one or two values are others. */
const quizLike = fc
  .tuple(
    fc.constantFrom(...ofLesson),
    fc.array(fc.tuple(fc.nat(), slip), { minLength: 1, maxLength: 2 }),
  )
  .map(([quiz, slips]) =>
    slips.reduce((quiz, [place, value]) => {
      const places = placesIn(quiz);
      return changed(quiz, places[place % places.length], value);
    }, quiz),
  );

/** Either there are problems, each with a place and a message, or all its quizzes can be drawn. */
function expectRead({ quizzes, problems }) {
  for (const { at, message } of problems) {
    assert.match(at, /^(\/.*)?$/su);
    assert.ok(message.length > 0 && message.length < 1000, message);
  }
  if (problems.length > 0) return false;
  assert.ok(quizzes.size > 0);
  for (const [id, quiz] of quizzes) {
    assert.equal(quiz.id, id);
    assert.match(id, /^[a-z][a-z0-9-]{0,59}$/u);
    for (const row of (quiz.numbers ?? [0]).keys()) drawQuiz(quiz, row, engine);
  }
  return true;
}

test('a quiz in JSON has problems, or is safe to draw', () => {
  let read = 0;
  check(
    fc.property(fc.oneof({ weight: 9, arbitrary: quizLike }, anything), (input) => {
      let text;
      try {
        text = JSON.stringify(input) ?? '';
      } catch {
        return; // a big integer is not JSON
      }
      read += expectRead(readQuizFile(readJson(text), engine)) ? 1 : 0;
    }),
  );
  assert.ok(read > 500, `${read} were accepted`);
});

test('text that is cut or mixed is read as JSON or refused', () => {
  const cut = fc
    .tuple(fc.constantFrom(...ofLesson), fc.nat(), text)
    .map(([quiz, place, inserted]) => {
      const whole = JSON.stringify(quiz);
      return whole.slice(0, place % whole.length) + inserted;
    });
  check(
    fc.property(fc.oneof(cut, text), (text) => {
      expectRead(readQuizFile(readJson(text), engine));
    }),
  );
});

const page = readFileSync(new URL('../../../../web/docs/authors.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```+(?:markdown|md)\n(---\n.*?)\n```+$/gmsu)].map(
  ([, text]) => text,
);

test('Markdown has problems in lines that it has, or is safe to draw', () => {
  assert.ok(examples.length > 0);
  let read = 0;
  const lines = examples.flatMap((text) => text.split('\n'));
  const line = fc.oneof(fc.constantFrom(...lines, '---', '```', '> ', '- [x] ', '  '), text);
  const slips = fc.array(fc.tuple(fc.nat(), fc.nat(1), line), { minLength: 1, maxLength: 3 });
  check(
    fc.property(fc.constantFrom(...examples), slips, (example, slips) => {
      const lines = example.split('\n');
      for (const [place, removed, line] of slips) lines.splice(place % lines.length, removed, line);
      const text = lines.join('\n');
      const file = readMarkdown(text);

      read += expectRead(readQuizFile(file, engine)) ? 1 : 0;

      const count = text.split(/\r?\n/u).length;
      for (const at of placesIn(file.input).map((keys) => keys.map((key) => `/${key}`).join(''))) {
        const line = file.lineOf(at);
        assert.ok(line === undefined || (line >= 1 && line <= count), `${at}: line ${line}`);
      }
    }),
  );
  assert.ok(read > 500, `${read} were accepted`);
});
