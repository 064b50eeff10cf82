import type { Engine } from '../../../../emscripten/package/contract.js';
import { notInXml } from '../../../lib/escape-text.js';
import { computedProblems } from '../problems.js';
import type { Quiz } from '../question.js';
import whole from '../quizzes/quiz.schema.json';
import { withBudget, type Budget } from './budget.js';
import { schemaProblems, type Problem, type Schema } from './schema.js';

/** Larger files are refused: the page must not freeze while it checks one. */
export const limits = {
  ...{ bytes: 2 ** 18, depth: 24, quizzes: 100, letters: 60 },
  /** Of the core, to check a file: a second on a laptop. The lesson's own quizzes take half. */
  calls: 50_000,
} as const;

const { oneOf: kinds = [], ...rest } = whole as unknown as Schema;
/** A file of one's own needs no topic and no section of our lesson. */
const common: Schema = {
  ...rest,
  required: rest.required!.filter((name) => name !== 'topic' && name !== 'section'),
};

const wholeFile: Schema = {
  properties: { $schema: { type: 'string' }, quizzes: {}, lang: whole.properties.lang },
  additionalProperties: false,
};

/** A schema for each type, since problems of other types would be confusing. */
const schemas = new Map(
  kinds.map(({ $ref }) => {
    const kind = common.$defs![$ref!.split('/').at(-1)!]!;
    const schema: Schema = {
      ...common,
      properties: { ...common.properties, ...kind.properties },
      required: [...common.required!, ...kind.required!],
      additionalProperties: false,
    };
    return [kind.properties!['type']!.const, schema];
  }),
);

/** What is in a teacher's file. The input may be anything. */
export interface QuizFile {
  /** A quiz, a list of quizzes, or an object with `quizzes` and their `lang`. */
  readonly input: unknown;
  /** Problems of the text itself. */
  readonly problems?: readonly Problem[];
  /** The line of a value, from 1, if it is known. */
  readonly lineOf?: (at: string) => number | undefined;
}

/** A teacher's quizzes, and what is wrong with them. They are safe to draw only without problems. */
export interface ReadQuizzes {
  readonly quizzes: ReadonlyMap<string, Quiz>;
  readonly problems: readonly Problem[];
}

export const isMarkdownName = (name: string): boolean => /\.md$/iu.test(name);

export function readJson(text: string): QuizFile {
  try {
    return { input: JSON.parse(text) as unknown };
  } catch (error) {
    const message = `this is not JSON: ${(error as Error).message}`;
    return { input: null, problems: [{ at: '', message }] };
  }
}

/** @param usual  the language of quizzes that name none; may be empty */
export function readQuizFile(file: QuizFile, engine: Engine, usual = ''): ReadQuizzes {
  const { input, problems: ofText = [] } = file;
  if (ofText.length > 0) return { quizzes: new Map(), problems: ofText };
  if (isTooDeep(input)) return failed('its lists and objects are nested too deeply');
  const { list, lang = usual, base } = listIn(input);
  if (!Array.isArray(list)) return failed("'quizzes' must be a list");
  if (list.length === 0) return failed('there is no quiz in it');
  if (list.length > limits.quizzes) {
    return failed(`has ${list.length} quizzes, up to ${limits.quizzes} are allowed`);
  }
  const whole = problemsOfWhole(input);
  const budget = withBudget(engine, limits.calls);
  const problems = list.flatMap((each: unknown, index) =>
    problemsWithin(budget, each).map(({ at, message }) => ({
      at: base === null ? at : `${base}/${index}${at}`,
      message,
    })),
  );
  if (budget.isSpent) {
    return failed('takes too long to check: use fewer rows of numbers, or several files');
  }
  const all = [...whole, ...problems];
  if (all.length > 0) return { quizzes: new Map(), problems: all };
  const quizzes = list.map((each: unknown) => ({
    ...{ section: '', ...(lang ? { lang } : {}) },
    ...(each as Quiz),
  }));
  return {
    quizzes: new Map(quizzes.map((quiz) => [quiz.id, quiz])),
    problems: repeatedIds(quizzes, base ?? ''),
  };
}

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** The list of quizzes, and where it is; null if the file is a single quiz. */
function listIn(input: unknown): { list: unknown; lang?: string; base: string | null } {
  if (Array.isArray(input)) return { list: input, base: '' };
  if (!isObject(input) || !Object.hasOwn(input, 'quizzes')) return { list: [input], base: null };
  const { quizzes, lang } = input;
  return { list: quizzes, ...(typeof lang === 'string' ? { lang } : {}), base: '/quizzes' };
}

/** Problems of the object that has the list. */
const problemsOfWhole = (input: unknown): readonly Problem[] =>
  isObject(input) && Object.hasOwn(input, 'quizzes') ? schemaProblems(input, wholeFile) : [];

const failed = (message: string) => ({ quizzes: new Map(), problems: [{ at: '', message }] });

/** Level by level: a recursive check would itself fail on very deep values. */
function isTooDeep(input: unknown): boolean {
  let level = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.depth) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
  return false;
}

/** What the schema finds in one quiz. */
export function quizSchemaProblems(input: unknown): readonly Problem[] {
  const type = (input as { type?: unknown } | null)?.type;
  return schemaProblems(input, schemas.get(type) ?? common);
}

/** None once the budget is spent: then the whole file is refused. */
function problemsWithin(budget: Budget, input: unknown): readonly Problem[] {
  try {
    return budget.isSpent ? [] : problemsOf(input, budget.engine);
  } catch (error) {
    if (budget.isSpent) return [];
    throw error;
  }
}

/** The core checks a quiz only if it matches the schema. */
function problemsOf(input: unknown, engine: Engine): readonly Problem[] {
  const problems = quizSchemaProblems(input);
  if (problems.length > 0) return problems;
  const quiz = input as Quiz;
  if (quiz.id.length > limits.letters) {
    return [{ at: '/id', message: `is longer than ${limits.letters} characters` }];
  }
  const strange = strangeCharacters(input, '');
  return strange.length > 0 ? strange : computedProblems(quiz, engine);
}

/** Such a character gets into a text by mistake, and other systems would refuse the whole file. */
function strangeCharacters(part: unknown, at: string): readonly Problem[] {
  if (typeof part === 'object' && part !== null)
    return Object.entries(part).flatMap(([key, each]) => strangeCharacters(each, `${at}/${key}`));
  const [character] = (typeof part === 'string' && part.match(notInXml)) || [];
  if (character === undefined) return [];
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return [{ at, message: `has the character U+${code}, which cannot be shown` }];
}

function repeatedIds(quizzes: readonly Quiz[], base: string): Problem[] {
  const ids = quizzes.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    return first === index
      ? []
      : [{ at: `${base}/${index}/id`, message: `'${id}', as ${base}/${first}/id` }];
  });
}
