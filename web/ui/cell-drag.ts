import type { GridCell } from '../lib/grid.js';

/** A drag that began at a cell. */
export interface CellDragged {
  readonly start: GridCell;
  /** The cell under the pointer now; null outside. */
  readonly cell: GridCell | null;
  /** In px to the right, from where it began. */
  readonly across: number;
  readonly isFirst: boolean;
}

/** Plus or minus was pressed at a cell. */
export interface CellStep {
  readonly cell: GridCell;
  readonly steps: number;
}

interface DragHost {
  readonly cellUnder: (event: PointerEvent) => GridCell | null;
  readonly send: (type: 'cell-drag' | 'cell-drag-end', detail: CellDragged | null) => void;
}

/** A shorter movement is a click. */
const least = 4;

/** The step of a key: plus, also without Shift, or minus. With Ctrl, the browser zooms. */
export function stepOf({ key, ctrlKey, metaKey }: KeyboardEvent): 1 | -1 | null {
  if (ctrlKey || metaKey || !['+', '=', '-'].includes(key)) return null;
  return key === '-' ? -1 : 1;
}

/** Drags cells of a map. */
export class CellDrag {
  readonly #host: DragHost;
  #from: { readonly cell: GridCell; readonly x: number; readonly y: number } | null = null;
  #hasMoved = false;

  constructor(host: DragHost) {
    this.#host = host;
  }

  /** @param cell  null if no drag may begin here */
  start({ clientX: x, clientY: y, button }: PointerEvent, cell: GridCell | null) {
    this.#hasMoved = false;
    this.#from = cell && button === 0 ? { cell, x, y } : null;
  }

  /** @return whether a drag is under way */
  move(event: PointerEvent): boolean {
    if (!this.#from) return false;
    if (event.buttons === 0) {
      this.end(); // it was released outside
      return false;
    }
    const { cell: start, x, y } = this.#from;
    const [across, down] = [event.clientX - x, event.clientY - y];
    const isFirst = !this.#hasMoved;
    if (isFirst && Math.max(Math.abs(across), Math.abs(down)) < least) return true;
    if (isFirst) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#hasMoved = true;
    this.#host.send('cell-drag', { start, cell: this.#host.cellUnder(event), across, isFirst });
    return true;
  }

  end() {
    this.#from = null;
    if (this.#hasMoved) this.#host.send('cell-drag-end', null);
  }

  /** @return whether the click is the end of a drag */
  takeClick(): boolean {
    const isEnd = this.#hasMoved;
    this.#hasMoved = false;
    return isEnd;
  }
}
