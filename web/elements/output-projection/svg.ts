import type { Tensor } from '../../../emscripten/package/contract.js';
import { css, signedColour } from '../../lib/colour.js';
import { colourIn } from '../../lib/drawing.js';
import { anySize, fixed } from '../../lib/numbers.js';
import { margin, quiet, savedPicture, textAt } from '../../lib/saved-picture.js';
import { largestMagnitude, part } from '../../lib/tensor-view.js';
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

const pageWidth = 1200;
/** Below the question. */
const stageTop = 70;
const bold = 'font-weight="600"';
const colourOf = (head: number) => colourIn({ head }, 0);

/** The stage as a picture of its own, with its question and caption. */
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
  const first = stageTop + top;
  const combinedTop = stageTop + aboveConcat;
  const connectorTop = combinedTop + tokens.length * pitch + 4;
  const draw = (tensor: Tensor, x: number, y: number, most: number) =>
    cells(tensor, { x, y, cell, gap, most });
  const rows = Array.from({ length: heads }, (_, head) => {
    const y = first + head * rowHeight;
    const x = margin + label + head * dHead * pitch;
    return [
      bar(x, y - 6, dHead * pitch - gap, 3, colourOf(head)),
      bar(x + (dHead * pitch) / 2 - 1, connectorTop, 2, y - 12 - connectorTop, colourOf(head)),
      draw(blocks[head]!, x, y, largestMagnitude(combined)),
      textAt(x, y + tokens.length * pitch + 16, words.head(head), bold),
      ...(outputProjection
        ? [
            bar(xWo - band, y, 3, dHead * pitch - gap, colourOf(head)),
            draw(slices[head]!, xWo, y, largestMagnitude(wo)),
          ]
        : []),
      bar(xProducts - band, y, 3, tokens.length * pitch - gap, colourOf(head)),
      draw(part(products, head), xProducts, y, limit),
      textAt(xLength, y + 20, fixed(lengths.heads[head]!, 1)),
    ].join('');
  });
  const last = first + heads * rowHeight + 12;
  return savedPicture({
    ...{ width: pageWidth, question: words.question, caption: words.caption, fontSize: 13 },
    bottom: last + tokens.length * pitch,
    content: [
      textAt(margin + label, stageTop + 16, words.sideBySide, bold),
      draw(combined, margin + label, combinedTop, largestMagnitude(combined)),
      textAt(xProducts, first - 16, words.adds, bold),
      ...(outputProjection ? [textAt(xWo, first - 16, 'W_O', bold)] : []),
      ...rows,
      draw(output, xWo, last, limit),
      draw(sum, xProducts, last, limit),
      textAt(xLength, last + 20, fixed(lengths.sum, 1), 'font-weight="650"'),
      textAt(margin, last + 20, anySize(run.difference), quiet),
    ],
  });
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
      css(signedColour(value, most, 0)),
    ),
  ).join('');
}

const bar = (x: number, y: number, width: number, height: number, colour: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`;
