/** Shape questions and verdicts, computed by the core. */
import type { PatternRun, ShapeChecks, ShapeVerdict } from './contract.js';
import type { Answer, Exchange } from './exchange.js';
import {
  count,
  entriesOf,
  listOf,
  limitNames,
  refuse,
  required,
  seed,
  settings,
  text,
} from './settings.js';

const LEVELS = [1, 2, 3, 4, 5] as const;

export function shapeChecks(exchange: Exchange): ShapeChecks {
  const { raw } = exchange;
  return {
    parse(shape, sizes) {
      exchange.send(text(shape, 'text'), ...namesAndSizes(sizes, 'parse'));
      return exchange.answer(raw.parse_shape()).numbers();
    },
    question(options) {
      const checked = settings('options', options, { seed, level, stage: text });
      const from = required(checked.seed, 'seed', 'options');
      const at = required(checked.level, 'level', 'options');
      exchange.send(checked.stage ?? '');
      const answer = exchange.answer(raw.shape_question(from, at));
      return {
        id: answer.text(),
        prompt: answer.text(),
        code: answer.text(),
        stage: answer.text(),
        level: at,
        sizes: sizesIn(answer),
      };
    },
    check(question, answer) {
      if (typeof question !== 'object' || question === null) {
        return refuse(question, 'question', 'a question');
      }
      exchange.send(text(question.id, 'question.id'), text(answer, 'answer'));
      return verdictIn(exchange.answer(raw.check_shape()));
    },
    runPattern(steps, sizes, expected) {
      exchange.send(
        listOf(text)(steps, 'steps'),
        ...namesAndSizes(sizes, 'runPattern'),
        text(expected, 'expected'),
      );
      return patternRunIn(exchange.answer(raw.run_pattern()));
    },
  };
}

/** The names of sizes and their values, as the core reads them. */
function namesAndSizes(sizes: unknown, where: string): [names: string[], values: number[]] {
  const named = limitNames(entriesOf(required(sizes, 'sizes', where), 'sizes'), 'sizes');
  return [named.map(([name]) => name), named.map(([name, value]) => count(value, `sizes.${name}`))];
}

const sizesIn = (answer: Answer): Record<string, number> =>
  Object.fromEntries(answer.list(() => [answer.text(), answer.number()] as const));

function patternRunIn(answer: Answer): PatternRun {
  const axes = sizesIn(answer);
  const [misplaced, explanation] = [answer.number(), answer.text()];
  const coordinates = () => {
    const values = answer.numbers();
    return Object.fromEntries(Object.keys(axes).map((name, i) => [name, values[i]!]));
  };
  const firstMisplaced = answer.flag()
    ? { at: answer.numbers(), holds: coordinates(), shouldHold: coordinates() }
    : null;
  const [origins, wanted] = [answer.tensor(), answer.tensor()];
  return {
    shape: origins.shape,
    misplaced,
    firstMisplaced,
    explanation,
    axes,
    origins,
    wanted,
  };
}

function verdictIn(answer: Answer): ShapeVerdict {
  const correct = answer.flag();
  const [sizes, actual] = [answer.numbers(), answer.numbers()];
  const axis = answer.number();
  const [axes, axisName] = [answer.text(), answer.text()];
  const details = correct
    ? { axes }
    : axis < 0
      ? { axes, rank: sizes.length, rankWanted: actual.length }
      : { axes, axisName, given: sizes[axis]!, wanted: actual[axis]! };
  return {
    correct,
    actual,
    axis: axis < 0 ? null : axis,
    misconception: answer.text() || null,
    explanation: answer.text(),
    details: details as ShapeVerdict['details'],
  };
}

function level(value: unknown, name: string): number {
  const found = LEVELS.find((known) => known === value);
  return found ?? refuse(value, name, '1, 2, 3, 4 or 5');
}
