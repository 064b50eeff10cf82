import { html, nothing, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { clampToGrid, moveInGrid, type GridCell } from '../../lib/grid.js';
import { followLanguage } from '../../lib/language.js';
import { pullGap } from '../../lib/map-layout.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { paint } from '../../ui/cell-paint.js';
import { focusPart } from '../../ui/focus.js';
import { cutLabel, findCell } from '../../ui/heat-map-model.js';
import { base } from '../../ui/style.js';
import { rem } from '../../ui/text-scale.js';
import { addedText } from './numbers.js';
import { cellsBetween, cellsIn, isInside, rangeOf, type CellRange } from './stroke.js';
import { words } from './words/index.js';
import { editorStyles } from './editor-style.js';

/** Cells that become visible or hidden. */
export interface PaintDetail {
  readonly cells: readonly GridCell[];
  readonly seen: boolean;
  /** The row in which this began. */
  readonly row: number;
}

/**
 * A mask as a grid of what is added to each score. Dragging paints what the first cell became;
 * arrow keys move, with Shift they extend, Space or Enter turns what is chosen.
 *
 * Part of mh-masks. Its events do not bubble.
 * @fires mask-paint - see PaintDetail
 * @fires mask-rest - a drag is over
 * @fires mask-row - the row in which the focus is
 */
export class MaskEditor extends BoxedElement {
  static override properties = {
    added: { attribute: false },
    seen: { attribute: false },
    limit: { attribute: false },
    rows: { attribute: false },
    columns: { attribute: false },
    cell: { type: Number },
    gap: { type: Number },
    labelWidth: { type: Number },
    pulled: { attribute: false },
    waits: { type: Boolean },
    name: {},
  };
  /** [T, S], what is added to the chosen head's scores. */
  declare added: Tensor;
  /** [T, S] of 1 and 0. */
  declare seen: Tensor;
  /** The end of the scale of numbers that are not 0; null without such numbers. */
  declare limit: number | null;
  declare rows: readonly string[];
  declare columns: readonly string[];
  declare cell: number;
  declare gap: number;
  declare labelWidth: number;
  declare pulled: number;
  /** The mask is not applied. */
  declare waits: boolean;
  declare name: string;

  /** The cell that Tab leads to, and the other end of what is chosen. */
  #current: GridCell = { row: 0, column: 0 };
  #anchor: GridCell = { row: 0, column: 0 };
  /** The drag that goes on. */
  #stroke: { readonly seen: boolean; readonly first: GridCell; last: GridCell } | null = null;

  constructor() {
    super();
    followLanguage(this);
    this.added = { shape: [0, 0], data: new Float32Array() };
    this.seen = this.added;
    this.limit = null;
    this.rows = [];
    this.columns = [];
    this.cell = 44;
    this.gap = 2;
    this.labelWidth = 52;
    this.pulled = 0;
    this.waits = false;
    this.name = '';
  }

  protected override willUpdate() {
    this.#current = clampToGrid(this.#current, this.#size);
    this.#anchor = clampToGrid(this.#anchor, this.#size);
  }

  override render() {
    const { cell, gap, labelWidth } = this;
    const sizes = `--cell:${rem(cell)};--gap:${rem(gap)};--label:${rem(labelWidth - gap)};--pull:${rem(pullGap(cell))}`;
    return html`<div
      role="grid"
      class=${this.waits ? 'waits' : ''}
      aria-label=${this.name}
      aria-multiselectable="true"
      .style=${sizes}
      @keydown=${this.#onKey}
      @focusin=${this.#onFocus}
      @pointerdown=${this.#onDown}
      @pointermove=${this.#onMove}
      @pointerup=${this.#onUp}
      @pointercancel=${this.#onUp}
    >
      <div role="row" class="row head">
        <span role="columnheader" class="label"><span class="unseen">·</span></span>
        ${this.columns.map(
          (name, i) =>
            html`<span role="columnheader" class="label" aria-label=${name}
              >${cutLabel(name, i, cell + 6)}</span
            >`,
        )}
      </div>
      ${this.rows.map((name, row) => this.#row(name, row))}
    </div>`;
  }

  #row(name: string, row: number): TemplateResult {
    const isPulled = row === this.pulled;
    return html`<div role="row" class="row ${isPulled ? 'pulled' : ''}">
      <span role="rowheader" class="label" aria-label=${name}
        ><bdi>${cutLabel(name, row, this.labelWidth)}</bdi></span
      >
      ${this.columns.map((_, column) => this.#cell({ row, column }))}
    </div>`;
  }

  #cell(cell: GridCell): TemplateResult {
    const { row, column } = cell;
    const value = this.added.data[row * this.columns.length + column] ?? NaN;
    const seen = this.#isSeen(cell);
    const range = this.#range;
    const isCurrent = row === this.#current.row && column === this.#current.column;
    const isSigned = seen && this.limit !== null;
    const text = addedText(seen ? value : -Infinity);
    const edges = isInRing(range, cell) ? ringEdges(range, cell) : '';
    return html`<div
      role="gridcell"
      class="cell ${seen ? 'seen' : 'hidden'} ${edges}"
      tabindex=${isCurrent ? 0 : -1}
      aria-selected=${isInside(range, cell)}
      aria-label=${words.editor.cell(this.rows[row] ?? '', this.columns[column] ?? '', text, seen)}
      data-row=${row}
      data-column=${column}
      .style=${isSigned ? paint(value, 'signed', this.limit!) : ''}
    >
      ${this.cell < 24 ? nothing : text}
    </div>`;
  }

  #isSeen = ({ row, column }: GridCell) => this.seen.data[row * this.columns.length + column] === 1;

  get #size() {
    return { rows: this.rows.length, columns: this.columns.length };
  }
  get #range(): CellRange {
    return rangeOf(this.#anchor, this.#current);
  }

  #onKey = (event: KeyboardEvent) => {
    const to = moveInGrid(event, this.#current, this.#size);
    if (to) void this.#moveTo(to, event.shiftKey);
    else if (event.key === ' ' || event.key === 'Enter') this.#turn();
    else if (event.key === 'Escape') void this.#moveTo(this.#current, false);
    else return;
    event.preventDefault();
  };

  /** A screen reader may focus any cell. */
  #onFocus = ({ target }: FocusEvent) => {
    const cell = findCell(target);
    const { row, column } = this.#current;
    if (cell && (cell.row !== row || cell.column !== column)) void this.#moveTo(cell, false);
  };

  /** Moves the focus. The selection grows to this cell, or becomes this cell alone. */
  async #moveTo(cell: GridCell, extends_: boolean) {
    this.#current = cell;
    if (!extends_) this.#anchor = cell;
    this.#send('mask-row', cell.row);
    this.requestUpdate();
    await focusPart(this, "[role='gridcell'][tabindex='0']");
  }

  /** Hides all selected cells if the first one may be seen, and shows them if it is hidden. */
  #turn() {
    const seen = !this.#isSeen(this.#anchor);
    this.#paint(cellsIn(this.#range), seen, this.#current.row);
    this.#send('mask-rest', null);
  }

  #onDown = (event: PointerEvent) => {
    const cell = event.button === 0 ? this.#cellUnder(event) : null;
    if (!cell) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#stroke = { seen: !this.#isSeen(cell), first: cell, last: cell };
    this.#paintTo(cell);
  };

  #onMove = (event: PointerEvent) => {
    const cell = this.#stroke && this.#cellUnder(event);
    if (cell) this.#paintTo(cell);
  };

  #onUp = () => {
    if (!this.#stroke) return;
    this.#stroke = null;
    this.#send('mask-rest', null);
  };

  #paintTo(cell: GridCell) {
    const stroke = this.#stroke!;
    const cells = cellsBetween(stroke.last, cell);
    stroke.last = cell;
    this.#current = cell;
    const isStraight = cell.row === stroke.first.row || cell.column === stroke.first.column;
    this.#anchor = isStraight ? stroke.first : cell;
    this.requestUpdate();
    this.#paint(cells, stroke.seen, stroke.first.row);
  }

  #paint(cells: readonly GridCell[], seen: boolean, row: number) {
    this.#send('mask-paint', { cells, seen, row } satisfies PaintDetail);
  }

  #cellUnder({ clientX, clientY }: PointerEvent): GridCell | null {
    return findCell(this.shadowRoot!.elementFromPoint(clientX, clientY));
  }

  #send(type: string, detail: unknown) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  static override styles = [base, editorStyles];
}

/** A single cell has the ring of the focus. */
const isInRing = (range: CellRange, cell: GridCell) =>
  isInside(range, cell) && (range.top < range.bottom || range.left < range.right);

function ringEdges({ top, left, bottom, right }: CellRange, { row, column }: GridCell): string {
  const edges = [
    [row === top, 'top'],
    [row === bottom, 'bottom'],
    [column === left, 'left'],
    [column === right, 'right'],
  ] as const;
  return ['ring', ...edges.flatMap(([isEdge, name]) => (isEdge ? [name] : []))].join(' ');
}
