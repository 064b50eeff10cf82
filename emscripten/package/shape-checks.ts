/** Shape questions and verdicts, made and graded by the core. */
import type { ShapeChecks, ShapeQuestion, ShapeVerdict } from './contract.js';
import { inJavaScript, type Exchange } from './exchange.js';
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
      return exchange.given(raw.parse_shape(written, names, values) as number[] | null);
    },
    question(options) {
      const given = settings('options', options, { seed, level, stage: text });
      const from = required(given.seed, 'seed', 'options');
      const at = required(given.level, 'level', 'options');
      return exchange.given(
        raw.shape_question(from, at, given.stage ?? '') as ShapeQuestion | null,
      );
    },
    check(question, answer) {
      if (typeof question !== 'object' || question === null) {
        return refuse(question, 'question', 'a question');
      }
      const id = text(question.id, 'question.id');
      const verdict = raw.check_shape(id, text(answer, 'answer')) as ShapeVerdict | null;
      const { details, ...rest } = exchange.given(verdict);
      return { ...rest, details: withKeysInJavaScript(details) };
    },
  };
}

function level(value: unknown, name: string): number {
  const found = LEVELS.find((known) => known === value);
  return found ?? refuse(value, name, '1, 2, 3, 4 or 5');
}

function withKeysInJavaScript<Value>(record: Readonly<Record<string, Value>>) {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [inJavaScript(key), value]),
  );
}
