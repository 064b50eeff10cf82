import type { Tensor } from '../../emscripten/package/index.js';
import type { GridCell } from '../lib/grid.js';
import { label } from '../lib/label.js';
import { pullGap, roomForNumber } from '../lib/map-layout.js';
import { fixed, inCell } from '../lib/numbers.js';

/** What a heat map shows. Sizes are in px at the default text size. */
export interface MapModel {
  readonly matrix: Tensor;
  /** Keys are hidden where this is -Infinity. A hidden key is not the same as weight zero. */
  readonly mask: Tensor | null;
  readonly kind: 'share' | 'signed';
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cell: number;
  /** Null or undefined for square cells. */
  readonly cellHeight?: number | null;
  /** Of signed values below 10, where cells have room for them; otherwise one. */
  readonly decimals?: number | null;
  readonly gap: number;
  readonly labelWidth: number;
  /** The current row, drawn with a gap above and below. */
  readonly pulled: number | null;
  readonly chosen: GridCell | null;
  /** A row, a column or (with both) a cell: the inputs of the number that is explained. */
  readonly marked: Partial<GridCell> | null;
  /** The cells that the learner has changed. */
  readonly edited?: readonly GridCell[];
  /** Draw a canvas, however few cells there are: for many small maps in one figure. */
  readonly painted: boolean;
}

/** With more cells than this, the map is a canvas: elements would be too slow while dragging. */
const maxElements = 900;

export const isPainted = ({ rows, columns, painted }: MapModel): boolean =>
  painted || rows.length * columns.length > maxElements;

export const valueAt = ({ matrix, columns }: MapModel, { row, column }: GridCell): number =>
  matrix.data[row * columns.length + column] ?? NaN;

export const isHidden = ({ mask, matrix, columns }: MapModel, { row, column }: GridCell): boolean =>
  (mask ?? matrix).data[row * columns.length + column] === -Infinity;

export function isMarked({ marked }: MapModel, { row, column }: GridCell): boolean {
  if (!marked) return false;
  const { row: markedRow = row, column: markedColumn = column } = marked;
  return row === markedRow && column === markedColumn;
}

type Mark = MapModel['marked'] | undefined;
export const isSameMark = (one: Mark, other: Mark): boolean =>
  one?.row === other?.row && one?.column === other?.column;

export const isEdited = ({ edited = [] }: MapModel, { row, column }: GridCell): boolean =>
  edited.some((cell) => cell.row === row && cell.column === column);

/** A weight so small that its number is hidden by default. */
export const isQuiet = (map: MapModel, cell: GridCell): boolean =>
  map.kind === 'share' && valueAt(map, cell) < 0.1 && !isHidden(map, cell);

/** A value as it is printed and read aloud. */
export function formatValue({ kind, cell, decimals }: MapModel, value: number): string {
  if (kind === 'share' || cell < roomForNumber) return fixed(value);
  const isShort = Math.abs(value) < 9.95 && decimals;
  return isShort ? fixed(value, isShort) : inCell(value);
}

/** The text inside a cell; empty if there is no room for it. */
export function cellText(map: MapModel, cell: GridCell): string {
  if (isHidden(map, cell)) return map.cell < 8 ? '' : map.kind === 'share' ? '–' : '−∞';
  return map.cell < roomForNumber ? '' : formatValue(map, valueAt(map, cell));
}

/** The top of a row in px. The pulled row and those below it are moved down. */
export function rowTop({ cell, gap, pulled }: MapModel, row: number): number {
  const apart = pullGap(cell);
  const offset = pulled === null || row < pulled ? 0 : row === pulled ? apart : 2 * apart;
  return row * (cell + gap) + offset;
}

/** The cell at a point of the canvas. Below the last row is still that row; above and beside is null. */
export function cellUnder(map: MapModel, x: number, y: number): GridCell | null {
  const row = map.rows.filter((_, at) => rowTop(map, at) <= y).length - 1;
  const column = Math.floor(x / (map.cell + map.gap));
  return row < 0 || column < 0 || column >= map.columns.length ? null : { row, column };
}

/** A row's name, cut to the width of the labels. */
export const rowLabel = ({ labelWidth }: MapModel, name: string, row: number): string =>
  cutLabel(name, row, labelWidth);

export function columnLabel(map: MapModel, name: string, column: number): string {
  const { cell, gap, cellHeight } = map;
  if (cell >= 28 || cellHeight) return cutLabel(name, column, cell + gap + 4);
  return cell >= 15 ? String(column) : '';
}

/** A name, cut to this width in px. */
export const cutLabel = (name: string, index: number, width: number): string =>
  label(name, index, Math.max(2, Math.floor((width - 8) / 6.4)));

/** The cell of a grid in which a target is, by its `data-row` and `data-column`. */
export function findCell(target: EventTarget | null): GridCell | null {
  const element = (target as Element | null)?.closest<HTMLElement>('[data-row]');
  return element
    ? { row: Number(element.dataset['row']), column: Number(element.dataset['column']) }
    : null;
}
