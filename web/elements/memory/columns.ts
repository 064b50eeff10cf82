import type { Tensor } from '../../../emscripten/package/contract.js';
import type { Box } from '../../lib/drawing.js';
import { cells, frames, ring, rowLook, rowWord, type Sheet } from './drawing.js';
import { rowTop, type StageLayout } from './layout.js';
import { isThere, outputMove, type MovedKind } from './moves.js';
import type { MemoryRun } from './run.js';
import { words } from './words/index.js';

/** A matrix of one head in the large memory, and where its first number is drawn. */
export interface Column {
  readonly what: MovedKind;
  readonly matrix: Tensor;
  readonly x: number;
  readonly y: number;
}

/** The tokens of the rows, right-aligned at x; the chosen query's is bold. */
export function rowLabels(sheet: Sheet, run: MemoryRun, x: number, top: number) {
  for (const [token, word] of run.state.tokens.entries()) {
    const y = top + rowTop(run, token) + 11;
    rowWord(sheet, { x, y }, word, token, rowLook(token === run.query));
  }
}

/** Its numbers, as far as they are there, with a ring around what moves. */
export function drawColumn(
  sheet: Sheet,
  run: MemoryRun,
  { cell }: StageLayout,
  { what, matrix, x, y }: Column,
) {
  const [rows = 0, columns = 0] = matrix.shape;
  const there = isThere(run, what);
  const top = (row: number) => y + rowTop(run, row);
  const shown = what === 'weights' ? visible(matrix.data, run.head.scores.data) : matrix.data;
  const data = Float32Array.from(shown, (value, i) =>
    there(Math.floor(i / columns)) ? value : NaN,
  );
  sheet.text(x, y - 8, words.what[what]);
  const limit = what === 'scores' ? run.limits.scores : run.limits.numbers;
  cells(sheet, x, y, {
    ...{ data, rows, columns, top, cell: { ...cell, height: cell.height - 0.5 } },
    scale: what === 'weights' ? { kind: 'share', limit: 1 } : { kind: 'signed', limit },
  });
  const width = columns * cell.width;
  const row = (token: number) => ({ x, y: top(token), width, height: cell.height });
  const absent = Array.from({ length: rows }, (_, token) => token).filter((token) => !there(token));
  frames(sheet, absent.map(row));
  frames(sheet, hidden(data, columns, x, top, cell));
  ringColumn(sheet, run, what, (first, count) => ({
    ...row(first),
    height: top(first + count - 1) + cell.height - top(first),
  }));
}

/** Weights without those of hidden keys. */
export const visible = (weights: Float32Array, scores: Float32Array): Float32Array =>
  weights.map((weight, i) => (scores[i] === -Infinity ? -Infinity : weight));

/** What is hidden is stored too. */
function hidden(
  data: Float32Array,
  columns: number,
  x: number,
  top: (row: number) => number,
  { width, height }: StageLayout['cell'],
): readonly Box[] {
  return Array.from(data).flatMap((value, i) =>
    value === -Infinity
      ? [{ x: x + (i % columns) * width, y: top(Math.floor(i / columns)), width, height }]
      : [],
  );
}

/** Solid: moves in this step. Dotted: queries that are in fast memory, outputs to come. */
function ringColumn(
  sheet: Sheet,
  run: MemoryRun,
  what: MovedKind,
  place: (first: number, count: number) => Box,
) {
  const { step } = run;
  const moves = step.moves.filter((move) => move.what === what);
  const rows = moves.flatMap(({ first, count }) => [first, first + count]);
  if (moves.length > 0) {
    const first = Math.min(...rows);
    ring(sheet, place(first, Math.max(...rows) - first));
  } else if (run.state.schedule === 'tiled') {
    const isDotted = what === 'queries' || (what === 'output' && outputMove(run));
    if (isDotted) ring(sheet, place(step.firstQuery, step.queries), false);
  }
}
