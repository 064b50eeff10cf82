import type { GridCell } from '../../lib/grid.js';
import { editsOf, type EditedCell, type EditedMatrix } from '../../lib/edits.js';
import { at } from '../../lib/tensor-view.js';
import type { StepMatrix } from './matrices.js';
import type { StepsRun } from './run.js';

/** The cell of the layer that a cell of a matrix is; null for results. */
export function toEdited(
  { name, head, firstColumn }: StepMatrix,
  { row, column }: GridCell,
): EditedCell | null {
  switch (name) {
    case 'wq':
    case 'wk':
    case 'wv':
    case 'wo':
      return { matrix: name, head: null, row, column: column + firstColumn };
    case 'scores':
      return { matrix: name, head, row, column };
    case 'mask':
      return { matrix: name, head: null, row, column };
    default:
      return null;
  }
}

/** The cells of this matrix that the learner has changed. A hidden score is one, by the mask. */
export function changedCells({ state }: StepsRun, matrix: StepMatrix): readonly GridCell[] {
  const { name, head, firstColumn, tensor } = matrix;
  if (!toEdited(matrix, { row: 0, column: 0 })) return [];
  const edits = editsOf(state.edits, name as EditedMatrix, head ?? undefined);
  return edits
    .map(({ row, column }) => ({ row, column: column - firstColumn }))
    .filter(({ column }) => column >= 0 && column < tensor.shape[1]!);
}

/** The number in a cell. Mask: 1 if the key may be seen, else 0. Hidden scores: before hiding. */
export function valueOf(run: StepsRun, { matrix, head, row, column }: EditedCell): number {
  if (matrix === 'mask') return at(run.mask, row, column) === 0 ? 1 : 0;
  if (matrix === 'scores') return at(run.trace.scores, head!, row, column);
  return at(run.weights[matrix]!, row, column);
}

/** What it would be without the learner's change. */
export function valueBefore(run: StepsRun, { matrix, head, row, column }: EditedCell): number {
  if (matrix === 'scores') return at(run.computedScores, head!, row, column);
  if (matrix === 'mask') return run.state.causal && column > row ? 0 : 1;
  return at(run.drawnWeights[matrix]!, row, column);
}
