import type { GridCell } from '../../lib/grid.js';
import { fitCells } from '../../lib/map-layout.js';
import type { DetailMatrix } from './detail-matrices.js';
import { shownKey, type SandboxRun } from './run.js';

/** The largest height of a map of weights, in px, unless its cells have room for numbers. */
const mapHeight = 640;

/** The sizes of the cells, gaps and labels of a matrix, in px. */
export function layOutDetail(
  { tensor, rows }: DetailMatrix,
  tokens: readonly string[],
  room: number,
) {
  const [height = 0, width = 0] = tensor.shape;
  const longest = rows === 'tokens' ? Math.max(...tokens.map((token) => token.length)) : 3;
  const layout = fitCells(room, width, longest);
  if (rows === 'tokens') return layout;
  const cell = Math.min(layout.cell, Math.max(12, Math.floor(mapHeight / height) - 1), 34);
  return { ...layout, cell, gap: Math.min(layout.gap, cell < 24 ? 1 : 2) };
}

/** The names of rows and columns: tokens, or numbers counted from the start of the whole matrix. */
export function axisNames(matrix: DetailMatrix, tokens: readonly string[]) {
  const [height = 0, width = 0] = matrix.tensor.shape;
  const names = (axis: 'tokens' | 'numbers', count: number, first: number) =>
    axis === 'tokens' ? tokens : Array.from({ length: count }, (_, i) => String(i + first));
  return {
    rows: names(matrix.rows, height, matrix.firstRow),
    columns: names(matrix.columns, width, matrix.firstColumn),
  };
}

/** The cell, if the matrix has it. */
export function existing({ tensor }: DetailMatrix, cell: GridCell | null): GridCell | null {
  const [height = 0, width = 0] = tensor.shape;
  return cell && cell.row < height && cell.column < width ? cell : null;
}

/** The cell that the editor changes: the chosen one if the matrix has it, otherwise the pinned one. */
export function chosenCell(
  matrix: DetailMatrix,
  run: SandboxRun,
  chosen: GridCell | null,
): GridCell {
  return (
    existing(matrix, chosen) ?? {
      row: matrix.rows === 'tokens' ? run.state.query : 0,
      column: matrix.columns === 'tokens' ? shownKey(run) : 0,
    }
  );
}
