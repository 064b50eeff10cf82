/** How the desk prints what the core counted. */
import { anySize, fixed, powerOfTen, unit } from '../../lib/numbers.js';
import { findTwinUnit, unitFactor, type Unit } from '../../lib/quantity.js';
import { words } from './words/index.js';

const byteUnits: readonly Unit[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const mostDigits = 10_000;

/** The smallest unit (B, KiB, MiB, …) in which the largest value is below 10,000. */
export function chooseByteUnit(values: readonly number[]): Unit {
  const most = Math.max(...values);
  return byteUnits.find((name) => most / unitFactor(name) < mostDigits) ?? 'TiB';
}

/** GB beside GiB; bytes are bytes. */
export const decimalTwin = (binary: Unit): Unit => findTwinUnit(binary) ?? binary;

export function byteText(bytes: number, name: Unit): string {
  const amount = bytes / unitFactor(name);
  const isSmall = amount > 0 && amount < 0.005;
  const isWhole = Number.isInteger(amount) && (name === 'B' || name === 'KiB');
  return unit(isSmall ? anySize(amount) : isWhole ? words.whole(amount) : parted(amount), name);
}

const parted = (amount: number) => {
  const [wholePart, decimals] = fixed(amount).split('.');
  const thousands = words.whole(Number(wholePart));
  return decimals === undefined ? thousands : `${thousands}.${decimals}`;
};

/** A whole number in full. */
export const countText = (count: number): string =>
  Number.isInteger(count) ? words.whole(count) : parted(count);

/** With more digits than the figure has: shares and ratios with six. */
export const exactText = (value: number): string =>
  value < 1000 ? String(Number(value.toPrecision(6))) : countText(value);

/** Four significant digits and a power of ten; numbers below a million in full. */
export const flopText = (flops: number): string =>
  flops < 1e6 ? countText(flops) : powerOfTen(flops, 3);

export const percentText = (share: number): string => unit(fixed(100 * share, 1), '%');

/** A share as one writes it: 1, 1/8, 1/56.9. */
export function fractionText(share: number): string {
  const parts = Number((1 / share).toPrecision(12)); // 1 / (1 / 49) is not quite 49
  if (parts === 1) return '1';
  return share > 1
    ? fixed(share)
    : `1/${Number.isInteger(parts) ? words.whole(parts) : fixed(parts, 1)}`;
}

/** What a factor of a multiplication is printed as. */
export const factorText = (value: number): string =>
  value >= 1e15 ? powerOfTen(value, 3) : countText(value);
