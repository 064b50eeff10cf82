import { fixed, plain } from '../../lib/numbers.js';

/** What is added to a score: 0, −0.31, −∞; small slopes have three decimals. */
export function addedText(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 0.1;
  return Number.isFinite(value) && !isSmall ? plain(value) : fixed(value, 3);
}
