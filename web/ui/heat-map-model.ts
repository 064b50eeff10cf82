import type { Tensor } from '../../emscripten/package/index.js';
import type { Cell } from '../lib/grid.js';
import { label } from '../lib/label.js';
import { pullOf, roomForNumber } from '../lib/map-layout.js';
import { fixed, inCell } from '../lib/numbers.js';

/** What a heat map shows and at which size, in px at the default text size. */
export interface MapModel {
  readonly matrix: Tensor;
  /** Where this is -Infinity the key is hidden, which is not zero. */
  readonly mask: Tensor | null;
  readonly kind: 'share' | 'signed';
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cell: number;
  readonly gap: number;
  readonly labelWidth: number;
  /** The row in question, drawn apart. */
  readonly pulled: number | null;
  readonly chosen: Cell | null;
  /** A row, a column, or with both one cell: what the number in question is made of. */
  readonly marked: Partial<Cell> | null;
}

/** More cells than this are painted, not built: a drag must stay within the frame. */
const mostBuilt = 900;

export const isPainted = ({ rows, columns }: MapModel): boolean =>
  rows.length * columns.length > mostBuilt;

export const valueAt = ({ matrix, columns }: MapModel, { row, column }: Cell): number =>
  matrix.data[row * columns.length + column] ?? NaN;

export const isHidden = ({ mask, matrix, columns }: MapModel, { row, column }: Cell): boolean =>
  (mask ?? matrix).data[row * columns.length + column] === -Infinity;

export function isMarked({ marked }: MapModel, { row, column }: Cell): boolean {
  if (!marked) return false;
  const { row: wantedRow = row, column: wantedColumn = column } = marked;
  return row === wantedRow && column === wantedColumn;
}

/** A share that is too small to draw the eye. */
export const isQuiet = (map: MapModel, cell: Cell): boolean =>
  map.kind === 'share' && valueAt(map, cell) < 0.1 && !isHidden(map, cell);

/** A value as the map prints it, and as it is read aloud. */
export const rounded = ({ kind, cell }: MapModel, value: number): string =>
  kind === 'share' || cell < roomForNumber ? fixed(value) : inCell(value);

/** What a cell has room for; empty where that is nothing. */
export function printed(map: MapModel, cell: Cell): string {
  if (isHidden(map, cell)) return map.cell < 8 ? '' : map.kind === 'share' ? '–' : '−∞';
  return map.cell < roomForNumber ? '' : rounded(map, valueAt(map, cell));
}

/** Where a row begins: the pulled one and those below it are moved down. */
export function topOf({ cell, gap, pulled }: MapModel, row: number): number {
  const apart = pullOf(cell);
  const moved = pulled === null || row < pulled ? 0 : row === pulled ? apart : 2 * apart;
  return row * (cell + gap) + moved;
}

/** The cell at a place of the painted map; null beside it. */
export function cellUnder(map: MapModel, x: number, y: number): Cell | null {
  const row = map.rows.filter((_, at) => topOf(map, at) <= y).length - 1;
  const column = Math.floor(x / (map.cell + map.gap));
  return row < 0 || column < 0 || column >= map.columns.length ? null : { row, column };
}

/** A row's name as the labels have room for it. */
export const rowLabel = ({ labelWidth }: MapModel, name: string, row: number): string =>
  cut(name, row, labelWidth);

export function columnLabel({ cell, gap }: MapModel, name: string, column: number): string {
  if (cell >= 28) return cut(name, column, cell + gap + 4);
  return cell >= 15 ? String(column) : '';
}

const cut = (name: string, index: number, width: number) =>
  label(name, index, Math.max(2, Math.floor((width - 8) / 6.4)));
