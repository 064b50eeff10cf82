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
import type { DrawnKind, DrawnOption } from './grade.js';
import { plainText } from './text.js';
import type { MultipleChoice, MultipleResponse, OrderQuiz } from './question.js';

/** Allows for rounding errors in sums of floats. */
const rounding = 1e-9;

export function choice(quiz: MultipleChoice, scope: Scope, seed: number): DrawnKind {
  const right = quiz.answer === undefined ? undefined : computeAnswer(quiz.answer, scope);
  const value = right === undefined ? '' : typeof right === 'number' ? right : shapeText(right);
  const options = quiz.options.map((option, index) => {
    const own =
      option.value !== undefined
        ? evaluate(option.value, scope)
        : option.shape !== undefined
          ? sizesIn(option.shape, scope)
          : undefined;
    return {
      name: option.value ?? option.shape ?? String(index),
      label:
        own === undefined
          ? fill(option.text!, scope)
          : typeof own === 'number'
            ? formatNumber(own)
            : shapeText(own),
      feedback: fill(option.feedback, scope, value),
      isRight: own === undefined ? option.right === true : isSame(own, right),
    };
  });
  return {
    options: shuffled(options, seed, scope.engine),
    right: plainText(options.find(({ isRight }) => isRight)?.label ?? ''),
    value,
    grade(answer) {
      const { label, feedback, isRight } = optionNamed(options, answer);
      return { isRight, shown: plainText(label), feedback };
    },
  };
}

export const computeAnswer = (source: NonNullable<MultipleChoice['answer']>, scope: Scope) =>
  typeof source === 'object' && (source.run === 'trace' || 'shape' in source)
    ? computeShape(source, scope)
    : computeNumber(source, scope);

function isSame(own: number | readonly number[], right: number | readonly number[] | undefined) {
  if (typeof own === 'number') return typeof right === 'number' && isNear(own, right, rounding);
  return typeof right === 'object' && shapeText(own) === shapeText(right);
}

/** An answer lists the names of the chosen options: "0,2". */
export function response(quiz: MultipleResponse, scope: Scope, seed: number): DrawnKind {
  const options = quiz.options.map(({ text, right, feedback }, index) => ({
    name: String(index),
    label: fill(text, scope),
    feedback: fill(feedback, scope),
    isRight: right === true || (right !== undefined && holds(right, scope)),
  }));
  const labels = (marked: readonly DrawnOption[]) =>
    marked.map(({ label }) => plainText(label)).join(' ');
  const right = options.filter(({ isRight }) => isRight);
  return {
    options: shuffled(options, seed, scope.engine),
    right: labels(right),
    value: labels(right),
    grade(answer) {
      const marked = [...new Set(answer.split(','))].map((name) => optionNamed(options, name));
      const wrong = marked.filter(({ isRight }) => !isRight);
      const missing = right.length - (marked.length - wrong.length);
      return {
        isRight: wrong.length === 0 && missing === 0,
        shown: labels(marked),
        feedback: wrong.map(({ feedback }) => feedback).join(' '),
        missing,
      };
    },
  };
}

function holds(
  claim: Exclude<MultipleResponse['options'][number]['right'], true | undefined>,
  scope: Scope,
) {
  const [a, b] = ('same' in claim ? claim.same : claim.differ).map((each) =>
    computeNumber(each, scope),
  );
  return isNear(a!, b!, rounding) === 'same' in claim;
}

/** An answer lists the names of the steps in the learner's order: "2,0,1". */
export function order(quiz: OrderQuiz, scope: Scope, seed: number): DrawnKind {
  const steps = quiz.steps.map(({ text, feedback }, index) => ({
    name: String(index),
    label: fill(text, scope),
    feedback: fill(feedback, scope),
    isRight: true,
  }));
  const labels = (ordered: readonly DrawnOption[]) =>
    ordered.map(({ label }, index) => `${index + 1}. ${plainText(label)}`).join('\n');
  const placeOf = ({ name }: DrawnOption) => quiz.steps[Number(name)]!.group ?? name;
  const wrongPlace = (ordered: readonly DrawnOption[]) =>
    ordered.findIndex((step, index) => placeOf(step) !== placeOf(steps[index]!));
  const drawn = shuffled(steps, seed, scope.engine);
  return {
    // The steps must not start in the right order.
    options: wrongPlace(drawn) < 0 ? [...drawn.slice(1), drawn[0]!] : drawn,
    right: labels(steps),
    value: labels(steps),
    grade(answer) {
      const ordered = answer.split(',').map((name) => optionNamed(steps, name));
      if (new Set(ordered).size !== steps.length) throw new RangeError(`'${answer}' is no order`);
      const place = wrongPlace(ordered);
      const isRight = place < 0;
      const feedback = isRight ? '' : ordered[place]!.feedback;
      return { isRight, shown: labels(ordered), feedback, ...(isRight ? {} : { place }) };
    },
  };
}

function optionNamed(options: readonly DrawnOption[], name: string): DrawnOption {
  const option = options.find((each) => each.name === name);
  if (!option) throw new RangeError(`'${name}' is no option`);
  return option;
}

function shuffled<Item>(items: readonly Item[], seed: number, engine: Engine): readonly Item[] {
  const places = engine.tensor.randomNormal([items.length], { seed }).data;
  const order = [...items.keys()].sort((a, b) => places[a]! - places[b]!);
  return order.map((index) => items[index]!);
}
