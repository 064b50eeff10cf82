/**
 * Holds every quiz to its schema and to what the core computes: `npm run check:content`. Prints
 * each problem with its file and place; exits with 1 where there is one.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { bundled } from '../../tests/web/bundled.mjs';

const lesson = new URL('../../web/elements/quiz/quizzes/', import.meta.url);
const pages = new URL('../../web/lesson/', import.meta.url);

const readJson = (url) => JSON.parse(readFileSync(url, 'utf8'));
const fits = new Ajv2020({ allErrors: true, strictTypes: false }).compile(
  readJson(new URL('quiz.schema.json', lesson)),
);

/** The quizzes' files by their names, without .json. */
export function quizFiles(folder = lesson) {
  const names = readdirSync(folder).filter((name) => /(?<!\.schema)\.json$/u.test(name));
  return new Map(names.map((name) => [basename(name, '.json'), readJson(new URL(name, folder))]));
}

/** The ids of the site's pages, which a quiz may send its readers to. */
export const sections = () => new Set(readdirSync(pages).map((name) => basename(name, '.md')));

/** Where the schema finds something wrong; of places within each other, the innermost. */
export function misfits(quiz) {
  if (fits(quiz)) return [];
  const found = fits.errors.filter(({ keyword }) => !['if', 'oneOf', 'anyOf'].includes(keyword));
  const isInner = ({ instancePath: at }) =>
    !found.some(({ instancePath: other }) => other.startsWith(`${at}/`));
  return found.filter(isInner).map(({ instancePath: at, message, params }) => {
    const { additionalProperty, unevaluatedProperty, allowedValues } = params;
    const detail = additionalProperty ?? unevaluatedProperty ?? allowedValues?.join(', ');
    return { at, message: detail === undefined ? message : `${message}: ${detail}` };
  });
}

/** Everything that is wrong with one quiz: what does not fit the schema cannot be computed. */
export function problemsOf(name, quiz, { engine, quizProblems, known = sections() }) {
  const misnamed = quiz.id === name ? [] : [{ at: '/id', message: `is not ${name}, as the file` }];
  const misfitting = misfits(quiz);
  return [...misnamed, ...(misfitting.length > 0 ? misfitting : quizProblems(quiz, engine, known))];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { load } = await import('manyheads');
  const { quizProblems } = await bundled('elements/quiz/problems.ts');
  const engine = await load();
  const files = quizFiles();
  let problems = 0;
  for (const [name, quiz] of files) {
    for (const { at, message } of problemsOf(name, quiz, { engine, quizProblems })) {
      console.error(`${name}.json ${at}: ${message}`);
      ++problems;
    }
  }
  console.log(`${files.size} quizzes, ${problems} problems`);
  process.exitCode = problems > 0 ? 1 : 0;
}
