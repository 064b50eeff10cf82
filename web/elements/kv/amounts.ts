/** How amounts are printed. Names of models and precisions are the same in every language. */
import { fixed, unit } from '../../lib/numbers.js';
import { publishedNames } from '../../lib/published-names.js';
import { findTwinUnit, unitFactor, type Unit } from '../../lib/quantity.js';
import type { BigModel, Precision } from './state.js';
import { words } from './words/index.js';

export const bytesText = (bytes: number): string => unit(words.count(bytes), 'B');

const binaryUnits: readonly Unit[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const mostDigits = 10_000;

const amount = (bytes: number, name: Unit): string => {
  const value = bytes / unitFactor(name);
  const isWhole = Number.isInteger(value) && (name === 'KiB' || value >= 100);
  const [whole, decimals] = fixed(value).split('.');
  const text =
    name === 'B' || isWhole || !decimals
      ? words.count(value)
      : `${words.count(Number(whole))}.${decimals}`;
  return unit(text, name);
};

const unitOf = (bytes: number): Unit =>
  binaryUnits.find((name) => bytes / unitFactor(name) < mostDigits) ?? 'TiB';

/** 90 KiB, 2.81 GiB. */
export const binaryText = (bytes: number): string => amount(bytes, unitOf(bytes));
/** The same, and in GB: 3.02 GB. @param most  the largest of the column, whose unit all have */
export const sizeTexts = (
  bytes: number,
  most: number,
): readonly [binary: string, decimal: string] => {
  const binary = binaryUnits.find((name) => most / unitFactor(name) < 1024) ?? 'TiB';
  return [amount(bytes, binary), amount(bytes, findTwinUnit(binary) ?? binary)];
};

/** The names of models; one's own has none. */
export const modelName = (model: BigModel): string =>
  model === 'own' ? words.big.own : publishedNames[model];

export const precisionNames: Readonly<Record<Precision, string>> = {
  ...{ fp32: 'FP32', fp16: 'FP16', fp8: 'FP8', int4: 'INT4' },
};
