/** In the order in which they are computed, which the arrow keys follow. */
export const tensorIds = [
  ...(['x', 'wq', 'q0', 'm', 'wk', 'k0', 'wv', 'v0'] as const),
  ...(['qs', 'ks', 'vs', 'q', 'k', 'v'] as const),
  ...(['s', 'a', 'z', 'zt', 'c', 'wo', 'y'] as const),
];
export type TensorId = (typeof tensorIds)[number];

/** One number of every tensor: those of a product have some of these indices in common. */
export interface Place {
  readonly sequence: number;
  readonly head: number;
  readonly query: number;
  readonly key: number;
  /** Within a head. */
  readonly column: number;
  /** The feature of a token, before and after the layer. */
  readonly feature: number;
}

/** What an axis counts; 'concat' is a column of all heads side by side. */
export type Axis =
  'sequence' | 'head' | 'group' | 'query' | 'key' | 'column' | 'feature' | 'concat' | 'groups';

/** Sizes by the letters of the contract. */
export interface Sizes {
  readonly B: number;
  readonly T: number;
  readonly S: number;
  readonly H: number;
  readonly G: number;
  readonly dModel: number;
  readonly D: number;
}

export interface TensorKind {
  /** As the code calls it. */
  readonly symbol: string;
  readonly axes: readonly Axis[];
  /** What is made of it. */
  readonly next: TensorId | null;
  /** A transpose leaves the numbers where they were: these are the axes of the memory, in its order. */
  readonly memory?: readonly Axis[];
}

export const tensorKinds: Readonly<Record<TensorId, TensorKind>> = {
  x: { symbol: 'X', axes: ['sequence', 'query', 'feature'], next: 'q0' },
  wq: { symbol: 'W_Q', axes: ['feature', 'concat'], next: 'q0' },
  q0: { symbol: 'Q', axes: ['sequence', 'query', 'concat'], next: 'qs' },
  m: { symbol: 'M', axes: ['sequence', 'key', 'feature'], next: 'k0' },
  wk: { symbol: 'W_K', axes: ['feature', 'groups'], next: 'k0' },
  k0: { symbol: 'K', axes: ['sequence', 'key', 'groups'], next: 'ks' },
  wv: { symbol: 'W_V', axes: ['feature', 'groups'], next: 'v0' },
  v0: { symbol: 'V', axes: ['sequence', 'key', 'groups'], next: 'vs' },
  qs: { symbol: 'Q', axes: ['sequence', 'query', 'head', 'column'], next: 'q' },
  ks: { symbol: 'K', axes: ['sequence', 'key', 'group', 'column'], next: 'k' },
  vs: { symbol: 'V', axes: ['sequence', 'key', 'group', 'column'], next: 'v' },
  q: {
    ...{ symbol: 'Q', axes: ['sequence', 'head', 'query', 'column'], next: 's' },
    memory: ['sequence', 'query', 'head', 'column'],
  },
  k: {
    ...{ symbol: 'K', axes: ['sequence', 'group', 'key', 'column'], next: 's' },
    memory: ['sequence', 'key', 'group', 'column'],
  },
  v: {
    ...{ symbol: 'V', axes: ['sequence', 'group', 'key', 'column'], next: 'z' },
    memory: ['sequence', 'key', 'group', 'column'],
  },
  s: { symbol: 'S', axes: ['sequence', 'head', 'query', 'key'], next: 'a' },
  a: { symbol: 'A', axes: ['sequence', 'head', 'query', 'key'], next: 'z' },
  z: { symbol: 'Z', axes: ['sequence', 'head', 'query', 'column'], next: 'zt' },
  zt: {
    ...{ symbol: 'Z', axes: ['sequence', 'query', 'head', 'column'], next: 'c' },
    memory: ['sequence', 'head', 'query', 'column'],
  },
  c: { symbol: 'C', axes: ['sequence', 'query', 'concat'], next: 'y' },
  wo: { symbol: 'W_O', axes: ['concat', 'feature'], next: 'y' },
  y: { symbol: 'Y', axes: ['sequence', 'query', 'feature'], next: null },
};

/** Those that lie in the lanes: one matrix per head and sequence. */
const inLanes = ['q', 'k', 'v', 's', 'a', 'z'] as const satisfies readonly TensorId[];
export const isInLane = (id: TensorId): boolean => (inLanes as readonly TensorId[]).includes(id);

export const groupOf = (head: number, { H, G }: Sizes): number => Math.floor((head * G) / H);

export function sizeOf(axis: Axis, { B, T, S, H, G, dModel, D }: Sizes): number {
  const count: Record<Axis, number> = {
    ...{ sequence: B, head: H, group: G, query: T, key: S },
    ...{ column: D, feature: dModel, concat: H * D, groups: G * D },
  };
  return count[axis];
}

/** Where the number in question is along an axis. */
export function indexOn(axis: Axis, place: Place, sizes: Sizes): number {
  const group = groupOf(place.head, sizes);
  if (axis === 'group') return group;
  if (axis === 'concat') return place.head * sizes.D + place.column;
  if (axis === 'groups') return group * sizes.D + place.column;
  return place[axis];
}

/** The place with another index along an axis. In another group, it is the group's first head. */
export function moveTo(axis: Axis, index: number, place: Place, sizes: Sizes): Place {
  const { D, H, G } = sizes;
  const inGroup = (group: number) =>
    groupOf(place.head, sizes) === group ? place.head : (group * H) / G;
  if (axis === 'group') return { ...place, head: inGroup(index) };
  if (axis === 'concat') return { ...place, head: Math.floor(index / D), column: index % D };
  if (axis === 'groups')
    return { ...place, head: inGroup(Math.floor(index / D)), column: index % D };
  return { ...place, [axis]: index };
}

export interface AxisRow {
  readonly axis: Axis;
  readonly size: number;
  readonly here: number;
  /** How far apart in memory neighbours on this axis are. */
  readonly step: number;
}

/**
 * The axes of a tensor, and where its number in question lies, as NumPy counts.
 * @param isSkipped  queries were reshaped without the transpose, and lie as their axes say
 */
export function axisRows(
  id: TensorId,
  place: Place,
  sizes: Sizes,
  isSkipped = false,
): readonly AxisRow[] {
  const { axes } = tensorKinds[id];
  const memory = (!(isSkipped && id === 'q') && tensorKinds[id].memory) || axes;
  return axes.map((axis) => ({
    axis,
    size: sizeOf(axis, sizes),
    here: indexOn(axis, place, sizes),
    step: memory
      .slice(memory.indexOf(axis) + 1)
      .reduce((step, inner) => step * sizeOf(inner, sizes), 1),
  }));
}

export const offsetOf = (rows: readonly AxisRow[]): number =>
  rows.reduce((sum, { here, step }) => sum + here * step, 0);

export const shapeOf = (id: TensorId, sizes: Sizes): readonly number[] =>
  tensorKinds[id].axes.map((axis) => sizeOf(axis, sizes));

/** The axis that counts heads, or groups of them; -1 where there is none. */
export const headAxis = (id: TensorId): number =>
  tensorKinds[id].axes.findIndex((axis) => axis === 'head' || axis === 'group');
