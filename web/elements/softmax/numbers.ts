import { anySize, fixed, plain } from '../../lib/numbers.js';

/** A score as it was typed, with at least one decimal: 2.0, 0.1, −1.25. */
export function scoreText(score: number): string {
  const decimals = Math.max(1, String(score).split('.')[1]?.length ?? 0);
  return score === 0 ? '0.0' : fixed(score, decimals);
}

/** For an input, which has a hyphen as its minus. */
export const typedScore = (score: number): string => scoreText(score).replace('\u2212', '-');

/** An exponent: as few digits as it needs, at most two decimals. */
export const exponentText = (exponent: number): string => plain(exponent);

/** A power, a sum of them: three decimals while there is room. */
export const powerText = (power: number): string =>
  Math.abs(power) < 10_000 || !Number.isFinite(power) ? fixed(power, 3) : anySize(power);

export const weightText = (weight: number): string => fixed(weight, 3);

/** All weights together: 1, but for what rounding leaves. */
export const togetherText = (sum: number): string => plain(sum);

/** A number below 0 in an expression has parentheses. */
export const inExpression = (text: string): string =>
  text.startsWith('\u2212') ? `(${text})` : text;

/** What the sum is made of: powers, or the scores themselves. */
export const termText = (value: number, isPower: boolean): string =>
  isPower ? powerText(value) : exponentText(value);
