/** Shape questions and verdicts, made and graded by the core. */
import type { ShapeChecks } from './contract.js';
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
      const verdict = exchange.answer(raw.check_shape());
      const [correct, actual, axis] = [verdict.flag(), verdict.numbers(), verdict.number()];
      return {
        correct,
        actual,
        axis: axis < 0 ? null : axis,
        misconception: verdict.text() || null,
        explanation: verdict.text(),
        details: Object.fromEntries(
          verdict.list(() => {
            const name = inJavaScript(verdict.text());
            return [name, verdict.flag() ? verdict.number() : verdict.text()] as const;
          }),
        ),
      };
    },
  };
}

function level(value: unknown, name: string): number {
  const found = LEVELS.find((known) => known === value);
  return found ?? refuse(value, name, '1, 2, 3, 4 or 5');
}
