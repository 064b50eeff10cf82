import type { Engine } from '../../../emscripten/package/contract.js';
import { unitKind, quantity, formatNumber } from '../../lib/quantity.js';
import { evaluate, fill, type Scope } from '../../lib/computed.js';
import { makeScope } from './scope.js';
import { choice, order, response } from './choices.js';
import { numeric, output, shape, short } from './entries.js';
import type { QuizKind } from './grade.js';
import type { Quiz } from './question.js';

/** A quiz with the numbers of one seed, ready to be shown and graded. */
export interface DrawnQuiz extends QuizKind {
  readonly quiz: Quiz;
  readonly question: string;
  /** Empty if the quiz has no code. */
  readonly code: string;
  readonly explanation: string;
  readonly multiplication: Multiplication | null;
}

/** A formula, the formula with its numbers, and the results (in one or two units). */
export interface Multiplication {
  readonly formula: string;
  readonly numbers: string;
  readonly results: readonly string[];
}

/** The same seed gives the same numbers and order. The core computes all values. */
export function drawQuiz(quiz: Quiz, seed: number, engine: Engine): DrawnQuiz {
  const scope = makeScope(quiz, seed, engine);
  const kind = makeKind(quiz, scope, seed);
  return {
    ...kind,
    quiz,
    question: fill(quiz.question, scope),
    code: (quiz.code?.lines ?? []).map((line) => fill(line, scope)).join('\n'),
    explanation: fill(quiz.explanation, scope, kind.value),
    multiplication: makeMultiplication(quiz, scope),
  };
}

function makeKind(quiz: Quiz, scope: Scope, seed: number): QuizKind {
  switch (quiz.type) {
    case 'multiple-choice':
      return choice(quiz, scope, seed);
    case 'multiple-response':
      return response(quiz, scope, seed);
    case 'short-answer':
      return short(quiz, scope);
    case 'numeric':
      return numeric(quiz, scope);
    case 'shape':
      return shape(quiz, scope);
    case 'output':
      return output(quiz, scope);
    case 'order':
      return order(quiz, scope, seed);
  }
}

function makeMultiplication(quiz: Quiz, scope: Scope): Multiplication | null {
  if (quiz.multiplication === undefined) return null;
  const formula = quiz.multiplication
    .replace(/\s*\*\*\s*/gu, '^')
    .replace(/\s*\*\s*/gu, ' · ')
    .replace(/\s*\/\s*/gu, ' / ');
  const numbers = formula.replace(/[A-Za-z_]\w*/gu, (name) =>
    Object.hasOwn(scope.numbers, name) ? formatNumber(scope.numbers[name]!) : name,
  );
  const value = evaluate(quiz.multiplication, scope);
  const unit = quiz.type === 'numeric' ? quiz.unit : undefined;
  const base =
    unit && unitKind(unit) === 'bytes'
      ? 'B'
      : unit && unitKind(unit) === 'FLOPs'
        ? 'FLOPs'
        : undefined;
  return {
    formula,
    numbers,
    results: [...new Set([quantity(value, base), quantity(value, unit)])],
  };
}
