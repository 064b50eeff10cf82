/** Questions with a typed answer. */
import { fixed } from '../../lib/numbers.js';
import {
  GermanNumberError,
  findRightUnit,
  isNear,
  parseQuantity,
  quantity,
  readAsGerman,
} from '../../lib/quantity.js';
import {
  fill,
  computeNumber,
  computeShape,
  shapeText,
  sizesIn,
  computeValues,
  type Scope,
} from '../../lib/computed.js';
import type { QuizKind, Grade, Size } from './grade.js';
import type {
  Code,
  Line,
  MistakenLine,
  Numeric,
  OutputQuiz,
  ShapeQuiz,
  ShortAnswer,
} from './question.js';

export const defaultTolerance = 0.005;

export function short({ answer, mistakes }: ShortAnswer, scope: Scope): QuizKind {
  const { names = [] } = answer;
  const matches = (input: string, expected: typeof answer | (typeof mistakes)[number]) =>
    expected.formula !== undefined
      ? scope.engine.formulas.sameValue(input, expected.formula, names)
      : normalizedWords(expected.words).has(normalizeWord(input));
  const right = answer.formula ?? answer.words[0]!;
  return {
    options: [],
    right,
    value: right,
    grade(input) {
      const isRight = matches(input, answer);
      const mistake = isRight ? undefined : mistakes.find((each) => matches(input, each));
      return { isRight, answerText: input.trim(), feedback: fill(mistake?.feedback ?? '', scope) };
    },
  };
}

/** Removes what does not matter in a word: case, spaces, hyphens, quotes, brackets, a full stop. */
const normalizeWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\-‐_"'“”„‘’«»()[\]]|\.$/gu, '');

const normalized = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Normalized once: where a file is checked, each of its words is compared with all others. */
function normalizedWords(words: readonly string[]): ReadonlySet<string> {
  const known = normalized.get(words) ?? new Set(words.map(normalizeWord));
  normalized.set(words, known);
  return known;
}

export function numeric(quiz: Numeric, scope: Scope): QuizKind {
  const { unit, tolerance = defaultTolerance } = quiz;
  const right = computeNumber(quiz.answer, scope);
  const withAnswer = { ...scope, numbers: { ...scope.numbers, answer: right } };
  const mistakes = quiz.mistakes.map(({ value, feedback }) => ({
    value: computeNumber(value, withAnswer),
    feedback: fill(feedback, scope, right),
  }));
  return {
    options: [],
    right: quantity(right, unit),
    value: right,
    grade(input): Grade {
      const read = (text: string) => parseQuantity(text, unit, scope.engine.formulas);
      const answer = read(input);
      const isRight = isNear(answer.value, right, tolerance);
      const answerText = quantity(answer.value, answer.unit);
      if (isRight) return { isRight, answerText, feedback: '' };
      const mistake = mistakes.find(({ value }) => isNear(answer.value, value, tolerance));
      if (mistake) return { isRight, answerText, feedback: mistake.feedback };
      const german = readAsGerman(input.trim());
      if (german !== null && isNear(read(german).value, right, tolerance)) {
        throw new GermanNumberError(german);
      }
      const rightUnit = findRightUnit(answer, right, tolerance);
      return {
        isRight,
        answerText,
        feedback: '',
        ...(rightUnit
          ? { rightUnit, unit: answer.unit! }
          : { size: compareSize(answer.value, right) }),
      };
    },
  };
}

/** A wrong order of magnitude usually has another cause than a small error. */
function compareSize(value: number, right: number): Size {
  const ratio = value / right; // negative if the signs differ, infinite if right is 0
  if (ratio > 10 && ratio < Infinity) return 'overTenTimes';
  if (ratio > 0 && ratio < 0.1) return 'underATenth';
  return value > right ? 'tooBig' : 'tooSmall';
}

export function shape(quiz: ShapeQuiz, scope: Scope): QuizKind {
  const right = computeShape(quiz.answer, scope);
  const mistakes = quiz.mistakes.map(({ shape, feedback }) => ({
    sizes: shapeText(sizesIn(shape, scope)),
    feedback: fill(feedback, scope, shapeText(right)),
  }));
  return {
    options: [],
    right: shapeText(right),
    value: shapeText(right),
    grade(input): Grade {
      const sizes = sizesIn(input, scope);
      const shown = shapeText(sizes);
      const isRight = shown === shapeText(right);
      const mistake = mistakes.find((each) => each.sizes === shown);
      const place = sizes.findIndex((size, axis) => size !== right[axis]);
      const isRank = sizes.length !== right.length;
      return {
        isRight,
        answerText: shown,
        feedback: isRight ? '' : (mistake?.feedback ?? ''),
        ...(isRight || isRank ? {} : { place }),
      };
    },
  };
}

export function output(quiz: OutputQuiz, scope: Scope): QuizKind {
  const lines = quiz.answer.map((line) => outputLine(line, quiz.code, scope));
  const mistakes = quiz.mistakes.map((mistake) => ({
    lines: mistake.lines.map((line) => line && outputLine(line, quiz.code, scope)),
    feedback: fill(mistake.feedback, scope),
  }));
  const right = lines.map(({ text }) => text).join('\n');
  const read = (input: string) => {
    const shown = input.trim().split(/\s*\n\s*/u);
    const wrong = lines.findIndex((line, index) => !line.isSameOutput(shown[index] ?? ''));
    return { shown, place: wrong < 0 && shown.length !== lines.length ? lines.length : wrong };
  };
  return {
    options: [],
    right,
    value: right,
    grade(input) {
      const { shown, place } = read(input);
      const answerText = shown.join('\n');
      const isRight = place < 0;
      if (isRight) return { isRight, answerText, feedback: '' };
      const mistake = mistakes.find(({ lines }) =>
        lines.every((line, index) => !line || line.isSameOutput(shown[index] ?? '')),
      );
      if (mistake) return { isRight, answerText, feedback: mistake.feedback, place };
      const german = readAsGerman(input.trim());
      if (german !== null && read(german).place < 0) throw new GermanNumberError(german);
      return { isRight, answerText, feedback: '', place };
    },
  };
}

/** A line of output. Spaces and brackets are ignored, and numbers are compared by value. */
export function outputLine(line: Line | MistakenLine, { language }: Code, scope: Scope) {
  if (typeof line === 'string') {
    const text = fill(line, scope);
    const normalize = (input: string) => input.replace(/\s/gu, '').replace(/"/gu, "'");
    return { text, isSameOutput: (input: string) => normalize(input) === normalize(text) };
  }
  const values =
    'values' in line
      ? computeValues(line.values, scope)
      : 'value' in line
        ? [computeNumber(line.value, scope)]
        : typeof line.shape === 'string'
          ? sizesIn(line.shape, scope)
          : computeShape(line.shape, scope);
  const decimals = 'decimals' in line ? line.decimals : undefined;
  const texts = values.map((value) =>
    decimals === undefined ? String(Number(value.toPrecision(7))) : fixed(value, decimals),
  );
  const list = texts.join(', ');
  const tuple = values.length === 1 ? `(${list},)` : `(${list})`;
  const isSameOutput = (input: string) => {
    const number = /[-−]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/giu;
    const numbers = (input.match(number) ?? []).map((each) => Number(each.replace('−', '-')));
    const rest = input.replace(number, '').replace(/torch\.size|array/giu, '');
    return (
      /^[\s[\](),]*$/u.test(rest) &&
      numbers.length === values.length &&
      numbers.every((each, index) => isSamePrintedNumber(each, values[index]!, decimals))
    );
  };
  const text =
    'value' in line ? list : 'shape' in line && language === 'python' ? tuple : `[${list}]`;
  return { text, isSameOutput };
}

/** With decimals: the number as it is printed, or with more digits than that. */
const isSamePrintedNumber = (input: number, value: number, decimals: number | undefined) =>
  decimals === undefined
    ? isNear(input, value, 1e-6)
    : isNear(input, Number(value.toFixed(decimals)), 1e-9) ||
      Math.abs(input - value) < 0.1 ** decimals / 20;
