import type { Engine, Tensor } from '../../../emscripten/package/index.js';
import type { GridCell } from '../../lib/grid.js';
import { keyHead } from '../../lib/key-head.js';
import { editsOf, type EditedCell, type EditedMatrix } from '../../lib/edits.js';
import { part } from '../../lib/tensor-view.js';
import type { SandboxModel, SandboxRun } from './run.js';

const projections = ['wq', 'wk', 'wv', 'wo'] as const;
type Projection = (typeof projections)[number];

/** In the order in which a head computes them. */
export const matrixViews = [
  ...(['wq', 'wk', 'wv', 'q', 'k', 'v', 'scores', 'mask', 'maskedScores'] as const),
  ...(['weights', 'heads', 'wo'] as const),
] as const;
export type MatrixView = (typeof matrixViews)[number];

/** A matrix of one head. */
export interface DetailMatrix {
  readonly tensor: Tensor;
  /** What can be changed in it; null for results. */
  readonly edited: EditedMatrix | null;
  /** Of scores. */
  readonly head: number | null;
  readonly rows: 'tokens' | 'numbers';
  readonly columns: 'tokens' | 'numbers';
  /** Where it begins in the whole matrix, if it is a part of one. */
  readonly firstRow: number;
  readonly firstColumn: number;
}

const isProjection = (view: MatrixView): view is Projection =>
  (projections as readonly string[]).includes(view);

export function detailMatrix(
  model: SandboxModel,
  run: SandboxRun,
  view: MatrixView,
  head: number,
): DetailMatrix {
  if (isProjection(view)) return projection(model, run, view, head);
  const isSquare = ['scores', 'maskedScores', 'mask', 'weights'].includes(view);
  const group = view === 'k' || view === 'v' ? keyHead(run.trace, head) : head;
  const isScore = view === 'scores' || view === 'maskedScores';
  return {
    tensor: view === 'mask' ? run.mask : part(run.trace[view], group),
    edited: view === 'mask' ? 'mask' : isScore ? 'scores' : null,
    head: isScore ? head : null,
    rows: 'tokens',
    columns: isSquare ? 'tokens' : 'numbers',
    ...{ firstRow: 0, firstColumn: 0 },
  };
}

/** The columns of a projection, or the rows of W_O, that a head uses. */
function projection(
  model: SandboxModel,
  run: SandboxRun,
  name: Projection,
  head: number,
): DetailMatrix {
  const owner = run.state.tie && name !== 'wo' ? 0 : head;
  const group = name === 'wk' || name === 'wv' ? keyHead(run.trace, owner) : owner;
  const first = group * run.dHead;
  const own = [first, first + run.dHead] as const;
  return {
    tensor: slice(model.engine, model.weights(run.state)[name]!, name === 'wo' ? own : null, own),
    ...{ edited: name, head: null, rows: 'numbers', columns: 'numbers' },
    ...(name === 'wo' ? { firstRow: first, firstColumn: 0 } : { firstRow: 0, firstColumn: first }),
  };
}

type Range = readonly [first: number, end: number];
const slice = ({ tensor }: Engine, matrix: Tensor, rows: Range | null, columns: Range) =>
  tensor.slice(matrix, rows ? [rows, [null, null]] : [[null, null], columns]);

/** The cell of the layer that a cell of a matrix is; null for results. */
export const toEdited = (matrix: DetailMatrix, { row, column }: GridCell): EditedCell | null =>
  matrix.edited && {
    ...{ matrix: matrix.edited, head: matrix.head },
    ...{ row: row + matrix.firstRow, column: column + matrix.firstColumn },
  };

/** The cells of this matrix that the learner has changed. */
export function changedCells({ state }: SandboxRun, matrix: DetailMatrix): readonly GridCell[] {
  const { edited, head, firstRow, firstColumn, tensor } = matrix;
  if (!edited) return [];
  const [rows = 0, columns = 0] = tensor.shape;
  return editsOf(state.edits, edited, head ?? undefined)
    .map(({ row, column }) => ({ row: row - firstRow, column: column - firstColumn }))
    .filter(({ row, column }) => row >= 0 && row < rows && column >= 0 && column < columns);
}
