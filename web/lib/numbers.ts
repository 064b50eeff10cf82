/** Number formats. The minus is U+2212; exactly zero is `0`, a small number `0.00`. */

const minus = '\u2212';
const noBreak = '\u00a0';

/** A fixed number of decimals: weights and scores 2, exponentials 3. */
export function fixed(value: number, decimals = 2): string {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return '∞';
  if (value === -Infinity) return `${minus}∞`;
  if (value === 0) return '0';
  const printed = Math.abs(value).toFixed(decimals);
  const isNegative = value < 0 && Number(printed) !== 0;
  return isNegative ? minus + printed : printed;
}

/** A share from 0 to 1 with two decimals, also for zero, so that decimal points line up. */
export const share = (value: number): string => (value === 0 ? '0.00' : fixed(value));

/** A share without its leading zero (.25), for narrow columns. */
export const shortShare = (value: number): string => share(value).replace(/^0(?=\.)/u, '');

/** One decimal below 10, none from 10 on, to fit a cell: 9.5, −3.8, 12. */
export const inCell = (value: number): string =>
  Math.abs(value) >= 9.95 && Number.isFinite(value) ? fixed(value, 0) : fixed(value, 1);

/** Up to two decimals, without trailing zeros: 3.5, 10.67, 4. */
export const plain = (value: number): string =>
  fixed(value)
    .replace(/(\.\d*?)0+$/u, '$1')
    .replace(/\.$/u, '');

const superscript = (digits: string) =>
  [...digits].map((digit) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(digit)]).join('');

/** The number with `decimals` decimals and a power of ten: 8.246 × 10¹¹. */
export function powerOfTen(value: number, decimals: number): string {
  const [mantissa, power] = value.toExponential(decimals).split('e');
  return `${mantissa}\u00a0×\u00a010${superscript(power!.replace('+', ''))}`;
}

/** A non-negative number of any size: 0, 1.2 × 10⁻⁷, 0.38, 5.2 × 10²⁰. */
export function anySize(value: number): string {
  const isPlain = !Number.isFinite(value) || value === 0 || (value >= 0.005 && value < 1000);
  return isPlain ? fixed(value) : powerOfTen(value, 1);
}

/** A share from 0 to 1 as a percentage. */
export const percent = (share: number): string => unit((share * 100).toFixed(0), '%');

/** Number and unit with a space between that does not break. */
export const unit = (value: string, name: string): string => value + noBreak + name;

/** The word after a number, in English and in German. */
export const plural = (n: number, one: string, many: string): string => (n === 1 ? one : many);

/** A number and its noun: "1 head", "4 heads". */
export const counted = (n: number, one: string, many: string): string =>
  `${n} ${plural(n, one, many)}`;

/** A whole number with thousands separators: 1,234. */
export const whole = (n: number): string => n.toLocaleString('en');

const numerals = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
/** A count up to eight as a word, and a larger one in digits. */
export const inWords = (n: number): string => numerals[n] ?? whole(n);
