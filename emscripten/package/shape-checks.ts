/** Shape questions and verdicts, made and graded by the core. */
import type { ShapeChecks, ShapeQuestion, ShapeVerdict } from './contract.js';
import { ConfigError } from './errors.js';
import type { Exchange } from './exchange.js';
import { required, seed, settings, shown, size, text } from './settings.js';

const LEVELS = [1, 2, 3, 4, 5] as const;

export function shapeChecks(exchange: Exchange): ShapeChecks {
  const { raw } = exchange;
  return {
    parse(shape, sizes) {
      const written = text(shape, 'text');
      const named = Object.entries(required(sizes, 'sizes', 'parse'));
      const values = named.map(([name, value]) => size(value, `sizes.${name}`));
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
        throw new ConfigError(`question is ${shown(question)}, wanted a question`, 'question');
      }
      const id = text(question.id, 'question.id');
      return exchange.given(raw.check_shape(id, text(answer, 'answer')) as ShapeVerdict | null);
    },
  };
}

function level(value: unknown, name: string): number {
  const found = LEVELS.find((known) => known === value);
  if (found !== undefined) return found;
  throw new ConfigError(`${name} is ${shown(value)}, wanted 1, 2, 3, 4 or 5`, name);
}
