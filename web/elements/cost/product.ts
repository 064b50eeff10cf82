import type { CostNumber } from './costs.js';
import { byteText, chooseByteUnit, decimalTwin, factorText, percentText } from './format.js';
import { splitFormula, type Part } from './formulas.js';
import { words } from './words/index.js';

/** What a product counts, which decides how it is printed. */
export type ProductKind = 'bytes' | 'count' | 'share';

export interface Product {
  readonly parts: readonly Part[];
  /** The exact number. */
  readonly result: string;
  /** Below it: the same in other units, or empty. */
  readonly note: string;
}

/** A number as the product, sum or quotient that it is. */
export function productOf({ value, formula, sizes }: CostNumber): Product {
  const kind = kindOf(formula, value);
  return {
    parts: splitFormula(formula, sizes),
    result: kind === 'share' ? percentText(value) : factorText(value),
    note: kind === 'bytes' ? inUnits(value) : '',
  };
}

/** A product with a factor of bytes is in bytes; a quotient below 10 that is not whole is a share. */
function kindOf(formula: string, value: number): ProductKind {
  if (/\b(bytes|weight_bytes)\b/u.test(formula)) return 'bytes';
  return formula.includes('/') && value < 10 && !Number.isInteger(value) ? 'share' : 'count';
}

function inUnits(bytes: number): string {
  const unit = chooseByteUnit([bytes]);
  if (unit === 'B') return words.factors.bytes;
  return words.multiplication.inUnits(byteText(bytes, unit), byteText(bytes, decimalTwin(unit)));
}

export const factorName = (name: string): string =>
  Object.hasOwn(words.factors, name) ? words.factors[name as keyof typeof words.factors] : name;

/** In one line, to be read or copied: 2 (K and V) × 80 (layers) = 160. */
export function productText(product: Product): string {
  const parts = product.parts.map((part) => {
    if ('sign' in part) return part.sign;
    const name = factorName(part.name);
    return factorText(part.value) + (name && ` (${name})`);
  });
  const written = parts.join(' ').replace(/\( /gu, '(').replace(/ \)/gu, ')');
  return `${written} = ${product.result}${product.note && ` ${product.note}`}`;
}
