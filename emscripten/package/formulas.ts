/** Formulas as people write them, computed by the core. */
import type { Formulas } from './contract.js';
import type { Exchange } from './exchange.js';
import { definedEntries, listOf, limitNames, number, required, text } from './settings.js';

export function formulas(exchange: Exchange): Formulas {
  return {
    evaluate(formula, values) {
      const formulaText = text(formula, 'text');
      const named = limitNames(
        definedEntries(required(values, 'values', 'evaluate'), 'values'),
        'values',
      );
      const numbers = named.map(([name, value]) => number(value, `values.${name}`));
      const names = named.map(([name]) => name);
      const message = [formulaText, names, ...numbers];
      return exchange.number('evaluate_formula', { message });
    },
    sameValue(a, b, names) {
      const known = limitNames(listOf(text)(names, 'names'), 'names');
      const message = [text(a, 'a'), text(b, 'b'), known];
      return exchange.number('same_value', { message }) !== 0;
    },
  };
}
