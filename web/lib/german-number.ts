import { whole as english } from './numbers.js';

/**
 * Separates thousands by a narrow space (DIN 1333), not by a point: numbers have a decimal point in
 * every language, as in the core.
 */
export const separateThousands = (number: string): string => number.replaceAll(',', '\u202f');
export const whole = (n: number): string => separateThousands(english(n));

const numerals = ['kein', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht'];
/** A count up to eight as a word, and a larger one in digits. */
export const inWords = (n: number): string => numerals[n] ?? whole(n);
