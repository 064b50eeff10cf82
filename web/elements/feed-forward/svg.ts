import { drawMarks } from '../../lib/drawing.js';
import { margin, moveTo, savedPicture, textAt } from '../../lib/saved-picture.js';
import { curveDrawing, curveHeight } from './curves.js';
import type { FeedForwardRun } from './run.js';
import { shareDrawing } from './share-bars.js';
import type { ModelSplit } from './shares.js';
import { unitDrawing } from './units.js';
import { words } from './words/index.js';

const width = 1120;
/** The width of one activation's curves, in px. */
const plot = 240;

/** Layer, curves and parameters as a picture of its own, with its question and caption. */
export function feedForwardSvg(
  run: FeedForwardRun,
  split: ModelSplit,
  texts: { readonly question: string; readonly caption: string },
): string {
  const layer = unitDrawing(run, width);
  const shares = shareDrawing(split, width);
  const apart = width / run.layers.length;
  const curves = 80 + layer.height + 60;
  const bars = curves + curveHeight(plot) + 60;
  const title = (x: number, y: number, text: string) =>
    textAt(x, y, text, 'font-size="13" font-weight="600"');
  return savedPicture({
    ...{ ...texts, width: width + 2 * margin, bottom: bars + shares.height },
    content: [
      moveTo(margin, 80, drawMarks(layer.marks)),
      ...run.layers.flatMap((each, i) => {
        const x = margin + i * apart;
        return [
          title(x, curves - 12, words.activations[each.activation]),
          moveTo(x, curves, drawMarks(curveDrawing(run, each, plot).marks)),
        ];
      }),
      title(margin, bars - 20, words.shares.title(split.name)),
      moveTo(margin, bars, drawMarks(shares.marks)),
    ],
  });
}
