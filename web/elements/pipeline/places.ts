import { rectangle, type Paint } from '../../lib/drawing.js';
import { newSheet, type Drawing } from './drawing.js';
import type { Kind } from './state.js';

/** Where in a transformer the layer is: a line is a token, attention a box where the lines meet. */

export interface PlaceWords {
  readonly encoder: string;
  readonly decoder: string;
  readonly self: string;
  readonly causal: string;
  readonly cross: string;
  readonly feedForward: string;
}

export interface PlacesDrawing extends Drawing {
  /** Where each of the three can be chosen. */
  readonly boxes: Readonly<
    Record<
      Kind,
      { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
    >
  >;
}

const [layerWidth, boxHeight, step] = [200, 40, 74];
const ink: Paint = 'ink-2';

export function drawPlaces(
  { T, S }: { readonly T: number; readonly S: number },
  kind: Kind,
  words: PlaceWords,
  width: number,
): PlacesDrawing {
  const sheet = newSheet();
  const isNarrow = width < 520;
  const layer = isNarrow ? Math.min(146, (width - 24) / 2) : layerWidth;
  const right = isNarrow ? width - layer - 2 : 320;
  const top = 30;
  const tokensOf = (count: number) => Math.min(count, 6);
  const [queries, keys] = [tokensOf(T), tokensOf(S)];
  const height = top + 3 * step + 24;
  const encoder = { x: 0, y: top + step, width: layer, height: boxHeight };
  const causal = { x: right, y: top + 2 * step, width: layer, height: boxHeight };
  const cross = { x: right, y: top + step, width: layer, height: boxHeight };
  const lines = (x: number, count: number, from: number, to: number) => {
    for (let i = 0; i < count; i++) {
      sheet.path(`M${x + ((i + 0.5) * layer) / count} ${from}V${to}`, { stroke: ink, width: 1 });
    }
  };
  const bars = (x: number, count: number, y: number) => {
    const pitch = layer / count;
    const each = Math.min(20, pitch * 0.6);
    for (let i = 0; i < count; i++) {
      const d = rectangle(x + (i + 0.5) * pitch - each / 2, y, each, boxHeight);
      sheet.path(d, { fill: 'kept' });
    }
  };
  lines(0, keys, top + 3 * step, top - 8);
  lines(right, queries, top + 3 * step, top - 8);
  bars(0, keys, top);
  bars(right, queries, top);
  // The encoder's output: keys and values of every decoder layer.
  const from = `M${layer / 2} ${top - 8}H${layer + (right - layer) / 2}V${cross.y + boxHeight / 2}H${right - 2}m-6 -4l6 4l-6 4`;
  sheet.path(from, { stroke: ink, width: 2 });
  for (const [name, box] of [
    ['self', encoder],
    ['causal', causal],
    ['cross', cross],
  ] as const) {
    const isChosen = name === kind;
    sheet.path(rectangle(box.x, box.y, box.width, box.height), {
      ...{ fill: isChosen ? 'ink' : 'stage', stroke: 'line', width: 1 },
    });
    sheet.text(box.x + box.width / 2, box.y + 25, [{ text: words[name], look: 'bold' }], {
      ...{
        anchor: 'middle',
        fill: isChosen ? 'page' : 'ink',
        size: layer < 146 ? 11 : isNarrow ? 12 : 13,
      },
    });
  }
  if (!isNarrow) sheet.text(right + layer + 12, top + 25, [{ text: words.feedForward }]);
  sheet.text(0, height - 4, [{ text: words.encoder }]);
  sheet.text(right, height - 4, [{ text: words.decoder }]);
  return { ...sheet.finish(width, height), boxes: { self: encoder, causal, cross } };
}
