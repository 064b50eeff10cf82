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
export interface ArcSpace {
  /** The middle of each word. */
  readonly centres: readonly number[];
  readonly query: number;
  /** Width that the strands may take beside one word. */
  readonly room: number;
  readonly height: number;
  /** Width of an arc of weight 1, besides the 1 that each has. */
  readonly gain: number;
}

const gap = 3;
/** Height of an arc over a distance of one pixel: heights grow as its square root. */
const rise = 7.2;
const loopHeight = 38;
const widthOf = (weight: number, gain: number) => 1 + gain * weight;

export function layOutArcs(strands: readonly Strand[], space: ArcSpace): Arc[] {
  const { centres, query, gain } = space;
  const centre = centres[query] ?? 0;
  const ordered = [...strands].sort((a, b) => atQuery(a, b, query));
  const { middles, squeeze } = spread(ordered, centre, space);
  const farthest = Math.max(...centres.map((x) => Math.abs(x - centre)), 1);
  const scale = Math.min(rise, space.height / Math.sqrt(farthest));
  const ends = ordered.map((strand, i) => ({
    ...strand,
    from: middles[i]!,
    to: endAt(strand, ordered, space),
    width: Math.max(1, widthOf(strand.weight, gain) * squeeze),
  }));
  const left = ends.filter(({ key }) => key < query).reverse();
  const loops = ends.filter(({ key }) => key === query);
  const right = ends.filter(({ key }) => key > query);
  return [
    ...nest(left, scale),
    ...loops.map((end) => ({ ...end, path: loop(end.from, end.width) })),
    ...nest(right, scale),
  ];
}

/** Where a strand ends at its key: the order at the query, mirrored. */
function endAt(strand: Strand, ordered: readonly Strand[], space: ArcSpace): number {
  const sameKey = ordered.filter(({ key }) => key === strand.key).reverse();
  const { middles } = spread(sameKey, space.centres[strand.key] ?? 0, space);
  return middles[sameKey.indexOf(strand)]!;
}

type Ends = Strand & { readonly from: number; readonly to: number; readonly width: number };

/** From the outermost in: each arc stays below the one around it. */
function nest(ends: readonly Ends[], scale: number): Arc[] {
  let ceiling = Infinity;
  return ends.map((end) => {
    const { from, to, width } = end;
    const wanted = scale * Math.sqrt(Math.abs(to - from));
    const height = Math.max(12, Math.min(wanted, ceiling) - width / 2);
    ceiling = height - width / 2 - 1.5;
    return { ...end, path: arch(from, to, height) };
  });
}

/** Left keys from near to far, then loops, then right keys from far to near; heads ascending. */
function atQuery(a: Strand, b: Strand, query: number): number {
  const side = (strand: Strand) => Math.sign(strand.key - query);
  return side(a) - side(b) || b.key - a.key || a.head - b.head;
}

/** Middles of strands laid side by side around `centre`, squeezed where they need more room. */
function spread(strands: readonly Strand[], centre: number, space: ArcSpace) {
  const widths = strands.map(({ key, weight }) => {
    const width = widthOf(weight, space.gain);
    return key === space.query ? 2 * loopRadius(width) + width : width;
  });
  const total = widths.reduce((sum, width) => sum + width + gap, -gap);
  const squeeze = Math.min(1, space.room / total);
  let left = centre - (total * squeeze) / 2;
  const middles = widths.map((width) => {
    const middle = left + (width * squeeze) / 2;
    left += (width + gap) * squeeze;
    return middle;
  });
  return { middles, squeeze };
}

const print = (...numbers: number[]) => numbers.map((n) => n.toFixed(1)).join(' ');

/** A cubic's top is at three quarters of its control points' height. */
function arch(from: number, to: number, height: number): string {
  const lift = (-height * 4) / 3;
  const pull = (to - from) * 0.04;
  return `M${print(from, 0)}C${print(from + pull, lift, to - pull, lift, to, 0)}`;
}

/** Half the width of a loop from middle to middle of its line: the eye of the loop stays open. */
const loopRadius = (width: number) => 2.6 + width / 2;

/** A closed cubic is 0.2887 of its control points' distance wide to each side. */
function loop(x: number, width: number): string {
  const lift = (-loopHeight * 4) / 3;
  const reach = loopRadius(width) / 0.2887;
  return `M${print(x, 0)}C${print(x - reach, lift, x + reach, lift, x, 0)}`;
}
