/** Lays out the arcs from one query to its keys so that they nest and do not cross. */

export interface Strand {
  readonly head: number;
  readonly key: number;
  readonly weight: number;
}
export interface Arc extends Strand {
  /** An SVG path above the base line y = 0. */
  readonly path: string;
  readonly width: number;
}
interface ArcSpace {
  /** The x position of the middle of each word. */
  readonly centres: readonly number[];
  readonly query: number;
  /** The width that all strands at one word may have together. */
  readonly room: number;
  readonly height: number;
  /** An arc of weight w has the width 1 + gain * w. */
  readonly gain: number;
}

const gap = 3;
/** Each arc starts with a straight part of this length; above it, it is round. */
const stem = 4;
const loopHeight = 38;
/** The width of the hole in a loop. */
const eye = 5.2;
const arcWidth = (weight: number, gain: number) => 1 + gain * weight;

export function layOutArcs(strands: readonly Strand[], space: ArcSpace): Arc[] {
  const { centres, query } = space;
  const ordered = [...strands].sort((a, b) => atQuery(a, b, query));
  const places = spread(ordered, centres[query] ?? 0, space);
  const ends = ordered.map((strand, i) => ({
    ...strand,
    from: places[i]!.middle,
    to: endAt(strand, ordered, space),
    width: places[i]!.width,
    room: places[i]!.room,
  }));
  const left = ends.filter(({ key }) => key < query).reverse();
  const loops = ends.filter(({ key }) => key === query);
  const right = ends.filter(({ key }) => key > query);
  return [
    ...nest(left, space.height),
    ...loops.map((end) => ({ ...end, path: loop(end.from, end.room - end.width) })),
    ...nest(right, space.height),
  ];
}

/** The end of a strand at its key. The order is that at the query, mirrored. */
function endAt(strand: Strand, ordered: readonly Strand[], space: ArcSpace): number {
  const sameKey = ordered.filter(({ key }) => key === strand.key).reverse();
  const places = spread(sameKey, space.centres[strand.key] ?? 0, space);
  return places[sameKey.indexOf(strand)]!.middle;
}

type Ends = Strand & { readonly from: number; readonly to: number; readonly width: number };

/**
 * Lays out arcs from the outermost to the innermost. Neighbours keep their distance all the way: the
 * inner arc is lower by that distance, and the radii of the round parts differ by it.
 */
function nest(ends: readonly Ends[], height: number): Arc[] {
  let ceiling = height;
  return ends.map((end, i) => {
    const { from, to } = end;
    const outer = ends[i - 1];
    if (outer) ceiling -= Math.abs(outer.from - from);
    ceiling = Math.max(stem, Math.min(ceiling, stem + Math.abs(to - from) / 2));
    return { ...end, path: arch(from, to, ceiling) };
  });
}

/**
 * Left keys from near to far, then loops, then right keys from far to near. Of the heads at one key,
 * head 0 is innermost on both sides.
 */
function atQuery(a: Strand, b: Strand, query: number): number {
  const side = (strand: Strand) => Math.sign(strand.key - query);
  const heads = side(a) > 0 ? b.head - a.head : a.head - b.head;
  return side(a) - side(b) || b.key - a.key || heads;
}

/**
 * Places strands side by side around `centre`. All get thinner if there is not enough room: they must
 * not touch those of the next word, and the innermost arc needs some height.
 */
function spread(strands: readonly Strand[], centre: number, space: ArcSpace) {
  const { centres, query, gain, height } = space;
  const pitches = centres.slice(1).map((x, i) => x - centres[i]!);
  const room = Math.min(space.room, 0.75 * Math.min(...pitches, Infinity), 0.85 * height);
  const widths = strands.map(({ weight }) => arcWidth(weight, gain));
  const taken = strands.map(({ key }, i) => (key === query ? 2 * widths[i]! + eye : widths[i]!));
  const total = taken.reduce((sum, width) => sum + width + gap, -gap);
  const squeeze = Math.min(1, room / total);
  let left = centre - (total * squeeze) / 2;
  return taken.map((room, i) => {
    const middle = left + (room * squeeze) / 2;
    left += (room + gap) * squeeze;
    return { middle, width: widths[i]! * squeeze, room: room * squeeze };
  });
}

const print = (...numbers: number[]) => numbers.map((n) => n.toFixed(1)).join(' ');

function arch(from: number, to: number, height: number): string {
  const radius = Math.max(0, height - stem);
  const turn = Math.sign(to - from) * radius;
  const sweep = to > from ? 1 : 0;
  const corner = `A${print(radius, radius, 0)} 0 ${sweep} `;
  return [
    `M${print(from, 0)}L${print(from, radius - height)}`,
    `${corner}${print(from + turn, -height)}L${print(to - turn, -height)}`,
    `${corner}${print(to, radius - height)}L${print(to, 0)}`,
  ].join('');
}

/** To each side, a closed cubic curve is as wide as 0.2887 times its control points' distance. */
function loop(x: number, width: number): string {
  const lift = (-loopHeight * 4) / 3;
  const reach = width / 2 / 0.2887;
  return `M${print(x, 0)}C${print(x - reach, lift, x + reach, lift, x, 0)}`;
}
