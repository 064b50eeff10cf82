/** Questions that are answered by choosing options or ordering steps. */
import type { Engine } from '../../../emscripten/package/contract.js';
import { isNear, formatNumber } from '../../lib/quantity.js';
import {
  evaluate,
  fill,
  computeNumber,
  computeShape,
  shapeText,
  sizesIn,
  type Scope,
} from '../../lib/computed.js';
import type { QuizKind, QuizOption } from './grade.js';
import { plainText } from './text.js';
import type { MultipleChoice, MultipleResponse, OrderQuiz } from './question.js';

/** Allows for rounding errors in sums of floats. */
const tolerance = 1e-9;

export function choice(quiz: MultipleChoice, scope: Scope, seed: number): QuizKind {
  const right = quiz.answer === undefined ? undefined : computeAnswer(quiz.answer, scope);
  const value = right === undefined ? '' : typeof right === 'number' ? right : shapeText(right);
  const options = quiz.options.map((option, index) => {
    const content =
      option.value !== undefined
        ? evaluate(option.value, scope)
        : option.shape !== undefined
          ? sizesIn(option.shape, scope)
          : undefined;
    return {
      name: optionName(quiz, index),
      label:
        content === undefined
          ? fill(option.text!, scope)
          : typeof content === 'number'
            ? formatNumber(content)
            : shapeText(content),
      feedback: fill(option.feedback, scope, value),
      isRight: content === undefined ? option.right === true : isSame(content, right),
    };
  });
  return {
    options: shuffle(options, seed, scope.engine),
    right: plainText(options.find(({ isRight }) => isRight)?.label ?? ''),
    value,
    grade(answer) {
      const { label, feedback, isRight } = findOption(options, answer);
      return { isRight, answerText: plainText(label), feedback };
    },
  };
}

/** In an answer. A text among values is named as no value can be: ':3' is not the number 3. */
export function optionName({ answer, options }: MultipleChoice, index: number): string {
  const { value, shape } = options[index]!;
  return value ?? shape ?? (answer === undefined ? '' : ':') + index;
}

export const computeAnswer = (source: NonNullable<MultipleChoice['answer']>, scope: Scope) =>
  typeof source === 'object' && (source.run === 'trace' || 'shape' in source)
    ? computeShape(source, scope)
    : computeNumber(source, scope);

function isSame(
  content: number | readonly number[],
  right: number | readonly number[] | undefined,
) {
  if (typeof content === 'number')
    return typeof right === 'number' && isNear(content, right, tolerance);
  return typeof right === 'object' && shapeText(content) === shapeText(right);
}

/** An answer lists the names of the chosen options: "0,2". */
export function response(quiz: MultipleResponse, scope: Scope, seed: number): QuizKind {
  const options = quiz.options.map(({ text, right, feedback }, index) => ({
    name: String(index),
    label: fill(text, scope),
    feedback: fill(feedback, scope),
    isRight: right === true || (right !== undefined && isClaimTrue(right, scope)),
  }));
  const labels = (marked: readonly QuizOption[]) =>
    marked.map(({ label }) => plainText(label)).join(' ');
  const right = options.filter(({ isRight }) => isRight);
  return {
    options: shuffle(options, seed, scope.engine),
    right: labels(right),
    value: labels(right),
    grade(answer) {
      const marked = [...new Set(answer.split(','))].map((name) => findOption(options, name));
      const wrong = marked.filter(({ isRight }) => !isRight);
      const missing = right.length - (marked.length - wrong.length);
      return {
        isRight: wrong.length === 0 && missing === 0,
        answerText: labels(marked),
        feedback: wrong.map(({ feedback }) => feedback).join(' '),
        missing,
      };
    },
  };
}

function isClaimTrue(
  claim: Exclude<MultipleResponse['options'][number]['right'], true | undefined>,
  scope: Scope,
) {
  const [a, b] = (claim.same ?? claim.differ).map((each) => computeNumber(each, scope));
  return isNear(a!, b!, tolerance) === (claim.same !== undefined);
}

/** An answer lists the names of the steps in the learner's order: "2,0,1". */
export function order(quiz: OrderQuiz, scope: Scope, seed: number): QuizKind {
  const steps = quiz.steps.map(({ text, feedback }, index) => ({
    name: String(index),
    label: fill(text, scope),
    feedback: fill(feedback, scope),
    isRight: true,
  }));
  const labels = (ordered: readonly QuizOption[]) =>
    ordered.map(({ label }, index) => `${index + 1}. ${plainText(label)}`).join('\n');
  const groupOf = ({ name }: QuizOption) => quiz.steps[Number(name)]!.group ?? name;
  const firstWrongPlace = (ordered: readonly QuizOption[]) =>
    ordered.findIndex((step, index) => groupOf(step) !== groupOf(steps[index]!));
  const inRandomOrder = shuffle(steps, seed, scope.engine);
  return {
    // The steps must not start in the right order.
    options:
      firstWrongPlace(inRandomOrder) < 0
        ? [...inRandomOrder.slice(1), inRandomOrder[0]!]
        : inRandomOrder,
    right: labels(steps),
    value: labels(steps),
    grade(answer) {
      const ordered = answer.split(',').map((name) => findOption(steps, name));
      if (new Set(ordered).size !== steps.length) throw new RangeError(`'${answer}' is no order`);
      const place = firstWrongPlace(ordered);
      const isRight = place < 0;
      const feedback = isRight ? '' : ordered[place]!.feedback;
      return { isRight, answerText: labels(ordered), feedback, ...(isRight ? {} : { place }) };
    },
  };
}

function findOption(options: readonly QuizOption[], name: string): QuizOption {
  const option = options.find((each) => each.name === name);
  if (!option) throw new RangeError(`'${name}' is no option`);
  return option;
}

function shuffle<Item>(items: readonly Item[], seed: number, engine: Engine): readonly Item[] {
  const places = engine.tensor.randomNormal([items.length], { seed }).data;
  const order = [...items.keys()].sort((a, b) => places[a]! - places[b]!);
  return order.map((index) => items[index]!);
}
