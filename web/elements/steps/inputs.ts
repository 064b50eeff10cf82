import type { ChosenCell, MatrixName } from './matrices.js';
import type { StepsRun } from './run.js';

/** A row, a column, or (with both) a cell. */
interface MarkedCells {
  readonly row?: number;
  readonly column?: number;
}

/** The part of matrix `id` from which the chosen number was computed; null if none. */
export function markInputs(
  id: string,
  { matrix, row, column }: ChosenCell,
  { state, dHead }: StepsRun,
): MarkedCells | null {
  const place = { row, column };
  const head = `heads${Math.floor(column / dHead)}`;
  const from: Partial<Record<MatrixName, Record<string, MarkedCells>>> = {
    x: { words: place, positions: place },
    q: { x: { row }, wq: { column } },
    k: { x: { row }, wk: { column } },
    v: { x: { row }, wv: { column } },
    scores: { q: { row }, k: { row: column }, mask: place },
    weights: { scores: { row } },
    heads: { weights: { row }, v: { column } },
    combined: { [head]: { row, column: column % dHead } },
    output: { combined: { row }, wo: { column } },
  };
  const isSummed = matrix.name === 'combined' && state.variant === 'summed';
  return isSummed && id.startsWith('heads') ? place : (from[matrix.name]?.[id] ?? null);
}
