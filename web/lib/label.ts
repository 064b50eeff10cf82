/** Short labels for tokens. A token that is cut gets its index: `inter…₄`. */

const subscripts = '₀₁₂₃₄₅₆₇₈₉';
let segmenter: Intl.Segmenter | undefined;

/**
 * Splits text into the characters that a reader sees: an emoji with modifiers is one. Plain letters do
 * without a segmenter, which takes longer to make than a figure to draw.
 */
function characters(text: string): string[] {
  if (/^[ -~]*$/u.test(text) || !('Segmenter' in Intl)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

const subscript = (index: number): string =>
  [...String(index)].map((digit) => subscripts[Number(digit)]).join('');

export function label(token: string, index: number, room: number): string {
  const letters = characters(token);
  if (letters.length <= room) return token;
  const tail = `…${subscript(index)}`;
  return letters.slice(0, Math.max(1, room - tail.length)).join('') + tail;
}
