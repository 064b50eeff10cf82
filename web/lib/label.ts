/** Short labels for tokens. A token that is cut gets its index: `inter…₄`. */

const subscripts = '₀₁₂₃₄₅₆₇₈₉';
const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/** Splits text into the characters that a reader sees: an emoji with modifiers is one. */
export const characters = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), (part) => part.segment) : [...text];

const subscript = (index: number): string =>
  [...String(index)].map((digit) => subscripts[Number(digit)]).join('');

export function label(token: string, index: number, room: number): string {
  const letters = characters(token);
  if (letters.length <= room) return token;
  const tail = `…${subscript(index)}`;
  return letters.slice(0, Math.max(1, room - tail.length)).join('') + tail;
}
