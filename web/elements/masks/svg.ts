import { css, shareColour, textOn } from '../../lib/colour.js';
import { colourIn } from '../../lib/drawing.js';
import { label } from '../../lib/label.js';
import { fixed } from '../../lib/numbers.js';
import { margin, savedPicture, textAt } from '../../lib/saved-picture.js';
import { at } from '../../lib/tensor-view.js';
import { palette } from '../../lib/tokens.js';
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

const pageWidth = 1120;
const [top, labels] = [100, 60];
const cells = { mask: 44, map: 34, gap: 2 };
const [ink, ink2] = [palette.ink[0], palette['ink-2'][0]];

/** The mask and the weights of all heads as a picture of its own, with its caption. */
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
    const colour = colourIn({ head }, 0);
    return [
      `<rect x="${x}" y="${y - 26}" width="10" height="10" rx="2" fill="${colour}"/>`,
      textAt(x + 16, y - 17, words.head(head), 'font-weight="600"'),
      grid(run, x, y, cells.map, (row, column) => weightCell(run, head, row, column)),
    ].join('');
  });
  return savedPicture({
    ...{ question: words.question, caption: words.caption },
    width: Math.max(pageWidth, left + 2 * mapWidth + margin),
    bottom: top + Math.max(2 * mapHeight - 42, T * (cells.mask + cells.gap) + 8),
    content: [textAt(margin, top - 17, words.mask, 'font-weight="600"'), mask, ...maps],
  });
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
      textAt(
        left + i * pitch + size / 2,
        y,
        label(key, i, 6),
        `text-anchor="middle" fill="${ink2}"`,
      ),
    ),
    ...state.tokens.map((token, row) => {
      const middle = first + row * pitch + size / 2 + 4;
      return [
        textAt(left - 7, middle, label(token, row, 8), `text-anchor="end" fill="${ink2}"`),
        ...keys.map((_, column) => {
          const { text: words, fill, ink } = cell(row, column);
          const cornerX = left + column * pitch;
          const look = fill === null ? `fill="none" stroke="${palette.hair[0]}"` : `fill="${fill}"`;
          return (
            `<rect x="${cornerX}" y="${first + row * pitch}" width="${size}" height="${size}" ${look}/>` +
            textAt(cornerX + size / 2, middle, words, `text-anchor="middle" fill="${ink}"`)
          );
        }),
      ].join('');
    }),
  ].join('\n');
}
