/** Texts of quizzes. The build converts their formulas to MathML. */

const begin = '<math alttext="';
const end = '</math>';

interface Formula {
  readonly index: number;
  readonly markup: string;
}

/** Reads the text once. A regular expression might read it to the end for each formula. */
function formulasIn(text: string): Formula[] {
  const formulas: Formula[] = [];
  let index = text.indexOf(begin);
  while (index >= 0) {
    const from = index + begin.length;
    const quote = text.indexOf('"', from);
    const isOne = quote >= 0 && text[quote + 1] === '>';
    const after = isOne ? text.indexOf(end, quote) : from;
    if (after < 0) break; // later formulas have no end either
    const next = isOne ? after + end.length : from;
    if (isOne) formulas.push({ index, markup: text.slice(index, next) });
    index = text.indexOf(begin, next);
  }
  return formulas;
}

/** Plain text, or a formula. */
interface Piece {
  readonly text: string;
  readonly isMathMl: boolean;
}

export function splitFormulas(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { markup, index } of formulasIn(text)) {
    pieces.push({ text: text.slice(start, index), isMathMl: false });
    pieces.push({ text: markup, isMathMl: true });
    start = index + markup.length;
  }
  return [...pieces, { text: text.slice(start), isMathMl: false }];
}

/** The text without markup, for screen readers and copying. */
export const plainText = (text: string): string =>
  splitFormulas(text)
    .map(({ text, isMathMl }) => (isMathMl ? alttextOf(text) : text))
    .join('');

const alttextOf = (markup: string): string =>
  markup
    .slice(begin.length, markup.indexOf('"', begin.length))
    .replace(/&quot;/gu, '"')
    .replace(/&lt;/gu, '<')
    .replace(/&amp;/gu, '&');
