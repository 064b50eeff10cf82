import { curveDrawing, curveHeight } from './curves.js';
import { drawingFile, type Drawing, type Shape } from './drawing.js';
import type { FeedForwardRun } from './run.js';
import { shareDrawing } from './share-bars.js';
import type { ModelSplit } from './shares.js';
import { unitDrawing } from './units.js';
import { words } from './words/index.js';

const margin = 40;
const width = 1120;
/** Of one activation's curves. */
const plot = 240;

/** Layer, curves and parameters as a picture of its own: light, with its question and caption. */
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
  const end = bars + shares.height + 40;
  const label = (words: string, look: 'title' | 'quiet' = 'title'): Drawing => {
    const shape: Shape = { look, x: 0, y: 0, words };
    return { width, height: 16, shapes: [shape] };
  };
  const rule: Shape = { look: 'ink', x: 0, y: 0, width, height: 2 };
  return drawingFile(texts.question, { width: width + 2 * margin, height: end + margin }, [
    { x: margin, y: 24, drawing: { width, height: 2, shapes: [rule] } },
    { x: margin, y: 52, drawing: label(texts.question) },
    { x: margin, y: 80, drawing: layer },
    ...run.layers.flatMap((each, i) => {
      const x = margin + i * apart;
      return [
        { x, y: curves - 12, drawing: label(words.activations[each.activation]) },
        { x, y: curves, drawing: curveDrawing(run, each, plot) },
      ];
    }),
    { x: margin, y: bars - 20, drawing: label(words.shares.title(split.name)) },
    { x: margin, y: bars, drawing: shares },
    { x: margin, y: end, drawing: label(texts.caption, 'quiet') },
  ]);
}
