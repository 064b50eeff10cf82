/** Pictures that are saved as files: light, with their question on top and their caption below. */
import { px } from './drawing.js';
import { escapeText, wrapText } from './file-text.js';
import { symbols } from './symbols.js';
import { fonts, palette } from './tokens.js';

/** Around the picture, in px. */
export const margin = 40;

export interface SavedPicture {
  readonly width: number;
  /** Where the content ends. */
  readonly bottom: number;
  readonly question: string;
  /** Marked-up text; it begins below the question, at 72 px. */
  readonly content: readonly string[];
  readonly caption: string;
  /** What is needed to make the same picture again, such as the seed. */
  readonly note?: string;
  /** For texts without a size of their own. */
  readonly fontSize?: number;
}

const captionSize = 15;
const captionLine = 24;
/** The room for a letter of the caption, in px. Most letters are narrower. */
const letterWidth = 8.4;

export function savedPicture(picture: SavedPicture): string {
  const { width, bottom, question, content, caption, note = '', fontSize = 12 } = picture;
  const letters = Math.floor((width - 2 * margin) / letterWidth);
  const lines = [caption, note].filter(Boolean).flatMap((text) => wrapText(text, letters));
  const captionTop = Math.ceil(bottom) + 36;
  const height = captionTop + lines.length * captionLine;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeText(fonts.ui)}" font-size="${fontSize}" fill="${palette.ink[0]}">
<title>${escapeText(question)}</title>
<rect width="100%" height="100%" fill="${palette.page[0]}"/>
<rect x="${margin}" y="24" width="${width - 2 * margin}" height="2"/>
${textAt(margin, 56, question, 'font-size="19" font-weight="600"')}
${content.join('\n')}
${lines.map((line, i) => textAt(margin, captionTop + i * captionLine, line, `font-size="${captionSize}" ${quiet}`)).join('\n')}
</svg>
`;
}

export const quiet = `fill="${palette['ink-2'][0]}"`;

/** @param attributes  of the text, as markup */
export const textAt = (x: number, y: number, text: string, attributes = ''): string =>
  text && `<text x="${px(x)}" y="${px(y)}" ${attributes}>${drawSymbols(text)}</text>`;

export const moveTo = (x: number, y: number, inner: string): string =>
  `<g transform="translate(${px(x)} ${px(y)})">${inner}</g>`;

/** Text with its symbols as in formulas. What follows an index is on the line again. */
const drawSymbols = (text: string): string =>
  escapeText(text)
    .split(symbols)
    .map((part, i) => {
      if (i % 2 === 0) return i > 0 && part ? `<tspan dy="-3">${part}</tspan>` : part;
      const [letter, index] = part.split(/[_\u200a]/u);
      return `<tspan font-family="${escapeText(fonts.prose)}" font-style="italic">${letter}<tspan dy="3" font-size="75%">${index}</tspan></tspan>`;
    })
    .join('');
