import type { Engine } from '../../emscripten/package/contract.js';
import type { MultipleChoice, Numbers } from './quiz.js';
import { computed, evaluate, fill, type Computed } from './quiz-drawn.js';

/** Something wrong in a quiz, and where: `at` is a JSON Pointer, such as /options/2/value. */
export interface QuizProblem {
  readonly at: string;
  readonly message: string;
}

/**
 * What the schema cannot see: whether every expression has a value, no two options have the same
 * one, and exactly one option is what the core computes. For every row of numbers.
 */
export function quizProblems(quiz: MultipleChoice, engine: Engine): QuizProblem[] {
  return quiz.numbers!.flatMap((numbers, row) => problemsOfRow(quiz, numbers, row, engine));
}

function problemsOfRow(
  quiz: MultipleChoice,
  numbers: Numbers,
  row: number,
  engine: Engine,
): QuizProblem[] {
  const problems: QuizProblem[] = [];
  const attempt = <Value>(at: string, run: () => Value): Value | undefined => {
    try {
      return run();
    } catch (error) {
      problems.push({ at, message: `${(error as Error).message} (with /numbers/${row})` });
      return undefined;
    }
  };

  attempt('/question', () => fill(quiz.question, numbers, engine));
  const right = attempt('/answer', () => computed(quiz.answer as Computed, numbers, engine));
  const values = quiz.options.map(({ value, feedback }, index) => {
    attempt(`/options/${index}/feedback`, () => fill(feedback, numbers, engine));
    return attempt(`/options/${index}/value`, () => evaluate(value!, numbers, engine));
  });
  if (problems.length > 0) return problems;

  values.forEach((value, index) => {
    const first = values.indexOf(value);
    if (first === index) return;
    const message = `${value}, as /options/${first}/value (with /numbers/${row})`;
    problems.push({ at: `/options/${index}/value`, message });
  });
  if (!values.includes(right)) {
    const message = `none is ${right}, which the core computes (with /numbers/${row})`;
    problems.push({ at: '/options', message });
  }
  return problems;
}
