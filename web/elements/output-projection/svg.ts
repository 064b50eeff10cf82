import type { Tensor } from '../../../emscripten/package/contract.js';
import { css, signedColour } from '../../lib/colour.js';
import { escapeText, wrapText } from '../../lib/file-text.js';
import { anySize, fixed } from '../../lib/numbers.js';
import { largestMagnitude, part } from '../../lib/tensor-view.js';
import { fonts, headColours, palette } from '../../lib/tokens.js';
import { aboveConcat, between, layOutProjection } from './layout.js';
import type { ProjectionRun } from './run.js';

/** The words that the saved picture carries. */
export interface PictureWords {
  readonly question: string;
  readonly caption: string;
  readonly sideBySide: string;
  readonly adds: string;
  readonly head: (head: number) => string;
}

const margin = 40;
const pageWidth = 1200;
const captionLine = 22;
/** So many letters of the caption fit into a line. */
const captionLetters = 140;
const [ink, ink2] = [palette.ink[0], palette['ink-2'][0]];
const scale = {
  negative: palette.negative[0],
  zero: palette.zero[0],
  positive: palette.positive[0],
};
const colourOf = (head: number) => headColours[head % headColours.length]![0];

/** The stage as a picture of its own: light, with its question and caption. */
export function projectionSvg(run: ProjectionRun, words: PictureWords): string {
  const { state, dHead, combined, wo, products, output, sum, blocks, slices, lengths } = run;
  const { tokens, dModel, heads, outputProjection } = state;
  const { pitch, gap, cell, label, top, rowHeight, matrix } = layOutProjection(
    pageWidth - 2 * margin,
    { tokens: tokens.length, dModel, dHead },
  );
  const { sign, band } = between;
  const xWo = margin + label + matrix + sign;
  const xProducts = xWo + matrix + band + sign;
  const xLength = xProducts + matrix + band + 24;
  const limit = Math.max(...[products, output, sum].map(largestMagnitude));
  const first = 70 + top;
  const draw = (tensor: Tensor, x: number, y: number, most: number) =>
    cells(tensor, { x, y, cell, gap, most });
  const rows = Array.from({ length: heads }, (_, head) => {
    const y = first + head * rowHeight;
    const x = margin + label + head * dHead * pitch;
    return [
      bar(x, y - 6, dHead * pitch - gap, 3, colourOf(head)),
      bar(
        x + (dHead * pitch) / 2 - 1,
        70 + aboveConcat + tokens.length * pitch + 4,
        2,
        y - 12 - (70 + aboveConcat + tokens.length * pitch + 4),
        colourOf(head),
      ),
      draw(blocks[head]!, x, y, largestMagnitude(combined)),
      text(x, y + tokens.length * pitch + 16, words.head(head), 'font-weight="600"'),
      ...(outputProjection
        ? [
            bar(xWo - band, y, 3, dHead * pitch - gap, colourOf(head)),
            draw(slices[head]!, xWo, y, largestMagnitude(wo)),
          ]
        : []),
      bar(xProducts - band, y, 3, tokens.length * pitch - gap, colourOf(head)),
      draw(part(products, head), xProducts, y, limit),
      text(xLength, y + 20, fixed(lengths.heads[head]!, 1)),
    ].join('');
  });
  const last = first + heads * rowHeight + 12;
  const caption = wrapText(words.caption, captionLetters);
  const captionTop = last + tokens.length * pitch + 48;
  const height = captionTop + caption.length * captionLine;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${height}" viewBox="0 0 ${pageWidth} ${height}" font-family="${escapeText(fonts.ui)}" font-size="13" fill="${ink}">
<title>${escapeText(words.question)}</title>
<rect width="100%" height="100%" fill="${palette.page[0]}"/>
<rect x="${margin}" y="24" width="${pageWidth - 2 * margin}" height="2"/>
${text(margin, 54, words.question, 'font-size="19" font-weight="600"')}
${text(margin + label, 70 + 16, words.sideBySide, 'font-weight="600"')}
${draw(combined, margin + label, 70 + aboveConcat, largestMagnitude(combined))}
${text(xProducts, first - 16, words.adds, 'font-weight="600"')}
${outputProjection ? text(xWo, first - 16, 'W_O', 'font-weight="600"') : ''}
${rows.join('\n')}
${draw(output, xWo, last, limit)}
${draw(sum, xProducts, last, limit)}
${text(xLength, last + 20, fixed(lengths.sum, 1), 'font-weight="650"')}
${text(margin, last + 20, anySize(run.difference), `fill="${ink2}"`)}
${caption.map((line, i) => text(margin, captionTop + i * captionLine, line, `font-size="13" fill="${ink2}"`)).join('\n')}
</svg>
`;
}

function cells(
  { shape, data }: Tensor,
  place: { x: number; y: number; cell: number; gap: number; most: number },
): string {
  const { x, y, cell, gap, most } = place;
  const width = shape[1]!;
  return Array.from(data, (value, i) =>
    bar(
      x + (i % width) * (cell + gap),
      y + Math.floor(i / width) * (cell + gap),
      cell,
      cell,
      css(signedColour(value, most, scale)),
    ),
  ).join('');
}

const bar = (x: number, y: number, width: number, height: number, colour: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`;
const text = (x: number, y: number, words: string, attributes = '') =>
  `<text x="${x}" y="${y}" ${attributes}>${escapeText(words)}</text>`;
