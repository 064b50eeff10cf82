import { History } from '../../lib/history.js';
import {
  editLimits,
  place,
  roundEdit,
  withEdit,
  withoutEdit,
  type EditedCell,
} from '../../lib/edits.js';
import type { CellDragged } from '../cell-drag.js';

/** What edits need of their figure. */
interface EditsHost<State> {
  readonly state: () => State;
  readonly put: (state: State) => void;
  /** The number in a cell; of the mask, 1 where a key may be seen. */
  readonly valueOf: (cell: EditedCell) => number;
}

/** By how much a key or a button changes a number. */
export const editStep = (cell: EditedCell): number => (cell.matrix === 'scores' ? 0.1 : 0.05);
/** 100 px change a weight by 1 and a score by 5. */
const perPixel = (cell: EditedCell): number => (cell.matrix === 'scores' ? 0.05 : 0.01);

const clamp = (value: number) =>
  Math.max(-editLimits.value, Math.min(Math.round(value * 100) / 100, editLimits.value));

/** Cells changed by drag, by keys and by typing, with undo and redo. */
export class CellEdits<State extends { readonly edits: readonly string[] }> {
  readonly history = new History<State>();
  readonly #host: EditsHost<State>;
  /** What the dragged cell was when the drag began. */
  #base = 0;

  constructor(host: EditsHost<State>) {
    this.#host = host;
  }

  /** @param control  changes of the same one are one step of undo */
  set(cell: EditedCell, value: number, control: string | null = null) {
    this.#put(withEdit(this.#host.state().edits, cell, value), control);
  }

  restore(cell: EditedCell) {
    this.#put(withoutEdit(this.#host.state().edits, cell), null);
  }

  /** A number follows the pointer sideways; in the mask, a drag paints what its first cell becomes. */
  drag(start: EditedCell, over: EditedCell | null, { across, isFirst }: CellDragged) {
    if (isFirst) this.#base = this.#host.valueOf(start);
    const control = `drag ${place(start)}`;
    if (start.matrix !== 'mask') {
      this.set(start, clamp(this.#base + across * perPixel(start)), control);
    } else {
      for (const cell of isFirst ? [start, over] : [over]) this.#paint(cell, control);
    }
  }

  #paint(cell: EditedCell | null, control: string) {
    const value = this.#base === 1 ? 0 : 1;
    if (cell && this.#host.valueOf(cell) !== value) this.set(cell, value, control);
  }

  endDrag() {
    this.history.endStep();
  }

  /** Minus hides a key, plus shows it; a number changes by `steps` steps. */
  step(cell: EditedCell, steps: number) {
    const control = `step ${place(cell)}`;
    const value = this.#host.valueOf(cell);
    if (cell.matrix === 'mask') this.set(cell, steps > 0 ? 1 : 0, control);
    else this.set(cell, clamp(roundEdit(value) + steps * editStep(cell)), control);
  }

  #put(edits: readonly string[], control: string | null) {
    const state = this.#host.state();
    if (edits.join(' ') === state.edits.join(' ')) return;
    this.history.record(state, control);
    this.#host.put({ ...state, edits });
  }
}
