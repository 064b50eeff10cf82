import { whole as english } from './numbers.js';

/**
 * Thousands are parted by a narrow space, as DIN 1333 has it: a point would be read as the decimal
 * point, which stays the core's in every language.
 */
export const parted = (number: string): string => number.replaceAll(',', '\u202f');
export const whole = (n: number): string => parted(english(n));
