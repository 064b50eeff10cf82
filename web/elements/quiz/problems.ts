import type { Engine } from '../../../emscripten/package/contract.js';
import { isNear, unitKind } from '../../lib/quantity.js';
import { computeAnswer } from './choices.js';
import {
  evaluate,
  fill,
  computeNumber,
  computeShape,
  sizesIn,
  type Scope,
} from '../../lib/computed.js';
import { numberKind } from '../../lib/expression.js';
import { makeScope } from './scope.js';
import { drawQuiz, type DrawnQuiz } from './drawn.js';
import { outputLine } from './entries.js';
import {
  placeInFile,
  problemsOfFeedback,
  problemsOfMistakes,
  type Report,
} from './mistake-problems.js';
import type { Numeric, Quiz } from './question.js';
import { misspellings } from './spelling.js';

/** An error in a quiz file. `at` is a JSON Pointer, such as /options/2/value. */
interface QuizProblem {
  readonly at: string;
  readonly message: string;
}

/**
 * Finds errors that the schema cannot find, for every row of numbers: expressions without a value,
 * duplicate or unintentionally right answers, feedback that gives away the answer, misspelt names.
 *
 * @param sections  the ids of the lesson's sections, for `section`
 */
export function quizProblems(
  quiz: Quiz,
  engine: Engine,
  sections: ReadonlySet<string>,
): QuizProblem[] {
  return withoutRepeats([...problemsOfRows(quiz, engine), ...problemsOfWords(quiz, sections)]);
}

/** Of these, the ones that do not depend on the language and the lesson. */
export const computedProblems = (quiz: Quiz, engine: Engine): QuizProblem[] =>
  withoutRepeats(problemsOfRows(quiz, engine));

function problemsOfRows(quiz: Quiz, engine: Engine): QuizProblem[] {
  const rows = quiz.numbers ?? [{}];
  const texts = textsIn(quiz, '').filter(isDisplayed);
  return rows.flatMap((_, row) => problemsOfRow(quiz, texts, row, engine));
}

/** Reports an error that is in every row only once. */
function withoutRepeats(problems: readonly QuizProblem[]): QuizProblem[] {
  const reported = new Set<string>();
  return problems.filter(({ at, message }) => {
    const key = `${at} ${message.replace(/ \(with \/numbers\/\d+\)$/u, '')}`;
    return !reported.has(key) && reported.add(key);
  });
}

function problemsOfWords(quiz: Quiz, sections: ReadonlySet<string>): QuizProblem[] {
  const known = new Set(Object.keys(quiz.numbers?.[0] ?? {}));
  const misspelt = textsIn(quiz, '').flatMap(({ at, text }) =>
    misspellings(text, known).map(({ word, suggestion }) => ({
      at,
      message: `'${word}': is ${suggestion} meant?`,
    })),
  );
  if (sections.has(quiz.section.slice(1))) return misspelt;
  return [...misspelt, { at: '/section', message: `there is no ${quiz.section}` }];
}

function problemsOfRow(
  quiz: Quiz,
  texts: readonly Text[],
  row: number,
  engine: Engine,
): QuizProblem[] {
  const problems: QuizProblem[] = [];
  const where = quiz.numbers ? ` (with /numbers/${row})` : '';
  const report = (at: string, message: string) => problems.push({ at, message: message + where });
  const attempt = <Value>(at: string, run: () => Value): Value | undefined => {
    try {
      return run();
    } catch (error) {
      report(at, (error as Error).message);
      return undefined;
    }
  };

  const scope = makeScope(quiz, row, engine);
  tryTexts(quiz, texts, scope, attempt);
  tryAnswers(quiz, scope, attempt);
  const drawn = problems.length === 0 && attempt('', () => drawQuiz(quiz, row, engine));
  if (!drawn) return problems;

  problemsOfOptions(drawn, report);
  if (row === 0 || !isOfWords(quiz)) problemsOfMistakes(quiz, drawn, scope, report);
  problemsOfFeedback(quiz, drawn, scope, report);
  if (quiz.multiplication !== undefined && typeof drawn.value === 'number') {
    const product = evaluate(quiz.multiplication, scope);
    if (!isNear(product, drawn.value, 1e-9)) {
      report('/multiplication', `is ${product}, the answer ${drawn.value}`);
    }
  }
  return problems;
}

/** Such answers are the same in every row of numbers. */
const isOfWords = (quiz: Quiz) => quiz.type === 'short-answer' && quiz.answer.words !== undefined;

type Attempt = <Value>(at: string, run: () => Value) => Value | undefined;

/** The fields with texts in which {…} is replaced. */
const displayedFields = new Set(['question', 'explanation', 'feedback', 'text']);
const isDisplayed = ({ at }: Text) =>
  displayedFields.has(at.split('/').at(-1)!) || at.startsWith('/code/lines');

function tryTexts(quiz: Quiz, texts: readonly Text[], scope: Scope, attempt: Attempt) {
  // Any answer will do here; the right one is not known yet.
  const answer = quiz.type === 'numeric' || quiz.type === 'multiple-choice' ? 1 : 'answer';
  for (const { at, text } of texts) attempt(at, () => fill(text, scope, answer));
}

/** Tries each part of an answer separately, so that errors have a location. */
function tryAnswers(quiz: Quiz, scope: Scope, attempt: Attempt) {
  if (quiz.type === 'numeric') {
    const answer = attempt('/answer', () => computeNumber(quiz.answer, scope));
    if (answer === undefined) return;
    const numbers = { ...scope.numbers, answer };
    quiz.mistakes.forEach(({ value }, index) =>
      attempt(`/mistakes/${index}/value`, () => computeNumber(value, { ...scope, numbers })),
    );
    const unit = kindInCost(quiz);
    if (unit && unit !== unitKind(quiz.unit)) {
      attempt('/unit', () => {
        throw new RangeError(`${quiz.unit ?? 'none'}, but the answer is in ${unit}`);
      });
    }
  }
  if (quiz.type === 'multiple-choice') {
    if (quiz.answer !== undefined) attempt('/answer', () => computeAnswer(quiz.answer!, scope));
    quiz.options.forEach(({ value, shape }, index) => {
      if (value !== undefined) attempt(`/options/${index}/value`, () => evaluate(value, scope));
      if (shape !== undefined) attempt(`/options/${index}/shape`, () => sizesIn(shape, scope));
    });
  }
  if (quiz.type === 'short-answer' && 'words' in quiz.answer) {
    quiz.mistakes.forEach(({ formula }, index) => {
      if (formula === undefined) return;
      attempt(`/mistakes/${index}/formula`, () => {
        throw new RangeError('the answer is a word, and words are no formulas');
      });
    });
  }
  if (quiz.type === 'shape') {
    attempt('/answer', () => computeShape(quiz.answer, scope));
    quiz.mistakes.forEach(({ shape }, index) =>
      attempt(`/mistakes/${index}/shape`, () => sizesIn(shape, scope)),
    );
  }
  if (quiz.type === 'output') {
    quiz.answer.forEach((line, index) =>
      attempt(`/answer/${index}`, () => outputLine(line, quiz.code, scope)),
    );
  }
  if (quiz.multiplication !== undefined) {
    attempt('/multiplication', () => evaluate(quiz.multiplication!, scope));
  }
}

/** The kind of unit of a cost; null if the answer is not a cost or has no unit. */
const kindInCost = ({ answer }: Numeric) =>
  typeof answer === 'string' || answer.run !== 'cost' || /^(cross|ratio)/u.test(answer.read)
    ? null
    : numberKind(answer);

function problemsOfOptions({ quiz, options }: DrawnQuiz, report: Report) {
  if (options.length === 0) return;
  const inFile = [...options].sort((a, b) => placeInFile(quiz, a.name) - placeInFile(quiz, b.name));
  const list = quiz.type === 'order' ? 'steps' : 'options';
  inFile.forEach(({ label }, index) => {
    const first = inFile.findIndex((each) => each.label === label);
    if (first < index)
      report(`/${list}/${index}`, `'${label}' is the same text as /${list}/${first}`);
  });
  const right = options.filter(({ isRight }) => isRight).length;
  if (quiz.type === 'multiple-choice' && right !== 1) {
    report('/options', `${right} are right, but one must be`);
  }
  if (quiz.type === 'multiple-response' && (right === 0 || right === options.length)) {
    report('/options', right === 0 ? 'none is right' : 'all are right: one must be wrong');
  }
}

/** A text with its location. */
interface Text {
  readonly at: string;
  readonly text: string;
}

/** All texts of the file that are meant for readers. */
function textsIn(part: unknown, at: string): Text[] {
  if (typeof part === 'string') return [{ at, text: part }];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part)
    .filter(([key]) => !['$schema', 'id', 'section'].includes(key))
    .flatMap(([key, value]) => textsIn(value, `${at}/${key}`));
}
