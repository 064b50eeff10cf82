/** Texts of quizzes. The build converts their formulas to MathML. */

const formula = /<math alttext="([^"]*)">.*?<\/math>/gu;

/** Plain text, or a formula. */
interface Piece {
  readonly text: string;
  readonly isMathMl: boolean;
}

export function splitFormulas(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: markup, index } of text.matchAll(formula)) {
    pieces.push({ text: text.slice(end, index), isMathMl: false });
    pieces.push({ text: markup, isMathMl: true });
    end = index + markup.length;
  }
  return [...pieces, { text: text.slice(end), isMathMl: false }];
}

/** The text without markup, for screen readers and copying. */
export const plainText = (text: string): string =>
  text.replace(formula, (_, alttext: string) =>
    alttext
      .replace(/&quot;/gu, '"')
      .replace(/&lt;/gu, '<')
      .replace(/&amp;/gu, '&'),
  );
