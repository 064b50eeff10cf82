import { arrowDown, rectangle, type Box, type Paint, type Span } from '../../lib/drawing.js';
import { newSheet, rows, type Drawing, type Sheet } from './drawing.js';
import { laneLeft, ownerPaint, paintRows, shownHeads, type Scene } from './scene.js';
import type { TensorId } from './tensors.js';
import { at, part } from '../../lib/tensor-view.js';

/** One head's attention for one sequence: a product is right of its left factor, and below its right one. */
export type LaneParts = Readonly<Record<'q' | 'k' | 'v' | 's' | 'a' | 'z', Box>>;

const arrowRoom = 38;
const touch = 6;
const top = 50;
const levels = { share: 31, signed: 16 } as const;

/** Where the parts of a lane are, from its left edge on. */
export function laneParts({ run, layout }: Scene, block: number): LaneParts {
  const { f, t, partGap, isNamed } = layout;
  const { D, T, S } = run.sizes;
  const [width, across, height] = [D * f, S * t, T * t];
  const [sx, vx] = [width + partGap, width + across + 2 * partGap];
  const sy = width + touch;
  const ay = Math.max(sy + height + arrowRoom, sy + S * t + touch + 14);
  const pitch = ay + height + (isNamed ? 58 : 32);
  const y = top + block * pitch;
  return {
    k: { x: sx, y, width: across, height: width },
    q: { x: 0, y: y + sy, width, height },
    s: { x: sx, y: y + sy, width: across, height },
    v: { x: vx, y: y + ay - touch - S * t, width, height: S * t },
    a: { x: sx, y: y + ay, width: across, height },
    z: { x: vx, y: y + ay, width, height },
  };
}

/** All lanes: no line crosses from one to another. */
export function drawLanes(scene: Scene): Drawing {
  const { layout, run, words } = scene;
  const sheet = newSheet();
  const cells = new Cells(scene);
  for (const head of shownHeads(scene)) {
    const left = laneLeft(scene, head);
    const name = layout.laneWidth < 56 ? String(head) : words.head(head);
    sheet.text(left, 18, [{ text: name, look: 'bold' }], { fill: 'ink' });
    for (let block = 0; block < layout.blocks; block++) {
      drawBlock(sheet, scene, cells, head, block);
      if (head === shownHeads(scene)[0]) nameParts(sheet, scene, block);
    }
  }
  cells.draw(sheet);
  const { a } = laneParts(scene, layout.blocks - 1);
  const bottom = a.y + a.height + (layout.isNamed ? 40 : 14);
  const rest = run.sizes.B - layout.blocks;
  if (rest > 0) sheet.text(0, bottom + 14, [{ text: words.others(rest) }]);
  return sheet.finish(layout.width, bottom + (rest > 0 ? 24 : 0));
}

function drawBlock(sheet: Sheet, scene: Scene, cells: Cells, head: number, sequence: number) {
  const { run } = scene;
  const { tensors, sizes } = run;
  const { T, S } = sizes;
  const left = laneLeft(scene, head);
  const parts = Object.fromEntries(
    Object.entries(laneParts(scene, sequence)).map(([id, box]) => [
      id,
      { ...box, x: box.x + left },
    ]),
  ) as LaneParts;
  const scores = part(tensors.s, sequence, head).data;
  const isHidden = (query: number, key: number) => scores[query * S + key] === -Infinity;
  const isRead = (key: number) =>
    Array.from({ length: T }, (_, query) => query).some((query) => !isHidden(query, key));

  for (const id of ['k', 'v'] as const) {
    const paint = ownerPaint(id, head, run);
    const across = id === 'k';
    paintRows(sheet, rows(parts[id], S, isRead, across), paint, id);
    paintRows(
      sheet,
      rows(parts[id], S, (key) => !isRead(key), across),
      paint,
      id,
      0.28,
    );
  }
  for (let query = 0; query < T; query++) {
    const from = run.origins ? at(run.origins, sequence, head, query) : head;
    paintRows(
      sheet,
      rows(parts.q, T, (row) => row === query),
      { head: from },
      'q',
    );
  }
  paintRows(sheet, rows(parts.z, T), { head }, 'z');
  cells.add('signed', scores, parts.s, isHidden);
  cells.add('share', part(tensors.a, sequence, head).data, parts.a, isHidden);
  markHidden(sheet, scene, parts, isHidden);
  const isNamed = scene.layout.isNamed && head === shownHeads(scene)[0];
  const tail = arrowDown(
    parts.s.x + Math.min(18, parts.s.width / 2),
    parts.s.y + parts.s.height + (isNamed ? 18 : 5),
    parts.a.y - 5,
  );
  sheet.path(tail, { stroke: 'ink-2', width: 1 });
  for (const [tensor, box] of Object.entries(parts)) {
    sheet.spot({ tensor: tensor as TensorId, head, sequence, ...box });
  }
}

/** Scores that are hidden have no fill and one −∞; their weights are short strokes. */
function markHidden(
  sheet: Sheet,
  { layout, run }: Scene,
  { s, a }: LaneParts,
  isHidden: (query: number, key: number) => boolean,
) {
  const { t } = layout;
  if (t < 8) return;
  let [count, x, y, strokes] = [0, 0, 0, ''];
  for (let query = 0; query < run.sizes.T; query++) {
    for (let key = 0; key < run.sizes.S; key++) {
      if (!isHidden(query, key)) continue;
      count++;
      x += (key + 0.5) * t;
      y += (query + 0.5) * t;
      const length = t / 2;
      strokes += `M${a.x + (key + 0.25) * t} ${a.y + (query + 0.5) * t}h${length}`;
    }
  }
  if (count === 0) return;
  sheet.text(s.x + x / count, s.y + y / count + 4, [{ text: '−∞' }], { anchor: 'middle' });
  sheet.path(strokes, { stroke: 'line', width: 1 });
}

/** Only the first lane has the names of its parts. */
function nameParts(sheet: Sheet, scene: Scene, block: number) {
  const { layout, run, words } = scene;
  const { k, q, s, v, a, z } = laneParts(scene, block);
  const { B, T, S, D } = run.sizes;
  if (B > 1 && layout.laneWidth >= 56) {
    const above = Math.min(k.y - 7, q.y - 24); // of q's name, which narrow heads leave little room
    sheet.text(0, above, [{ text: `b = ${block}` }], { size: 12.5 });
  }
  if (!layout.isNamed) return;
  const math = (text: string, part: TensorId): [readonly Span[], { part: TensorId }] => [
    [{ text, look: 'math' }],
    { part },
  ];
  if (block === 0) {
    sheet.text(
      Math.max(k.x, B > 1 ? 40 : 0),
      k.y - 6,
      [{ text: 'k', look: 'math' }, { text: 'ᵀ' }],
      { part: 'k' },
    );
    sheet.text(q.x, q.y - 6, ...math('q', 'q'));
    sheet.text(v.x, v.y - 6, ...math('v', 'v'));
    const size = 12.5;
    const under = s.y + s.height + 13;
    sheet.text(s.x, under, [{ text: `${words.scores} ${T} × ${S}` }], { part: 's', size });
    if (s.width >= 70) {
      sheet.text(s.x + 26, a.y - 9, [{ text: words.softmax }], { size });
    }
    const below = a.y + a.height;
    sheet.text(a.x, below + 15, [{ text: `${words.weights} ${T} × ${S}` }], { part: 'a', size });
    sheet.text(z.x + z.width, below + 32, [{ text: `${words.context} ${T} × ${D}` }], {
      ...{ part: 'z', size, anchor: 'end' },
    });
  }
}

/** Cells of one colour are one path: a picture may have thousands of them. */
class Cells {
  readonly #scene: Scene;
  readonly #paths = new Map<string, { fill: Paint; part: TensorId; d: string }>();

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  add(
    kind: 'share' | 'signed',
    values: Float32Array,
    box: Box,
    isHidden: (query: number, key: number) => boolean,
  ) {
    const { S } = this.#scene.run.sizes;
    const { t } = this.#scene.layout;
    const gap = t >= 8 ? 1 : 0;
    values.forEach((value, place) => {
      const [query, key] = [Math.floor(place / S), place % S];
      if (isHidden(query, key) || Number.isNaN(value)) return;
      this.#add(kind, value, rectangle(box.x + key * t, box.y + query * t, t - gap, t - gap));
    });
  }

  #add(kind: 'share' | 'signed', value: number, d: string) {
    const scaled = kind === 'share' ? value : value / this.#scene.limit;
    const level = Math.round(scaled * levels[kind]) / levels[kind];
    const fill: Paint = kind === 'share' ? { share: level } : { signed: level };
    const key = `${kind}${level}`;
    const path = this.#paths.get(key) ?? { fill, part: kind === 'share' ? 'a' : 's', d: '' };
    this.#paths.set(key, { ...path, d: path.d + d });
  }

  draw(sheet: Sheet) {
    for (const { d, ...look } of this.#paths.values()) sheet.path(d, look);
  }
}
