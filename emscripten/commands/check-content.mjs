/**
 * `npm run check:content`: checks every quiz against its schema and the core, and computes every
 * number in the lesson's prose. Prints each problem with its file and location; exits with 1 if there
 * is one.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { bundled } from '../../tests/web/bundled.mjs';

const quizFolder = new URL('../../web/elements/quiz/quizzes/', import.meta.url);
const pages = new URL('../../web/lesson/', import.meta.url);

const readJson = (url) => JSON.parse(readFileSync(url, 'utf8'));
const {
  oneOf: kinds,
  unevaluatedProperties,
  ...common
} = readJson(new URL('quiz.schema.json', quizFolder));
const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
/** A validator for each type of quiz, since errors about other types would be confusing. */
const validators = new Map(
  kinds.map((kind) => {
    const { properties } = common.$defs[kind.$ref.split('/').at(-1)];
    const schema = { ...common, allOf: [kind], unevaluatedProperties };
    return [properties.type.const, ajv.compile(schema)];
  }),
);
const validateCommon = ajv.compile(common);

/** The quiz files by name, without .json. */
export function quizFiles(folder = quizFolder) {
  const names = readdirSync(folder).filter((name) => /(?<!\.schema)\.json$/u.test(name));
  return new Map(names.map((name) => [basename(name, '.json'), readJson(new URL(name, folder))]));
}

/** The names of the Markdown files in web/lesson. */
const pageFiles = () =>
  readdirSync(pages, { recursive: true }).filter((name) => name.endsWith('.md'));

/** The ids of the site's pages and chapters, for `section` of quizzes. */
export const sections = () =>
  new Set(pageFiles().map((name) => basename(name, '.md').replace(/^\d\d-/u, '')));

/** The pages and chapters of the lesson by their files' names. */
export const lessonPages = () =>
  new Map(pageFiles().map((name) => [name, readFileSync(new URL(name, pages), 'utf8')]));

/** The schema's errors; of nested locations, only the innermost. */
export function schemaProblems(quiz) {
  const validate = validators.get(quiz.type) ?? validateCommon;
  if (validate(quiz)) return [];
  const found = validate.errors.filter(({ keyword }) => !['oneOf', 'anyOf'].includes(keyword));
  const isInner = ({ instancePath: at }) =>
    !found.some(({ instancePath: other }) => other.startsWith(`${at}/`));
  const problems = found.filter(isInner).map(({ instancePath: at, message, params }) => {
    const { additionalProperty, unevaluatedProperty, allowedValues } = params;
    const detail = additionalProperty ?? unevaluatedProperty ?? allowedValues?.join(', ');
    return { at, message: detail === undefined ? message : `${message}: ${detail}` };
  });
  // A rule that is in two parts of the schema reports an error twice.
  return [...new Map(problems.map((each) => [`${each.at} ${each.message}`, each])).values()];
}

/** All problems of a quiz. The core checks it only if it matches the schema. */
export function problemsOf(name, quiz, { engine, quizProblems, known = sections() }) {
  const misnamed = quiz.id === name ? [] : [{ at: '/id', message: `is not ${name}, as the file` }];
  const ofSchema = schemaProblems(quiz);
  return [...misnamed, ...(ofSchema.length > 0 ? ofSchema : quizProblems(quiz, engine, known))];
}

/**
 * Checks the quizzes of a folder, and the numbers of all pages of the lesson.
 *
 * @return how many quizzes there are, and a line for each problem
 */
export async function checkContent(folder = quizFolder) {
  const { load } = await import('manyheads');
  const { quizProblems } = await bundled('elements/quiz/problems.ts');
  const engine = await load();
  const files = quizFiles(folder);
  const lines = [...files].flatMap(([name, quiz]) =>
    problemsOf(name, quiz, { engine, quizProblems }).map(
      ({ at, message }) => `${name}.json ${at}: ${message}`,
    ),
  );
  const { valueProblems } = await bundled('site/render/values.ts');
  const ofPages = [...lessonPages()].flatMap(([name, text]) =>
    valueProblems(text, engine).map(({ at, message }) => `${name} ${at}: ${message}`),
  );
  return { count: files.size, lines: [...lines, ...ofPages] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { count, lines } = await checkContent();
  for (const line of lines) console.error(line);
  console.log(`${count} quizzes, ${lines.length} problems`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
