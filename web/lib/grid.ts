/** Where the arrow keys lead in a grid of cells, after the ARIA authoring practices. */

export interface Cell {
  readonly row: number;
  readonly column: number;
}
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** The next cell; null where the key moves nothing. */
export function moveInGrid(
  { key, ctrlKey, metaKey }: Key,
  { row, column }: Cell,
  size: GridSize,
): Cell | null {
  const isWhole = ctrlKey || metaKey;
  const moves: Record<string, Cell> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row: isWhole ? 0 : row, column: 0 },
    End: { row: isWhole ? size.rows : row, column: size.columns },
  };
  const to = moves[key];
  return to ? clampToGrid(to, size) : null;
}

export function clampToGrid({ row, column }: Cell, { rows, columns }: GridSize): Cell {
  const clamp = (i: number, n: number) => Math.max(0, Math.min(i, n - 1));
  return { row: clamp(row, rows), column: clamp(column, columns) };
}
