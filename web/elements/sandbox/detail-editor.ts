import { editedValue, editLimits, type EditedCell } from '../../lib/edits.js';
import { editStep } from '../../ui/edit/cell-edits.js';
import type { CellEditor, EditableMask, EditableNumber } from '../../ui/edit/cell-editor.js';
import { editWords } from '../../ui/edit/words/index.js';
import type { SandboxRun } from './run.js';
import type { SandboxSession } from './session.js';
import { words } from './words/index.js';

/** What the editor of the chosen cell needs. */
export interface DetailEditing {
  readonly session: SandboxSession;
  readonly run: SandboxRun;
  readonly back: (way: 'undo' | 'redo') => void;
}

/**
 * @param cell  the number that can be changed; null for a result
 * @param masked  the cell of the mask that is offered beside it
 * @param why  why the chosen number cannot be changed
 * @param how  how to change it; null for the usual way
 */
export function detailEditor(
  editing: DetailEditing,
  cell: EditedCell | null,
  masked: EditedCell | null,
  why: string | null,
  how: string | null,
): CellEditor {
  const { run, session, back } = editing;
  const { edits, history } = session;
  const isChanged = (cell: EditedCell) => editedValue(run.state.edits, cell) !== undefined;
  const changed = [cell, masked].find((each) => each && isChanged(each));
  return {
    number: cell && cell.matrix !== 'mask' ? editableNumber(editing, cell) : null,
    mask: masked && editableMask(editing, masked),
    why,
    how,
    isFull: !changed && run.state.edits.length >= editLimits.cells,
    sentence: null,
    restore: changed ? () => edits.restore(changed) : null,
    undo: history.canUndo ? () => back('undo') : null,
    redo: history.canRedo ? () => back('redo') : null,
  };
}

function editableNumber({ session, run }: DetailEditing, cell: EditedCell): EditableNumber {
  const { model, edits } = session;
  const { matrix, head, row, column } = cell;
  const { tokens } = run.state;
  return {
    name:
      matrix === 'scores'
        ? editWords.score(head!, tokens[row]!, tokens[column]!)
        : editWords.weight(words.detail.matrices[matrix], row, column),
    value: model!.valueOf(run, cell),
    step: editStep(cell),
    set: (value) => edits.set(cell, value),
    move: (steps) => edits.step(cell, steps),
  };
}

const editableMask = ({ session, run }: DetailEditing, cell: EditedCell): EditableMask => ({
  query: run.state.tokens[cell.row]!,
  key: run.state.tokens[cell.column]!,
  isVisible: session.model!.valueOf(run, cell) === 1,
  set: (isVisible) => session.edits.set(cell, isVisible ? 1 : 0),
});
