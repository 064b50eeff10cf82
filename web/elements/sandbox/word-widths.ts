import { fonts } from '../../lib/tokens.js';

let context: CanvasRenderingContext2D | null = null;
const measured = 100;

/** The width of each word in em, in the prose font. */
export function wordWidths(words: readonly string[]): number[] {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return words.map((word) => 0.6 * word.length);
  context.font = `${measured}px ${fonts.prose}`;
  return words.map((word) => context!.measureText(word).width / measured);
}
