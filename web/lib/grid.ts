/** Moves in a grid by arrow keys, Home and End, as in the ARIA authoring practices. */

import { isBrowserShortcut } from './row-keys.js';

export interface GridCell {
  readonly row: number;
  readonly column: number;
}
interface GridSize {
  readonly rows: number;
  readonly columns: number;
}
type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** The next cell; null if the key does not move. With Alt or Cmd the arrow keys are the browser's. */
export function moveInGrid(event: Key, { row, column }: GridCell, size: GridSize): GridCell | null {
  if (isBrowserShortcut(event)) return null;
  const { key, ctrlKey } = event;
  const moves: Record<string, GridCell> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? size.rows : row, column: size.columns },
  };
  const to = moves[key];
  return to ? clampToGrid(to, size) : null;
}

export function clampToGrid({ row, column }: GridCell, { rows, columns }: GridSize): GridCell {
  const clamp = (i: number, n: number) => Math.max(0, Math.min(i, n - 1));
  return { row: clamp(row, rows), column: clamp(column, columns) };
}
