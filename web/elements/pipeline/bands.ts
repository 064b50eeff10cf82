import { drawKey } from './key.js';
import { headBoxes, tokenBox, weightBox } from './boxes.js';
import { noteRoom, splitEdges } from './layout.js';
import { arrowDown, type Box, type Paint } from '../../lib/drawing.js';
import { fall, newSheet, type Drawing, type Sheet } from './drawing.js';
import { drawLanes, laneParts } from './lanes.js';
import type { BandId } from './code.js';
import { labelRuns, laneLeft, rules, shapeRuns, shownHeads, type Scene } from './scene.js';
import { labelOf, lineHeight, widthOfRuns, writeLabels, type ShapeLabel } from './shape-labels.js';
import { groupOf, type TensorId } from './tensors.js';
import { part } from '../../lib/tensor-view.js';

const thin = { stroke: 'ink-2' satisfies Paint, width: 1 } as const;
/** Between a factor and its product. */
const touch = 8;
const keyWidth = 290;
/** Between an arrow and the shape at its right. */
const besideArrow = 8;
/** The height reserved for weights above their product, even if they are lower. */
const lowestMatrix = 14;

export function drawBand(id: BandId, scene: Scene): Drawing {
  const draw = { project, split, lanes: drawLanes, merge, output };
  return draw[id](scene);
}

/** X W: right of the tokens, below the weights. */
function project(scene: Scene): Drawing {
  const { layout, words } = scene;
  const { columns, isStacked, width } = layout;
  const sheet = newSheet();
  const queries = products(sheet, scene, 0, 0, 'x', words.queries, [['wq', 'q0', columns.q]]);
  const top = isStacked ? queries + 20 : 0;
  const memory = products(sheet, scene, columns.m, top, 'm', words.memory, [
    ['wk', 'k0', columns.k],
    ['wv', 'v0', columns.v],
  ]);
  return sheet.finish(width, Math.max(queries, memory) + 6);
}

type Product = readonly [weights: 'wq' | 'wk' | 'wv', made: TensorId, x: number];

/** @return where the last of their shapes are written */
function products(
  sheet: Sheet,
  scene: Scene,
  left: number,
  top: number,
  input: 'x' | 'm',
  about: (count: number) => string,
  made: readonly Product[],
): number {
  const { run, layout } = scene;
  const room = Math.max(lowestMatrix, run.sizes.dModel * layout.f);
  const y = top + 24 + room + touch;
  const { height, width } = tokenBox(sheet, scene, input, left, y);
  const count = run.sizes[input === 'x' ? 'T' : 'S'];
  const sentence = width < noteRoom - 1 ? scene.words.tokens(count) : about(count);
  sheet.text(left, y - 12, [{ text: sentence }], { size: 12.5 });
  for (const [weights, product, x] of made) {
    weightBox(sheet, scene, weights, x, y - touch);
    tokenBox(sheet, scene, product, x, y);
  }
  writeLabels(
    sheet,
    made.map(([weights, , x]) => labelOf(weights, x, scene)),
    { y: top + 16, width: layout.width, up: true },
  );
  return writeLabels(
    sheet,
    [labelOf(input, left, scene), ...made.map(([, product, x]) => labelOf(product, x, scene))],
    { y: y + height + lineHeight, width: layout.width },
  );
}

/** The reshape, and below it the transpose: each head's block goes to its lane. */
function split(scene: Scene): Drawing {
  const { run, layout, words } = scene;
  const { columns, f, labelRoom, width, isStacked, isAlone } = layout;
  const { H, D } = run.sizes;
  const sheet = newSheet();
  const y = 60;
  const lefts = isStacked
    ? splitEdges(run.sizes, f, labelRoom)
    : [columns.q - 4, columns.k - 4, columns.v - 4];
  const shapes: ShapeLabel[] = [];
  const [q, k, v] = (['qs', 'ks', 'vs'] as const).map((part, i) => {
    const box = headBoxes(sheet, scene, part, lefts[i]!, y);
    const runs = shapeRuns(part, run);
    // Beside its arrow, a shape still ends within the width.
    const last = width - widthOfRuns(runs) - besideArrow;
    const arrow = Math.max(
      box.x + 4,
      Math.min(box.x + Math.min(isStacked ? 4 : 74, box.width / 2), last),
    );
    sheet.path(arrowDown(arrow, 4, y - 12), thin);
    shapes.push({ part, x: arrow + besideArrow, runs });
    return box;
  }) as [Heads, Heads, Heads];
  writeLabels(sheet, shapes, { y: y - 14, width, up: true });
  const bottom = Math.max(q.y + q.height, k.y + k.height) + (isAlone ? 110 : 146);
  fan(sheet, scene, { q, k, v }, bottom);
  splitLabels(sheet, scene, { q, k, v }, bottom);
  if (!isStacked) note(sheet, y + 14, words.created(H * D, H, D));
  rules(sheet, scene, bottom);
  return sheet.finish(width, bottom + 2);
}

type Heads = Box & { readonly centres: readonly number[] };
type Splits = Readonly<Record<'q' | 'k' | 'v', Heads>>;

/** From a group's keys a line goes to each lane that reads them. */
function fan(sheet: Sheet, scene: Scene, splits: Splits, bottom: number) {
  const { sizes } = scene.run;
  const line = (from: number, to: number, y: number, head: number) =>
    sheet.path(fall(from, y, to, bottom - 2), { stroke: { head }, width: 2 });
  for (const id of ['q', 'k', 'v'] as const) {
    const { centres, y, height } = splits[id];
    const box = laneParts(scene, 0)[id];
    for (const head of shownHeads(scene)) {
      const to = laneLeft(scene, head) + box.x + box.width / 2;
      for (const from of id === 'q' ? rowHeads(scene, head) : [groupOf(head, sizes)]) {
        line(centres[from]!, to, y + height + 4, id === 'q' ? from : head);
      }
    }
  }
}

/** The heads whose queries a lane gets: without the transpose, those of several. */
function rowHeads({ run: { origins } }: Scene, head: number): Iterable<number> {
  return origins ? new Set(part(origins, 0, head).data) : [head];
}

function splitLabels(sheet: Sheet, scene: Scene, { q, k, v }: Splits, bottom: number) {
  const { run, layout } = scene;
  const { width, isStacked } = layout;
  const end = { anchor: 'end' } as const;
  if (isStacked) {
    const k = width / 2 - widthOfRuns(labelRuns('k', run)) / 2;
    const labels = [labelOf('q', 0, scene), labelOf('k', k, scene), labelOf('v', width, scene)];
    writeLabels(sheet, labels, { y: bottom - 12, width, up: true });
    return;
  }
  const below = ({ y, height }: Box, by: number) => y + height + by;
  sheet.text(q.x, Math.max(below(q, 30), q.y + 66), labelRuns('q', run), { part: 'q', ...end });
  sheet.text(k.x - 12, below(k, 22), labelRuns('k', run), { part: 'k', ...end });
  // Here it crosses as few lines as it can.
  sheet.text(Math.min(width, v.x + v.width + 44), below(v, 76), labelRuns('v', run), {
    ...{ part: 'v', ...end },
  });
}

/** Words beside the queries: what happens to the axis of heads. */
function note(sheet: Sheet, y: number, [title = '', ...lines]: readonly string[]) {
  sheet.text(0, y, [{ text: title, look: 'bold' }], { fill: 'ink' });
  lines.forEach((text, at) => sheet.text(0, y + 17 * (at + 1), [{ text }], { size: 12.5 }));
}

/** The heads' blocks side by side again. */
function merge(scene: Scene): Drawing {
  const { run, layout, words } = scene;
  const { columns, width, isStacked } = layout;
  const { H, D } = run.sizes;
  const sheet = newSheet();
  rules(sheet, scene, 2);
  const y = 96;
  const box = headBoxes(sheet, scene, 'zt', isStacked ? 0 : columns.q - 4, y);
  const { x, width: across } = laneParts(scene, 0).z;
  for (const head of shownHeads(scene)) {
    const from = laneLeft(scene, head) + x + across / 2;
    sheet.path(fall(from, 4, box.centres[head]!, y - 6), { stroke: { head }, width: 2 });
  }
  if (isStacked) sheet.text(box.width + 10, y + 12, labelRuns('zt', run), { part: 'zt' });
  else {
    sheet.text(box.x - 8, y - 12, labelRuns('zt', run), { part: 'zt', anchor: 'end' });
    note(sheet, y + 16, words.removed(H * D, H, D));
  }
  return sheet.finish(width, y + Math.max(box.height, isStacked ? 0 : 56) + 6);
}

/** C W_O. */
function output(scene: Scene): Drawing {
  const { run, layout, words } = scene;
  const { f, columns, isStacked } = layout;
  const { H, D } = run.sizes;
  const sheet = newSheet();
  const x = isStacked ? 0 : columns.q;
  const y = Math.max(64, 24 + H * D * f + touch);
  const c = tokenBox(sheet, scene, 'c', x, y);
  const right = x + Math.max(c.width, layout.labelRoom) + 12;
  const wo = weightBox(sheet, scene, 'wo', right, y - touch);
  tokenBox(sheet, scene, 'y', right, y);
  sheet.path(arrowDown(x + c.width / 2, 4, y - 12), thin);
  sheet.text(wo.x, wo.y - 8, labelRuns('wo', run), { part: 'wo' });
  const below = y + c.height + 18;
  sheet.text(x, below, labelRuns('c', run), { part: 'c' });
  const named = [...labelRuns('y', run), { text: `, ${words.output}` }];
  sheet.text(right, below, named, { part: 'y' });
  const beside = Math.max(
    right + Math.max(wo.width + 60, widthOfRuns(named) + 24),
    layout.columns.m,
  );
  const isBeside = layout.width - beside >= keyWidth;
  const end = isBeside ? drawKey(sheet, scene, beside, 40) : drawKey(sheet, scene, 0, below + 44);
  return sheet.finish(layout.width, Math.max(below, end) + 8);
}
