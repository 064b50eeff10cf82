import type { Engine } from '../../emscripten/package/contract.js';
import { computeNumber, type Scope } from './computed.js';
import { parseExpression, requireUnit } from './expression.js';
import type { NumberSource } from './number-source.js';
import { fixed, unit as withUnit, whole } from './numbers.js';
import { formatNumber, isUnit, unitFactor, type Unit } from './quantity.js';

/** A number in a sentence, as it is written: what it is, in which unit, with how many decimals. */
export interface ValueRequest {
  readonly expr: string;
  /** Empty for a plain number. */
  readonly unit: string;
  /** null: as many as it needs. */
  readonly decimals: number | null;
}

export interface ComputedValue {
  readonly source: NumberSource;
  readonly value: number;
  readonly unit: Unit | undefined;
  readonly decimals: number | null;
}

export const scopeOf = (engine: Engine): Scope => ({ engine, numbers: {}, tensors: [] });

/** @throws RangeError or an error of the core, for what cannot be computed or has another unit */
export function computeValue(
  { expr, unit, decimals }: ValueRequest,
  engine: Engine,
): ComputedValue {
  if (unit !== '' && !isUnit(unit)) throw new RangeError(`'${unit}' is no unit`);
  if (decimals !== null && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 6)) {
    throw new RangeError(`decimals must be a whole number from 0 to 6`);
  }
  const source = parseExpression(expr);
  const known = unit === '' ? undefined : unit;
  requireUnit(source, known);
  return { source, value: computeNumber(source, scopeOf(engine)), unit: known, decimals };
}

/** @param printWhole  how the language separates thousands */
export function valueText(
  { value, unit, decimals }: ComputedValue,
  printWhole: (n: number) => string = whole,
): string {
  const amount = value / unitFactor(unit);
  const text =
    decimals !== null && decimals > 0
      ? fixed(amount, decimals)
      : decimals === 0 || Number.isInteger(amount) || Math.abs(amount) >= 10_000
        ? printWhole(Math.round(amount))
        : formatNumber(amount);
  const signed = text.replace(/^-/u, '−');
  return unit === undefined ? signed : withUnit(signed, unit);
}
