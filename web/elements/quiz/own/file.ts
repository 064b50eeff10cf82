import type { Engine } from '../../../../emscripten/package/contract.js';
import { computedProblems } from '../problems.js';
import type { Quiz } from '../question.js';
import whole from '../quizzes/quiz.schema.json';
import { schemaProblems, type Problem, type Schema } from './schema.js';

/** Larger files are refused: the page must not freeze while it checks one. */
export const limits = { bytes: 2 ** 18, depth: 24, quizzes: 100, rows: 100, letters: 60 } as const;

const { oneOf: kinds = [], ...rest } = whole as unknown as Schema;
/** A file of one's own needs no topic and no section of our lesson. */
const common: Schema = {
  ...rest,
  required: rest.required!.filter((name) => name !== 'topic' && name !== 'section'),
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

/**
 * The quizzes of a teacher's file, and what is wrong with it. The text may be anything.
 *
 * @return quizzes that are safe to draw only if there are no problems
 */
export function readQuizFile(
  text: string,
  engine: Engine,
): { readonly quizzes: ReadonlyMap<string, Quiz>; readonly problems: readonly Problem[] } {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    return failed(`this is not JSON: ${(error as Error).message}`);
  }
  if (isTooDeep(input)) return failed('its lists and objects are nested too deeply');
  const isList = Array.isArray(input);
  const list: readonly unknown[] = isList ? (input as unknown[]) : [input];
  if (list.length === 0) return failed('there is no quiz in it');
  if (list.length > limits.quizzes) {
    return failed(`has ${list.length} quizzes, up to ${limits.quizzes} are allowed`);
  }
  const problems = list.flatMap((each, index) =>
    problemsOf(each, engine).map(({ at, message }) => ({
      at: isList ? `/${index}${at}` : at,
      message,
    })),
  );
  if (problems.length > 0) return { quizzes: new Map(), problems };
  const quizzes = list.map((each) => ({ ...{ section: '' }, ...(each as Quiz) }));
  return {
    quizzes: new Map(quizzes.map((quiz) => [quiz.id, quiz])),
    problems: repeatedIds(quizzes),
  };
}

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
export function quizMisfits(input: unknown): readonly Problem[] {
  const type = (input as { type?: unknown } | null)?.type;
  return schemaProblems(input, schemas.get(type) ?? common);
}

/** The core checks a quiz only if it matches the schema. */
function problemsOf(input: unknown, engine: Engine): readonly Problem[] {
  const misfits = quizMisfits(input);
  if (misfits.length > 0) return misfits;
  const quiz = input as Quiz;
  if (quiz.id.length > limits.letters) {
    return [{ at: '/id', message: `is longer than ${limits.letters} characters` }];
  }
  if ((quiz.numbers?.length ?? 0) > limits.rows) {
    return [{ at: '/numbers', message: `has more than ${limits.rows} rows` }];
  }
  return computedProblems(quiz, engine);
}

function repeatedIds(quizzes: readonly Quiz[]): Problem[] {
  const ids = quizzes.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    return first === index ? [] : [{ at: `/${index}/id`, message: `'${id}', as /${first}/id` }];
  });
}
