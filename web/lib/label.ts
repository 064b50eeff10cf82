/** A token as a label that fits a number of characters: cut, it keeps its index. */

const subscripts = '₀₁₂₃₄₅₆₇₈₉';
const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/** What a reader sees as one character: an emoji with its modifiers is one. */
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
