import { css, shareColour, textOn } from '../../lib/colour.js';
import { escapeText, wrapText } from '../../lib/file-text.js';
import { label } from '../../lib/label.js';
import { fixed } from '../../lib/numbers.js';
import { at } from '../../lib/tensor-view.js';
import { fonts, headColours, palette } from '../../lib/tokens.js';
import { addedText } from './numbers.js';
import type { MasksRun } from './run.js';
import { heads } from './state.js';

/** The words that the saved picture carries. */
export interface PictureWords {
  readonly question: string;
  readonly caption: string;
  readonly mask: string;
  readonly head: (head: number) => string;
}

const margin = 40;
const pageWidth = 1120;
const [top, labels] = [84, 60];
const cells = { mask: 44, map: 34, gap: 2 };
const captionLine = 22;
/** So many letters of the caption fit into a line. */
const captionLetters = 130;
const [ink, ink2] = [palette.ink[0], palette['ink-2'][0]];

/** The mask and the weights of all heads as a picture of its own: light, with its caption. */
export function masksSvg(run: MasksRun, words: PictureWords): string {
  const { state, keys, added } = run;
  const [T, S] = [state.tokens.length, keys.length];
  const mapWidth = labels + S * (cells.map + cells.gap) + 30;
  const mapHeight = 56 + T * (cells.map + cells.gap);
  const left = margin + labels + S * (cells.mask + cells.gap) + 40;
  const mask = grid(run, margin, top, cells.mask, (row, column) =>
    maskCell(at(added, state.head, row, column)),
  );
  const maps = Array.from({ length: heads }, (_, head) => {
    const x = left + (head % 2) * mapWidth;
    const y = top + Math.floor(head / 2) * mapHeight;
    const colour = headColours[head % headColours.length]![0];
    return [
      `<rect x="${x}" y="${y - 26}" width="10" height="10" rx="2" fill="${colour}"/>`,
      text(x + 16, y - 17, words.head(head), 'font-weight="600"'),
      grid(run, x, y, cells.map, (row, column) => weightCell(run, head, row, column)),
    ].join('');
  });
  const captions = wrapText(words.caption, captionLetters);
  const captionTop = top + Math.max(2 * mapHeight, 30 + T * (cells.mask + cells.gap)) + captionLine;
  const width = Math.max(pageWidth, left + 2 * mapWidth + margin);
  const height = captionTop + captions.length * captionLine;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeText(fonts.ui)}" font-size="12" fill="${ink}">
<title>${escapeText(words.question)}</title>
<rect width="100%" height="100%" fill="${palette.page[0]}"/>
<rect x="${margin}" y="20" width="${width - 2 * margin}" height="2"/>
${text(margin, 46, words.question, 'font-size="19" font-weight="600"')}
${text(margin, top - 17, words.mask, 'font-weight="600"')}
${mask}
${maps.join('\n')}
${captions.map((line, i) => text(margin, captionTop + i * captionLine, line, `font-size="14" fill="${ink2}"`)).join('\n')}
</svg>
`;
}

interface Cell {
  readonly text: string;
  readonly fill: string | null;
  readonly ink: string;
}

const maskCell = (value: number): Cell => ({
  text: addedText(value),
  fill: value === -Infinity ? null : palette.kept[0],
  ink,
});

function weightCell({ added, after }: MasksRun, head: number, row: number, column: number): Cell {
  if (at(added, head, row, column) === -Infinity) return { text: '–', fill: null, ink: ink2 };
  const weight = at(after.weights, head, row, column);
  const colour = shareColour(weight);
  return { text: weight < 0.1 ? '' : fixed(weight), fill: css(colour), ink: textOn(colour) };
}

function grid(
  { state, keys }: MasksRun,
  x: number,
  y: number,
  size: number,
  cell: (row: number, column: number) => Cell,
): string {
  const pitch = size + cells.gap;
  const [left, first] = [x + labels, y + 8];
  return [
    ...keys.map((key, i) =>
      text(left + i * pitch + size / 2, y, label(key, i, 6), `text-anchor="middle" fill="${ink2}"`),
    ),
    ...state.tokens.map((token, row) => {
      const middle = first + row * pitch + size / 2 + 4;
      return [
        text(left - 7, middle, label(token, row, 8), `text-anchor="end" fill="${ink2}"`),
        ...keys.map((_, column) => {
          const { text: words, fill, ink } = cell(row, column);
          const cornerX = left + column * pitch;
          const look = fill === null ? `fill="none" stroke="${palette.hair[0]}"` : `fill="${fill}"`;
          return (
            `<rect x="${cornerX}" y="${first + row * pitch}" width="${size}" height="${size}" ${look}/>` +
            text(cornerX + size / 2, middle, words, `text-anchor="middle" fill="${ink}"`)
          );
        }),
      ].join('');
    }),
  ].join('\n');
}

const text = (x: number, y: number, words: string, attributes = '') =>
  words === '' ? '' : `<text x="${x}" y="${y}" ${attributes}>${escapeText(words)}</text>`;
