import { dModel } from './state.js';

/** Where the parts of the layer's picture are, in px at the default text size. */
export interface UnitLayout {
  readonly width: number;
  readonly height: number;
  readonly isWide: boolean;
  /** The hidden units: where they begin, from one to the next, and where they end. */
  readonly left: number;
  readonly pitch: number;
  readonly right: number;
  /** The decimals that have room below every bar; null where only the chosen number is printed. */
  readonly decimals: 1 | 2 | null;
  /** The rows of the picture, from top to bottom: the baseline of a title, the top of the rest. */
  readonly w1: number;
  readonly a: number;
  readonly activated: number;
  readonly w3: number;
  readonly b: number;
  readonly hidden: number;
  readonly w2: number;
  readonly end: number;
}

/** One row of a matrix, and the gap between two. */
export const rowHeight = 14;
export const gap = 1;
/** A row of bars, each up to `half` above or below its zero line, with its numbers below. */
export const barRow = { half: 20, height: 62 } as const;
const title = 22;
/** The width of the column with the output's numbers, on a wide page. */
export const rightColumn = 156;
/** Between the numbers of one group and the next title. */
const between = 14;
const matrixHeight = dModel * rowHeight;
/** For numbers such as −0.04, and such as −0.4. */
const roomForNumbers = { two: 38, one: 28 } as const;

/** @param width  of the container. Without a gate, the room for its rows stays empty. */
export function layOutUnits(width: number, dFf: number): UnitLayout {
  const isWide = width >= 860;
  const left = isWide ? 196 : 44;
  const right = isWide ? width - rightColumn : width;
  const pitch = (right - left) / dFf;
  // On a narrow page the rows' names are above them.
  const named = isWide ? 0 : 18;
  const w1 = 0;
  const a = w1 + title + matrixHeight + named;
  const activated = a + barRow.height + named;
  const w3 = activated + barRow.height + between;
  const b = w3 + title + matrixHeight + named;
  const hidden = b + barRow.height + named;
  const w2 = hidden + barRow.height + between;
  const end = w2 + title + matrixHeight;
  return {
    ...{ width, isWide, left, right, pitch, w1, a, activated, w3, b, hidden, w2, end },
    decimals: pitch >= roomForNumbers.two ? 2 : pitch >= roomForNumbers.one ? 1 : null,
    height: end + 4,
  };
}

/** The top of a matrix below its title. */
export const matrixTop = (top: number) => top + title;
