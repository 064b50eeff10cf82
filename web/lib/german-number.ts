import { whole as english } from './numbers.js';

/**
 * Separates thousands by a narrow space (DIN 1333), not by a point: numbers have a decimal point in
 * every language, as in the core.
 */
export const separateThousands = (number: string): string => number.replaceAll(',', '\u202f');
export const whole = (n: number): string => separateThousands(english(n));
