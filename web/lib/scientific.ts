/** Numbers of any size: with a power of ten, or with significant digits. */
import { fixed, share } from './numbers.js';

const superscript = (digits: string) =>
  [...digits].map((digit) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(digit)]).join('');

/** With so many decimals and a power of ten: 8.246 × 10¹¹. */
export function powerOfTen(value: number, decimals: number): string {
  const [mantissa, power] = value.toExponential(decimals).split('e');
  return `${mantissa}\u00a0×\u00a010${superscript(power!.replace('+', ''))}`;
}

/** A non-negative number of any size: 0, 1.2 × 10⁻⁷, 0.38, 5.2 × 10²⁰. */
export function anySize(value: number): string {
  const isPlain = !Number.isFinite(value) || value === 0 || (value >= 0.001 && value < 1000);
  return isPlain ? fixed(value) : powerOfTen(value, 1);
}

/** A loss; it may be huge, because runs can diverge. */
export const lossText = (value: number): string => (value < 1000 ? share(value) : anySize(value));

/** Three significant digits; all digits before the point: 0.92, 5.23, 64.6, 1,234. */
export function significant(value: number): string {
  const decimals = value < 1 ? 2 : Math.max(2 - Math.floor(Math.log10(value)), 0);
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en', fraction);
}
