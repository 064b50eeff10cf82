/** Shape questions and verdicts: the core computes them, shape-texts.ts has the sentences. */
import type { Answer } from './answer.js';
import type { ShapeChecks, ShapeVerdict } from './contract.js';
import type { Exchange } from './exchange.js';
import { PATTERN_RUN, SHAPE_LEVELS, SHAPE_QUESTION, SHAPE_VERDICT } from './fields.js';
import { explainRun, explainVerdict, questions } from './shape-texts.js';
import {
  type Check,
  count,
  definedEntries,
  limitNames,
  listOf,
  refuse,
  required,
  settings,
  text,
  wholeFromZero,
} from './settings.js';

const level: Check<number> = (value, name) =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= SHAPE_LEVELS
    ? (value as number)
    : refuse(value, name, `a whole number from 1 to ${SHAPE_LEVELS}`);

const stage: Check<string> = (value, name) =>
  text(value, name) || refuse(value, name, 'the id of a stage');

export function shapeChecks(exchange: Exchange): ShapeChecks {
  return {
    parse(shape, sizes) {
      const message = [text(shape, 'text'), ...namesAndSizes(sizes, 'parse')];
      return exchange.call('parse_shape', { message }, (answer) => answer.numbers());
    },
    question(options) {
      const checked = settings('options', options, { seed: wholeFromZero, level, stage });
      const from = required(checked.seed, 'seed', 'options');
      const at = required(checked.level, 'level', 'options');
      const message = [from, at, checked.stage ?? ''];
      return exchange.call('shape_question', { message }, (answer) => {
        const question = answer.fields(SHAPE_QUESTION);
        return { ...question, ...questions[question.stage]! };
      });
    },
    check(question, answer) {
      if (typeof question !== 'object' || question === null) {
        return refuse(question, 'question', 'a question');
      }
      const message = [text(question.id, 'question.id'), text(answer, 'answer')];
      return exchange.call('check_shape', { message }, verdictIn);
    },
    runPattern(steps, sizes, expected) {
      const message = [
        listOf(text)(steps, 'steps'),
        ...namesAndSizes(sizes, 'runPattern'),
        text(expected, 'expected'),
      ];
      return exchange.call('run_pattern', { message }, (answer) => {
        const results = answer.fields(PATTERN_RUN);
        const run = { shape: results.origins.shape, ...results };
        return { ...run, explanation: explainRun(run, expected) };
      });
    },
  };
}

/** The names of sizes and their values, as the core reads them. */
function namesAndSizes(sizes: unknown, where: string): [names: string[], values: number[]] {
  const named = limitNames(definedEntries(required(sizes, 'sizes', where), 'sizes'), 'sizes');
  return [named.map(([name]) => name), named.map(([name, value]) => count(value, `sizes.${name}`))];
}

function verdictIn(answer: Answer): ShapeVerdict {
  const {
    correct,
    answer: sizes,
    actual,
    axis,
    misconception,
    explanationId,
    ...values
  } = answer.fields(SHAPE_VERDICT);
  const axes = `[${values.axes.join(', ')}]`;
  const details: ShapeVerdict['details'] = correct
    ? { axes }
    : axis === null
      ? { axes, rank: sizes.length, rankWanted: actual.length }
      : { axes, axisName: values.axes[axis]!, given: sizes[axis]!, wanted: actual[axis]! };
  const verdict = { correct, actual, axis, misconception, explanationId, values, details };
  return { ...verdict, explanation: explainVerdict(verdict) };
}
