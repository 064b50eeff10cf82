/** Formulas as people write them, computed by the core. */
import type { Formulas } from './contract.js';
import type { Exchange } from './exchange.js';
import { entriesOf, listOf, limitNames, number, required, text } from './settings.js';

export function formulas(exchange: Exchange): Formulas {
  const { raw } = exchange;
  return {
    evaluate(formula, values) {
      const written = text(formula, 'text');
      const named = limitNames(
        entriesOf(required(values, 'values', 'evaluate'), 'values'),
        'values',
      );
      const numbers = named.map(([name, value]) => number(value, `values.${name}`));
      const names = named.map(([name]) => name);
      exchange.send(written, names, ...numbers);
      return exchange.answer(raw.evaluate_formula()).number();
    },
    sameValue(a, b, names) {
      exchange.send(text(a, 'a'), text(b, 'b'), limitNames(listOf(text)(names, 'names'), 'names'));
      return exchange.answer(raw.same_value()).flag();
    },
  };
}
