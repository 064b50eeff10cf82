import type { GridCell } from '../../lib/grid.js';

/** The cells from one to another, so that a fast drag leaves none out. */
export function cellsBetween(from: GridCell, to: GridCell): readonly GridCell[] {
  const [down, across] = [to.row - from.row, to.column - from.column];
  const steps = Math.max(Math.abs(down), Math.abs(across), 1);
  return Array.from({ length: steps + 1 }, (_, step) => ({
    row: from.row + Math.round((down * step) / steps),
    column: from.column + Math.round((across * step) / steps),
  }));
}

/** A rectangle of cells, both corners included. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export const rangeOf = (one: GridCell, other: GridCell): CellRange => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.column, other.column),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.column, other.column),
});

export function cellsIn({ top, left, bottom, right }: CellRange): readonly GridCell[] {
  const columns = right - left + 1;
  return Array.from({ length: (bottom - top + 1) * columns }, (_, i) => ({
    row: top + Math.floor(i / columns),
    column: left + (i % columns),
  }));
}

export const isInside = ({ top, left, bottom, right }: CellRange, { row, column }: GridCell) =>
  row >= top && row <= bottom && column >= left && column <= right;
