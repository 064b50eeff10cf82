import type { Engine } from '../../../emscripten/package/contract.js';
import { computeNumber, fill, shapeText, sizesIn, type Scope } from '../../lib/computed.js';
import { unitFactor } from '../../lib/quantity.js';
import { drawQuiz, type DrawnQuiz } from '../../elements/quiz/drawn.js';
import { defaultTolerance, outputLine } from '../../elements/quiz/entries.js';
import type { Quiz } from '../../elements/quiz/question.js';
import { makeScope } from '../../elements/quiz/scope.js';

/** A question as other systems know it, with the numbers of one row. */
export interface ExportQuestion {
  /** Unique in the file. */
  readonly id: string;
  /** Empty if it is not known. */
  readonly lang: string;
  readonly text: string;
  readonly code: string;
  readonly explanation: string;
  readonly answer: ExportAnswer;
}

interface Mistake<Answer> {
  readonly answer: Answer;
  readonly feedback: string;
}

/** A typed number is accepted if it differs by at most `tolerance`, which is absolute. */
export interface NearNumber {
  readonly value: number;
  readonly tolerance: number;
}

export type ExportAnswer =
  | {
      readonly kind: 'choice';
      readonly isSingle: boolean;
      readonly options: readonly { text: string; isRight: boolean; feedback: string }[];
    }
  | {
      readonly kind: 'number';
      readonly right: NearNumber;
      readonly mistakes: readonly Mistake<NearNumber>[];
    }
  | {
      readonly kind: 'text';
      /** All spellings that are right; the first is shown. */
      readonly accepted: readonly string[];
      readonly mistakes: readonly Mistake<readonly string[]>[];
    }
  /** Steps in their order. */
  | { readonly kind: 'order'; readonly steps: readonly string[] }
  /** A person grades it. */
  | { readonly kind: 'essay'; readonly right: string };

/** A question for each row of numbers, and a note for what another system can't check as we do. */
export function exportQuestions(
  quizzes: readonly Quiz[],
  engine: Engine,
): { readonly questions: readonly ExportQuestion[]; readonly notes: readonly string[] } {
  const questions = quizzes.flatMap((quiz) =>
    (quiz.numbers ?? [{}]).map((_, row, { length }) => ({
      ...exportRow(quiz, row, engine),
      id: length > 1 ? `${quiz.id}.${row + 1}` : quiz.id, // no id of a quiz has a full stop
    })),
  );
  const notes = quizzes.flatMap((quiz) => lossesOf(quiz).map((loss) => `${quiz.id}: ${loss}`));
  return { questions, notes };
}

/** What another system does not do as we do. */
function lossesOf(quiz: Quiz): string[] {
  switch (quiz.type) {
    case 'short-answer':
      return quiz.answer.formula === undefined
        ? []
        : ['only this spelling of the formula is accepted there'];
    case 'output':
      return [
        quiz.answer.length > 1
          ? 'an output of several lines becomes a text that you grade'
          : 'only this spelling of the output is accepted there',
      ];
    case 'order': {
      const hasGroups = quiz.steps.some(({ group }) => group !== undefined);
      return [
        ...(hasGroups ? ['only one order is accepted there'] : []),
        'the feedback on each step is left out there',
      ];
    }
    default:
      return [];
  }
}

function exportRow(quiz: Quiz, row: number, engine: Engine): Omit<ExportQuestion, 'id'> {
  const drawn = drawQuiz(quiz, row, engine);
  const unit = quiz.type === 'numeric' && quiz.unit ? ` (${quiz.unit})` : '';
  return {
    lang: quiz.lang ?? '',
    text: drawn.question + unit,
    code: drawn.code,
    explanation: drawn.explanation,
    answer: answerOf(quiz, drawn, makeScope(quiz, row, engine)),
  };
}

function answerOf(quiz: Quiz, drawn: DrawnQuiz, scope: Scope): ExportAnswer {
  switch (quiz.type) {
    case 'multiple-choice':
    case 'multiple-response':
      return {
        kind: 'choice',
        isSingle: quiz.type === 'multiple-choice',
        options: drawn.options.map(({ label, isRight, feedback }) => ({
          ...{ text: label, isRight, feedback },
        })),
      };
    case 'numeric': {
      const right = drawn.value as number;
      const factor = unitFactor(quiz.unit);
      const numbers = { ...scope, numbers: { ...scope.numbers, answer: right } };
      const near = (value: number): NearNumber => ({
        value: value / factor,
        tolerance: ((quiz.tolerance ?? defaultTolerance) * Math.abs(value)) / factor,
      });
      return {
        kind: 'number',
        right: near(right),
        mistakes: quiz.mistakes.map(({ value, feedback }) => ({
          answer: near(computeNumber(value, numbers)),
          feedback: fill(feedback, scope, right),
        })),
      };
    }
    case 'shape':
      return {
        kind: 'text',
        accepted: shapeSpellings(drawn.right),
        mistakes: quiz.mistakes.map(({ shape, feedback }) => ({
          answer: shapeSpellings(shapeText(sizesIn(shape, scope))),
          feedback: fill(feedback, scope, drawn.value),
        })),
      };
    case 'short-answer':
      return {
        kind: 'text',
        accepted: quiz.answer.formula === undefined ? quiz.answer.words : [quiz.answer.formula],
        mistakes: quiz.mistakes.map(({ formula, words, feedback }) => ({
          answer: formula === undefined ? words : [formula],
          feedback: fill(feedback, scope),
        })),
      };
    case 'output': {
      if (quiz.answer.length > 1) return { kind: 'essay', right: drawn.right };
      const mistakes = quiz.mistakes.flatMap(({ lines: [line, ...more], feedback }) => {
        if (!line || more.length > 0) return []; // null is any line
        const { text } = outputLine(line, quiz.code, scope);
        return [{ answer: [text], feedback: fill(feedback, scope) }];
      });
      return { kind: 'text', accepted: [drawn.right], mistakes };
    }
    case 'order':
      return { kind: 'order', steps: quiz.steps.map(({ text }) => fill(text, scope)) };
  }
}

/** [2, 3] as people type it. */
function shapeSpellings(shape: string): readonly string[] {
  const sizes = shape.slice(1, -1);
  const tight = sizes.replaceAll(' ', '');
  return [...new Set([shape, `[${tight}]`, `(${sizes})`, `(${tight})`, sizes, tight])].filter(
    Boolean,
  );
}

/**
 * Exact if it is whole, otherwise with twelve digits. Only numbers of 1e21 or more and below 1e-88
 * have an exponent.
 */
export const writeNumber = (value: number): string => {
  const text = String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(12)));
  const [digits, exponent] = text.split('e-');
  if (exponent === undefined) return text;
  const decimals = digits!.replace(/^-?\d\.?/u, '').length + Number(exponent);
  return decimals <= 100 ? value.toFixed(decimals) : text; // toFixed takes no more
};
