import { rectangle, type Box, type Paint } from '../../lib/drawing.js';
import { rows, type Sheet } from './drawing.js';
import { blockGap, widthOfHeads } from './layout.js';
import { ownerPaint, paintRows, type Scene } from './scene.js';
import { shapeOf, type TensorId } from './tensors.js';

/** The tensors that have all heads in them, drawn to scale: each returns what it fills. */

const grey: Paint = 'kept';
const line: Paint = 'line';
const sheetGap = 4;
const bar = 5;

/** Tokens without heads: a row per token, and a sheet per sequence. */
export function tokenBox(
  sheet: Sheet,
  { run, layout }: Scene,
  id: TensorId,
  x: number,
  y: number,
): Box {
  const [batch = 1, count = 1, width = 1] = shapeOf(id, run.sizes);
  const box = { x, y, width: width * layout.f, height: count * layout.t };
  for (let i = Math.min(batch, 3) - 1; i > 0; i--) {
    const by = i * sheetGap;
    const d = `M${x + by} ${y}v${-by}h${box.width}v${box.height}h${-by}`;
    sheet.path(d, { stroke: grey, width: 1 });
  }
  sheet.path(rows(box, count), { fill: grey, part: id });
  sheet.spot({ tensor: id, head: null, sequence: null, ...box });
  return box;
}

/** Weights: white, each head's bar above its columns, or beside its rows. */
export function weightBox(
  sheet: Sheet,
  scene: Scene,
  id: 'wq' | 'wk' | 'wv' | 'wo',
  x: number,
  bottom: number,
): Box {
  const { run, layout } = scene;
  const [down = 1, across = 1] = shapeOf(id, run.sizes);
  const [width, height] = [across * layout.f, down * layout.f];
  const box = { x, y: bottom - height, width, height };
  const { y } = box;
  sheet.path(rectangle(x, y, width, height), {
    ...{ fill: 'stage', stroke: line, width: 1, part: id },
  });
  const size = run.sizes.D * layout.f;
  const isRow = id === 'wo';
  const heads = id === 'wk' || id === 'wv' ? run.sizes.G : run.sizes.H;
  for (let head = 0; head < heads; head++) {
    const at = head * size;
    const d = isRow ? rectangle(x, y + at, bar, size - 0.5) : rectangle(x + at, y, size - 0.5, bar);
    sheet.path(d, { fill: ownerPaint(id, head, run) });
    if (head === 0) continue;
    const edge = isRow
      ? `M${x + bar} ${y + at}h${width - bar}`
      : `M${x + at} ${y + bar}v${height - bar}`;
    sheet.path(edge, { stroke: 'hair', width: 1 });
  }
  sheet.spot({ tensor: id, head: null, sequence: null, ...box });
  return box;
}

/** An axis of heads: a block of columns for each. */
export function headBoxes(
  sheet: Sheet,
  { run, layout }: Scene,
  id: TensorId,
  x: number,
  y: number,
): Box & { readonly centres: readonly number[] } {
  const [batch = 1, count = 1, heads = 1, columns = 1] = shapeOf(id, run.sizes);
  const width = columns * layout.f;
  const height = count * layout.t;
  const lefts = Array.from({ length: heads }, (_, head) => x + head * (width + blockGap));
  for (const [head, left] of lefts.entries()) {
    const paint = ownerPaint(id, head, run);
    const behind = `M${left} ${y - 1}v-3h${width + 3}v3`;
    if (batch > 1) sheet.path(behind, { stroke: paint, width: 1 });
    const box = { x: left, y, width, height };
    paintRows(sheet, rows(box, count), paint, id);
    sheet.spot({ tensor: id, head, sequence: null, ...box });
  }
  return {
    x,
    y,
    width: widthOfHeads(heads, width),
    height,
    centres: lefts.map((left) => left + width / 2),
  };
}
