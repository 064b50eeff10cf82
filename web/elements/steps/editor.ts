import { editedValue, editLimits, type EditedCell } from '../../lib/edits.js';
import { editStep, type CellEdits } from '../../ui/edit/cell-edits.js';
import type { CellEditor } from '../../ui/edit/cell-editor.js';
import { editSentence, type EditedRun } from '../../ui/edit/sentence.js';
import { editWords } from '../../ui/edit/words/index.js';
import { toEdited, valueBefore, valueOf } from './changed-cells.js';
import { readCell, type ChosenCell, type StepView } from './matrices.js';
import type { StepsRun } from './run.js';
import type { StepsState } from './state.js';

const editedRun = (run: StepsRun): EditedRun => ({
  engine: run.engine,
  tokens: run.state.tokens,
  edits: run.state.edits,
  trace: run.trace,
  unedited: run.unedited,
  valueBefore: (edit) => valueBefore(run, edit),
  matrixName: (matrix) => matrix,
});

/** The editor of the pinned cell. */
export function stepsEditor(
  run: StepsRun,
  view: StepView,
  edits: CellEdits<StepsState>,
  back: (way: 'undo' | 'redo') => void,
): CellEditor {
  const chosen = readCell(run, view, run.state.cell);
  const cell = toEdited(chosen.matrix, chosen);
  const { history } = edits;
  const isChanged = cell !== null && editedValue(run.state.edits, cell) !== undefined;
  const masked = cell && maskCell(cell);
  const isMaskChanged = masked !== null && editedValue(run.state.edits, masked) !== undefined;
  return {
    number: cell && cell.matrix !== 'mask' ? numberEditor(run, cell, edits) : null,
    mask: masked && {
      query: run.state.tokens[masked.row]!,
      key: run.state.tokens[masked.column]!,
      isVisible: valueOf(run, masked) === 1,
      set: (isVisible) => edits.set(masked, isVisible ? 1 : 0),
    },
    why: cell ? null : whyFixed(chosen),
    how: null,
    isFull: !isChanged && run.state.edits.length >= editLimits.cells,
    sentence: editSentence(editedRun(run)),
    restore: isChanged
      ? () => edits.restore(cell)
      : isMaskChanged
        ? () => edits.restore(masked)
        : null,
    undo: history.canUndo ? () => back('undo') : null,
    redo: history.canRedo ? () => back('redo') : null,
  };
}

const maskCell = (cell: EditedCell): EditedCell | null =>
  cell.matrix === 'mask' || cell.matrix === 'scores'
    ? { ...cell, matrix: 'mask', head: null }
    : null;

function numberEditor(run: StepsRun, cell: EditedCell, edits: CellEdits<StepsState>) {
  const { matrix, head, row, column } = cell;
  const { tokens } = run.state;
  return {
    name:
      matrix === 'scores'
        ? editWords.score(head!, tokens[row]!, tokens[column]!)
        : editWords.weight(matrix, row, column),
    value: valueOf(run, cell),
    step: editStep(cell),
    set: (value: number) => edits.set(cell, value),
    move: (steps: number) => edits.step(cell, steps),
  };
}

function whyFixed({ matrix: { name } }: ChosenCell): string {
  if (name === 'weights') return editWords.attention;
  const isInput = name === 'x' || name === 'words' || name === 'positions';
  return isInput ? editWords.fixed : editWords.result;
}
