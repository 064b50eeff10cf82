import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { clampToGrid, moveInGrid, type GridCell } from '../lib/grid.js';
import { pullGap } from '../lib/map-layout.js';
import { largestMagnitude } from '../lib/tensor-view.js';
import { BoxedElement } from './boxed-element.js';
import { elementCells, paintedCells, describeCell, type MapView } from './heat-map-cells.js';
import { CellDrag, stepOf, type CellStep } from './cell-drag.js';
import { focusPart } from './focus.js';
import { cellUnder, findCell, isPainted, isSameMark } from './heat-map-model.js';
import { heatMapStyles } from './heat-map-style.js';
import { MapPicture } from './map-picture.js';
import { base } from './style.js';
import { followLanguage } from '../lib/language.js';
import { placeIn } from './place-in.js';
import { rem } from './text-scale.js';
import type { ElementClasses } from './register.js';

/** What the figure sets: the fields of MapView, but for those that the map has itself. */
type Shown = Omit<MapView, 'current' | 'theme'>;
export interface HeatMap extends Writable<Shown> {}
type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

/**
 * A matrix as coloured cells. The grid is one tab stop: arrow keys, Home and End move, Enter or a
 * click pins a cell, Esc releases it.
 *
 * Part of the figures. Its events do not bubble.
 * @fires cell-preview - the cell under pointer or focus, or null
 * @fires cell-pin - the cell that was clicked or chosen with Enter
 * @fires cell-release - Esc
 * @fires map-step - Page Up or Page Down: -1 or 1. If nothing prevents it, the page scrolls
 * @fires cell-step - plus or minus: the cell and 1 or -1
 * @fires cell-drag, cell-drag-end - a drag that begins at a cell, if `editable`
 */
export class HeatMap extends BoxedElement {
  static override readonly parts: ElementClasses = {
    'mh-map-picture': MapPicture,
  };
  static override properties = {
    matrix: { attribute: false },
    mask: { attribute: false },
    kind: {},
    limit: { attribute: false },
    decimals: { attribute: false },
    rows: { attribute: false },
    columns: { attribute: false },
    cell: { type: Number },
    cellHeight: { attribute: false },
    gap: { type: Number },
    labelWidth: { type: Number },
    pulled: { attribute: false },
    chosen: { attribute: false },
    marked: { attribute: false },
    painted: { type: Boolean },
    rowHeads: { attribute: false },
    columnHeads: { attribute: false },
    labelCell: { attribute: false },
    editable: { type: Boolean },
    edited: { attribute: false },
    name: {},
  };
  /** Cells can be dragged; with a finger, only the chosen one, so that pages scroll. */
  declare editable: boolean;
  declare name: string;

  /** The cell that Tab leads to. */
  #current: GridCell = { row: 0, column: 0 };
  #finger: { cell: GridCell; x: number; y: number } | null = null;
  readonly #drag = new CellDrag({
    cellUnder: (event) => this.#cellUnder(event),
    send: (type, detail) => this.#send(type, detail),
  });

  constructor() {
    super();
    followLanguage(this);
    this.matrix = { shape: [0, 0], data: new Float32Array() };
    this.mask = null;
    this.kind = 'share';
    this.limit = null;
    this.decimals = null;
    this.rows = [];
    this.columns = [];
    this.cell = 34;
    this.cellHeight = null;
    this.gap = 2;
    this.labelWidth = 36;
    this.pulled = null;
    this.chosen = null;
    this.marked = null;
    this.painted = false;
    this.rowHeads = null;
    this.columnHeads = null;
    this.labelCell = null;
    this.editable = false;
    this.edited = [];
    this.name = '';
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    const target = this.chosen ?? { row: this.pulled ?? 0, column: this.#current.column };
    if (changed.has('chosen') || changed.has('pulled')) this.#current = target;
    const before = changed.get('marked');
    if (this.painted && changed.has('marked') && !isSameMark(before, this.marked)) {
      this.#current = { ...this.#current, ...this.marked };
    }
    this.#current = this.#clamp(this.#current);
  }

  override render() {
    const { cell, gap, labelWidth } = this;
    const beforeGap = isPainted(this) ? labelWidth : labelWidth - gap;
    const height = this.cellHeight ?? cell;
    const sizes = { cell, height, gap, label: beforeGap, pull: pullGap(cell) };
    const size = Object.entries(sizes)
      .map(([name, px]) => `--${name}:${rem(px)}`)
      .join(';');
    return html`<div
        role="grid"
        aria-label=${this.name}
        aria-rowcount=${this.rows.length + 1}
        aria-colcount=${this.columns.length + 1}
        .style=${size}
        @click=${this.#onClick}
        @keydown=${this.#onKey}
        @focusin=${this.#onFocus}
        @focusout=${() => this.#send('cell-preview', null)}
        @pointermove=${this.#onPointer}
        class=${this.editable ? 'editable' : ''}
        @pointerdown=${this.#onPointerDown}
        @pointerleave=${this.#onLeave}
        @pointerup=${this.#onPointerUp}
        @pointercancel=${this.#onPointerUp}
      >
        ${isPainted(this) ? paintedCells(this) : elementCells(this, this.limit ?? largestMagnitude(this.matrix))}
      </div>
      ${this.#finger ? this.#fingerLabel(this.#finger) : nothing}`;
  }

  #fingerLabel({ cell, x, y }: { cell: GridCell; x: number; y: number }): TemplateResult {
    return html`<output class="finger" .style=${`left:${rem(x)};top:${rem(y)}`}
      >${describeCell(this, cell)}</output
    >`;
  }

  get #size() {
    return { rows: this.rows.length, columns: this.columns.length };
  }

  #clamp = (cell: GridCell) => clampToGrid(cell, this.#size);

  #onClick = (event: MouseEvent) => {
    if (this.#drag.takeClick()) return;
    const cell = this.#cellUnder(event);
    if (cell) this.#send('cell-pin', cell);
  };

  #onFocus = (event: FocusEvent) => {
    const cell = findCell(event.target);
    // A screen reader may focus any cell.
    if (cell) this.#current = cell;
    if (cell && (event.target as HTMLElement).matches(':focus-visible')) {
      this.#send('cell-preview', cell);
    }
  };

  #onPointerDown = (event: PointerEvent) => {
    const cell = this.#cellUnder(event);
    const isChosen = cell?.row === this.chosen?.row && cell?.column === this.chosen?.column;
    const mayStart = this.editable && (isChosen || event.pointerType !== 'touch');
    this.#drag.start(event, mayStart ? cell : null);
    this.#onPointer(event);
  };

  #onPointerUp = () => {
    this.#drag.end();
    this.#onLeave();
  };

  #onPointer = (event: PointerEvent) => {
    if (this.#drag.move(event)) return;
    const cell = this.#cellUnder(event);
    if (!cell) return;
    this.#send('cell-preview', cell);
    if (event.pointerType === 'touch' && this.cell < 24) {
      this.#finger = { cell, ...placeIn(this, event) };
      this.requestUpdate();
    }
  };

  #onLeave = () => {
    this.#send('cell-preview', null);
    if (!this.#finger) return;
    this.#finger = null;
    this.requestUpdate();
  };

  #onKey = (event: KeyboardEvent) => {
    const to = moveInGrid(event, this.#current, this.#size);
    const steps = stepOf(event);
    if (to) void this.focusCell(to);
    else if (event.key === 'Enter' || event.key === ' ') this.#send('cell-pin', this.#current);
    else if (event.key === 'Escape') this.#send('cell-release', null);
    else if (event.key === 'PageUp' || event.key === 'PageDown') {
      if (this.#send('map-step', event.key === 'PageUp' ? -1 : 1)) return;
    } else if (steps) this.#send('cell-step', { cell: this.#current, steps } satisfies CellStep);
    else return;
    event.preventDefault();
  };

  /** Moves the tab stop and focus to a cell. */
  async focusCell(cell: GridCell) {
    this.#current = this.#clamp(cell);
    this.requestUpdate();
    await focusPart(this, '.cell[tabindex="0"]');
    this.#send('cell-preview', this.#current);
  }

  /** The cell that Tab leads to. The next head's map starts at the same one. */
  get current(): GridCell {
    return this.#current;
  }

  #cellUnder(event: MouseEvent): GridCell | null {
    if (!isPainted(this)) {
      return findCell(this.shadowRoot!.elementFromPoint(event.clientX, event.clientY));
    }
    const picture = this.renderRoot.querySelector<MapPicture>('mh-map-picture');
    if (!picture) return null;
    const { x, y } = placeIn(picture, event);
    return cellUnder(this, x, y);
  }

  /** @return whether nobody prevented what the browser does */
  #send(type: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
  }

  static override styles = [base, heatMapStyles];
}
