import type { Sizes } from './tensors.js';

/**
 * Where everything is, in px at the default text size. One number of a token has the same width in
 * the whole picture, and one token the same height.
 */
export interface Layout extends LaneSizes {
  readonly width: number;
  /** One head at a time: the others are behind tabs. */
  readonly isAlone: boolean;
  /** Queries above, keys and values below. */
  readonly isStacked: boolean;
  readonly laneWidth: number;
  /** A lane has room for the names of its parts. */
  readonly isNamed: boolean;
  /** Tokens are higher than to scale: they could not be seen otherwise. */
  readonly isCoarse: boolean;
  /** Sequences that are drawn in full in a lane. */
  readonly blocks: number;
  /** For the shape of a tensor, however small it is. */
  readonly labelRoom: number;
  /** Where the tensors before the split begin. */
  readonly columns: Columns;
}

interface LaneSizes {
  /** One number of a token. */
  readonly f: number;
  /** One token. */
  readonly t: number;
  /** Between the lanes, and between the parts of one. */
  readonly laneGap: number;
  readonly partGap: number;
}

export interface Columns {
  readonly q: number;
  readonly m: number;
  readonly k: number;
  readonly v: number;
}

/** Below this, tokens would be lines: they stay as high, and only their numbers shrink. */
const smallestToken = 4;
const largestMatrix = 140;
/** Room for a shape. */
const shapeRoom = 88;
/** Room for what is written beside the queries. */
export const noteRoom = 140;
const gaps = { besides: 8, beforeMemory: 64, beforeValues: 20, betweenSplits: 12 };
/** Of the sheets behind the last block. */
const depth = 4;
/** Three shapes fit side by side. */
const labelRoomIn = (width: number) =>
  Math.min(shapeRoom, Math.floor((width - 2 * gaps.betweenSplits - depth) / 3));
/** Between the blocks of an axis of heads. */
export const blockGap = 2;
const mostBlocks = 2;
/** What is wider is left to the code beside the picture. */
const widest = 800;
const narrow = 600;

export function layOut(sizes: Sizes, room: number): Layout {
  const width = Math.min(room, widest);
  const isStacked = width < narrow;
  const f0 = numberWidth(sizes, width, isStacked);
  const abreast = isStacked && sizes.H > 1 ? null : lanesAbreast(sizes, width, f0);
  const lanes = abreast ?? oneLane(sizes, width, f0);
  const isAlone = abreast === null;
  const laneWidth = isAlone ? width : widthOfLane(sizes, lanes);
  return {
    ...{ width, isStacked, isAlone, laneWidth, isNamed: laneWidth >= 120 },
    isCoarse: lanes.t === smallestToken,
    ...lanes,
    blocks: Math.min(sizes.B, mostBlocks),
    labelRoom: labelRoomIn(width),
    columns: columnsOf(sizes, lanes.f, width, isStacked),
  };
}

export const widthOfHeads = (heads: number, width: number): number =>
  heads * (width + blockGap) - blockGap;

function columnsOf({ dModel, H, G, D }: Sizes, f: number, width: number, isStacked: boolean) {
  const x = dModel * f;
  const room = labelRoomIn(width);
  const q = (isStacked ? x : Math.max(x, noteRoom)) + gaps.besides;
  const m = isStacked ? 0 : q + Math.max(H * D * f, room) + gaps.beforeMemory;
  const k = m + Math.max(x, isStacked ? 0 : room) + gaps.besides;
  return { q, m, k, v: k + Math.max(G * D * f, room) + gaps.beforeValues } satisfies Columns;
}

/** Where the split queries, keys and values begin if they are above the others, and where they end. */
export function splitEdges({ H, G, D }: Sizes, f: number, labelRoom: number): readonly number[] {
  const widthOf = (heads: number) => Math.max(widthOfHeads(heads, D * f), labelRoom);
  const k = widthOf(H) + gaps.betweenSplits;
  const v = k + widthOf(G) + gaps.betweenSplits;
  return [0, k, v, v + widthOf(G)];
}

/** The width in which the tensors before the split, and the split ones, fit side by side. */
function numberWidth(sizes: Sizes, width: number, isStacked: boolean): number {
  const { dModel, H, G, D } = sizes;
  const room = labelRoomIn(width);
  const fits = (f: number) => {
    const { q, v } = columnsOf(sizes, f, width, isStacked);
    return (
      v + Math.max(G * D * f, room) <= width &&
      q + H * D * f <= width &&
      (!isStacked || splitEdges(sizes, f, room).at(-1)! + depth <= width)
    );
  };
  let f = largestMatrix / Math.max(dModel, H * D);
  while (!fits(f) && f * dModel > 1) f *= 0.97;
  return f;
}

/** All lanes side by side; null where they do not fit. */
function lanesAbreast({ H, D, T, S }: Sizes, width: number, f0: number): LaneSizes | null {
  const [laneGap, partGap] = H > 6 ? [8, 4] : [20, 8];
  const room = width - laneGap * (H - 1) - 2 * partGap * H;
  const t0 = Math.min(18, 72 / Math.max(T, S));
  const scale = Math.min(1, room / (H * (2 * D * f0 + S * t0)));
  if (t0 * scale >= smallestToken) return { f: f0 * scale, t: t0 * scale, laneGap, partGap };
  const f = Math.min(f0, (room - H * S * smallestToken) / (2 * H * D));
  return f * D < 1.5 ? null : { f, t: smallestToken, laneGap, partGap };
}

/** One lane at the full width. */
function oneLane({ D, S }: Sizes, width: number, f: number): LaneSizes {
  const partGap = 8;
  const t = Math.min(28, (width - 2 * partGap - 2 * D * f) / S);
  return { f, t: Math.max(smallestToken, t), laneGap: 20, partGap };
}

const widthOfLane = ({ D, S }: Sizes, { f, t, partGap }: LaneSizes) =>
  2 * D * f + S * t + 2 * partGap;
