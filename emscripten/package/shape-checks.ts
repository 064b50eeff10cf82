/** Shape questions and verdicts, made and graded by the core. */
import type { ShapeChecks, ShapeVerdict } from './contract.js';
import type { Answer, Exchange } from './exchange.js';
import { count, entriesOf, refuse, required, seed, settings, text } from './settings.js';

const LEVELS = [1, 2, 3, 4, 5] as const;

export function shapeChecks(exchange: Exchange): ShapeChecks {
  const { raw } = exchange;
  return {
    parse(shape, sizes) {
      const written = text(shape, 'text');
      const named = entriesOf(required(sizes, 'sizes', 'parse'), 'sizes');
      const values = named.map(([name, value]) => count(value, `sizes.${name}`));
      const names = named.map(([name]) => name);
      exchange.tell(written, names, values);
      return exchange.answer(raw.parse_shape()).numbers();
    },
    question(options) {
      const given = settings('options', options, { seed, level, stage: text });
      const from = required(given.seed, 'seed', 'options');
      const at = required(given.level, 'level', 'options');
      exchange.tell(given.stage ?? '');
      const answer = exchange.answer(raw.shape_question(from, at));
      return {
        id: answer.text(),
        prompt: answer.text(),
        code: answer.text(),
        stage: answer.text(),
        level: at,
        sizes: Object.fromEntries(answer.list(() => [answer.text(), answer.number()] as const)),
      };
    },
    check(question, answer) {
      if (typeof question !== 'object' || question === null) {
        return refuse(question, 'question', 'a question');
      }
      exchange.tell(text(question.id, 'question.id'), text(answer, 'answer'));
      return verdictIn(exchange.answer(raw.check_shape()));
    },
  };
}

function verdictIn(answer: Answer): ShapeVerdict {
  const correct = answer.flag();
  const [given, actual] = [answer.numbers(), answer.numbers()];
  const axis = answer.number();
  const [axes, axisName] = [answer.text(), answer.text()];
  const details = correct
    ? { axes }
    : axis < 0
      ? { axes, rank: given.length, rankWanted: actual.length }
      : { axes, axisName, given: given[axis]!, wanted: actual[axis]! };
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
