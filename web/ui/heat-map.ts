import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Tensor } from '../../emscripten/package/index.js';
import { clampToGrid, moveInGrid, type Cell } from '../lib/grid.js';
import { label } from '../lib/label.js';
import { roomForNumber } from '../lib/map-layout.js';
import { fixed, inCell } from '../lib/numbers.js';
import { largestMagnitude } from '../lib/tensor-view.js';
import { BoxedElement } from './boxed-element.js';
import { paint } from './cell-paint.js';
import { heatMapStyles } from './heat-map-style.js';
import { pullOf } from './map-picture.js';
import { base } from './style.js';
import { followLanguage } from '../lib/language.js';
import { uiWords } from './words/index.js';
import { headColour } from './swatch.js';
import { rem, textScale } from './text-scale.js';

/** More cells than this are painted, not built: a drag must stay within the frame. */
const mostBuilt = 900;

/**
 * One matrix as coloured cells: a grid that is one tab stop. Arrows, Home and End move; Enter or a
 * click pins a cell, Esc lets go.
 *
 * Part of mh-sandbox; it reports to its parent only (none of these events bubbles).
 * @fires cell-preview - the cell under pointer or focus, or null
 * @fires cell-pin - the cell that was clicked or entered
 * @fires cell-release - Esc
 * @fires map-step - Page Up or Page Down: -1 or 1
 */
export class HeatMap extends BoxedElement {
  static override properties = {
    matrix: { attribute: false },
    mask: { attribute: false },
    kind: {},
    limit: { attribute: false },
    rows: { attribute: false },
    columns: { attribute: false },
    cell: { type: Number },
    gap: { type: Number },
    labelWidth: { type: Number },
    pulled: { attribute: false },
    chosen: { attribute: false },
    marked: { attribute: false },
    rowHeads: { attribute: false },
    columnHeads: { attribute: false },
    say: { attribute: false },
    name: {},
  };
  declare matrix: Tensor;
  /** Where this is -Infinity the key is hidden, which is not zero. */
  declare mask: Tensor | null;
  declare kind: 'share' | 'signed';
  /** The end of a signed scale that several maps share; null for the matrix's own. */
  declare limit: number | null;
  declare rows: readonly string[];
  declare columns: readonly string[];
  declare cell: number;
  declare gap: number;
  declare labelWidth: number;
  /** The row in question, drawn apart. */
  declare pulled: number | null;
  declare chosen: Cell | null;
  /** A row, a column, or with both one cell: what the number in question is made of. */
  declare marked: Partial<Cell> | null;
  /** The head of each row or column, where they belong to heads: a band in its colour. */
  declare rowHeads: readonly number[] | null;
  declare columnHeads: readonly number[] | null;
  /** How a cell is read aloud, where it is no query's weight for a key. */
  declare say: ((row: string, column: string, value: string) => string) | null;
  declare name: string;

  /** The cell that Tab leads to. */
  #current: Cell = { row: 0, column: 0 };
  #finger: { cell: Cell; x: number; y: number } | null = null;

  constructor() {
    super();
    followLanguage(this);
    this.matrix = { shape: [0, 0], data: new Float32Array() };
    this.mask = null;
    this.kind = 'share';
    this.limit = null;
    this.rows = [];
    this.columns = [];
    this.cell = 34;
    this.gap = 2;
    this.labelWidth = 36;
    this.pulled = null;
    this.chosen = null;
    this.marked = null;
    this.rowHeads = null;
    this.columnHeads = null;
    this.say = null;
    this.name = '';
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    const target = this.chosen ?? { row: this.pulled ?? 0, column: this.#current.column };
    if (changed.has('chosen') || changed.has('pulled')) this.#current = target;
    this.#current = this.#inside(this.#current);
  }

  override render() {
    const { cell, gap, labelWidth } = this;
    const beforeGap = this.#isPainted ? labelWidth : labelWidth - gap;
    const sizes = { cell, gap, label: beforeGap, pull: pullOf(cell) };
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
        @focusout=${() => this.#say('cell-preview', null)}
        @pointermove=${this.#onPointer}
        @pointerdown=${this.#onPointer}
        @pointerleave=${this.#onLeave}
        @pointerup=${this.#onLeave}
      >
        ${this.#isPainted ? this.#painted() : this.#built()}
      </div>
      ${this.#finger ? this.#besideFinger(this.#finger) : nothing}`;
  }

  get #isPainted() {
    return this.rows.length * this.columns.length > mostBuilt;
  }

  #built(): TemplateResult {
    const limit = this.limit ?? largestMagnitude(this.matrix);
    return html`<div role="row" class="row head">
        <span class="label corner" role="columnheader"><span class="unseen">·</span></span>
        ${this.columns.map(
          (name, column) =>
            html`<span
              role="columnheader"
              aria-label=${name}
              class="label ${this.chosen?.column === column ? 'in-question' : ''} ${band(this.columnHeads)}"
              .style=${bandColour(this.columnHeads, column)}
              >${this.#columnLabel(name, column)}</span
            >`,
        )}
      </div>
      ${this.rows.map(
        (name, row) =>
          html`<div role="row" class="row ${row === this.pulled ? 'pulled' : ''}">
            ${this.#rowHeader(name, row)}
            ${this.columns.map((_, column) => this.#cellAt({ row, column }, limit))}
          </div>`,
      )}`;
  }

  /** A picture of all cells over which the one cell in question lies as the grid's only one. */
  #painted(): TemplateResult {
    const { row, column } = this.#current;
    const pitch = this.cell + this.gap;
    const isRoomy = pitch >= 13;
    const across = (at: number) => `inset-inline-start:${rem(this.labelWidth + at * pitch)}`;
    const down = (at: number) => `inset-block-start:${rem(this.#top(at) + this.cell / 2 - 8)}`;
    return html`<div role="row" class="head row" aria-rowindex="1">
        ${
          isRoomy
            ? this.columns.map(
                (_, at) =>
                  html`<span aria-hidden="true" class="label tick" .style=${across(at)}
                    >${at}</span
                  >`,
              )
            : nothing
        }
        <span role="columnheader" class="unseen" aria-colindex=${column + 2}
          >${this.columns[column]}</span
        >
      </div>
      <div class="painting">
        ${this.rows.map((name, at) =>
          isRoomy || at === this.pulled ? this.#tick(name, at, down(at)) : nothing,
        )}
        <mh-map-picture
          .matrix=${this.matrix}
          .mask=${this.mask}
          .kind=${this.kind}
          .cell=${this.cell}
          .gap=${this.gap}
          .pulled=${this.pulled}
          .theme=${this.theme}
        ></mh-map-picture>
        <div role="row" aria-rowindex=${row + 2} class="only">
          <span role="rowheader" class="unseen" aria-colindex="1">${this.rows[row]}</span>
          <div
            role="gridcell"
            tabindex="0"
            class="cell ${this.chosen ? 'chosen' : ''}"
            aria-colindex=${column + 2}
            aria-label=${this.#spoken(this.#current)}
            data-row=${row}
            data-column=${column}
            .style=${`${across(column)};inset-block-start:${rem(this.#top(row))}`}
          ></div>
        </div>
      </div>`;
  }

  #tick(name: string, row: number, place: string): TemplateResult {
    const isInQuestion = row === this.pulled ? 'in-question' : '';
    return html`<span aria-hidden="true" class="label row-tick ${isInQuestion}" .style=${place}
      ><bdi>${this.#cut(name, row, this.labelWidth)}</bdi></span
    >`;
  }

  /** Where a row begins: the pulled one and those below it are moved down. */
  #top(row: number): number {
    const apart = pullOf(this.cell);
    const { pulled } = this;
    const moved = pulled === null || row < pulled ? 0 : row === pulled ? apart : 2 * apart;
    return row * (this.cell + this.gap) + moved;
  }

  #cellAt({ row, column }: Cell, limit: number): TemplateResult {
    const value = this.#valueAt({ row, column });
    const isHidden = this.#isHidden({ row, column });
    const isChosen = this.chosen?.row === row && this.chosen.column === column;
    const isCurrent = this.#current.row === row && this.#current.column === column;
    const isQuiet = this.kind === 'share' && value < 0.1 && !isHidden;
    const isMarked = this.#isMarked({ row, column });
    const classes = `cell ${isHidden ? 'hidden' : ''} ${isChosen ? 'chosen' : isMarked ? 'marked' : ''}`;
    return html`<div
      role="gridcell"
      class=${classes}
      tabindex=${isCurrent ? 0 : -1}
      aria-selected=${isChosen}
      aria-label=${this.#spoken({ row, column })}
      data-row=${row}
      data-column=${column}
      .style=${isHidden ? '' : paint(value, this.kind, limit)}
    >
      <span class=${isQuiet ? 'quiet' : ''}>${this.#printed(value, isHidden)}</span>
    </div>`;
  }

  #isMarked({ row, column }: Cell): boolean {
    if (!this.marked) return false;
    const { row: wantedRow = row, column: wantedColumn = column } = this.marked;
    return row === wantedRow && column === wantedColumn;
  }

  #printed(value: number, isHidden: boolean): string | typeof nothing {
    if (isHidden) return this.cell < 8 ? nothing : this.kind === 'share' ? '–' : '−∞';
    return this.cell < roomForNumber ? nothing : this.#rounded(value);
  }

  #rounded = (value: number) =>
    this.kind === 'share' || this.cell < roomForNumber ? fixed(value) : inCell(value);

  #rowHeader(name: string, row: number): TemplateResult {
    const isShown = this.cell + this.gap >= 15 || row === this.pulled;
    const text = isShown ? this.#cut(name, row, this.labelWidth) : '';
    return html`<span
      role="rowheader"
      aria-label=${name}
      class="label ${row === this.pulled ? 'in-question' : ''} ${band(this.rowHeads)}"
      .style=${bandColour(this.rowHeads, row)}
      ><bdi>${text}</bdi></span
    >`;
  }

  #columnLabel(name: string, column: number): string {
    if (this.cell >= 28) return this.#cut(name, column, this.cell + this.gap + 4);
    return this.cell >= 15 ? String(column) : '';
  }

  #cut = (name: string, index: number, width: number) =>
    label(name, index, Math.max(2, Math.floor((width - 8) / 6.4)));

  #besideFinger({ cell, x, y }: { cell: Cell; x: number; y: number }): TemplateResult {
    return html`<output class="finger" .style=${`left:${x}px;top:${y}px`}
      >${this.#spoken(cell)}</output
    >`;
  }

  #spoken(cell: Cell): string {
    const value = this.#valueAt(cell);
    const printed = this.#isHidden(cell) ? uiWords.map.hidden : this.#rounded(value);
    const say = this.say ?? uiWords.map.cell;
    return say(this.rows[cell.row] ?? '', this.columns[cell.column] ?? '', printed);
  }

  #valueAt = ({ row, column }: Cell) => this.matrix.data[row * this.columns.length + column] ?? NaN;

  #isHidden(cell: Cell): boolean {
    const place = cell.row * this.columns.length + cell.column;
    return (this.mask ?? this.matrix).data[place] === -Infinity;
  }

  get #size() {
    return { rows: this.rows.length, columns: this.columns.length };
  }

  #inside = (cell: Cell) => clampToGrid(cell, this.#size);

  #onClick = (event: MouseEvent) => {
    const cell = this.#under(event);
    if (cell) this.#say('cell-pin', cell);
  };

  #onFocus = (event: FocusEvent) => {
    const cell = cellOf(event.target);
    if (cell && (event.target as HTMLElement).matches(':focus-visible')) {
      this.#say('cell-preview', cell);
    }
  };

  #onPointer = (event: PointerEvent) => {
    const cell = this.#under(event);
    if (!cell) return;
    this.#say('cell-preview', cell);
    if (event.pointerType === 'touch' && this.cell < 24) {
      const box = this.getBoundingClientRect();
      this.#finger = { cell, x: event.clientX - box.left, y: event.clientY - box.top };
      this.requestUpdate();
    }
  };

  #onLeave = () => {
    this.#say('cell-preview', null);
    if (!this.#finger) return;
    this.#finger = null;
    this.requestUpdate();
  };

  #onKey = (event: KeyboardEvent) => {
    const to = moveInGrid(event, this.#current, this.#size);
    if (to) void this.focusCell(to);
    else if (event.key === 'Enter' || event.key === ' ') this.#say('cell-pin', this.#current);
    else if (event.key === 'Escape') this.#say('cell-release', null);
    else if (event.key === 'PageUp') this.#say('map-step', -1);
    else if (event.key === 'PageDown') this.#say('map-step', 1);
    else return;
    event.preventDefault();
  };

  /** Moves the tab stop and the focus to a cell. */
  async focusCell(cell: Cell) {
    this.#current = this.#inside(cell);
    this.requestUpdate();
    await this.updateComplete;
    const { row, column } = this.#current;
    const target = this.renderRoot.querySelector<HTMLElement>(
      `[data-row='${row}'][data-column='${column}']`,
    );
    target?.focus();
    this.#say('cell-preview', this.#current);
  }

  /** Where Tab leads: the same place in the next head's map. */
  get current(): Cell {
    return this.#current;
  }

  #under(event: MouseEvent): Cell | null {
    if (!this.#isPainted) {
      return cellOf(this.shadowRoot!.elementFromPoint(event.clientX, event.clientY));
    }
    const box = this.renderRoot.querySelector('mh-map-picture')?.getBoundingClientRect();
    if (!box) return null;
    const scale = textScale();
    const beyond = (event.clientY - box.top) / scale;
    const row = this.rows.filter((_, at) => this.#top(at) <= beyond).length - 1;
    const column = Math.floor((event.clientX - box.left) / scale / (this.cell + this.gap));
    return row < 0 || column < 0 || column >= this.columns.length ? null : { row, column };
  }

  #say(type: string, detail: unknown) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  static override styles = [base, heatMapStyles];
}

const band = (heads: readonly number[] | null) => (heads ? 'band' : '');
const bandColour = (heads: readonly number[] | null, index: number) =>
  heads ? `--head:${headColour(heads[index]!)}` : '';

function cellOf(target: EventTarget | null): Cell | null {
  const element = (target as Element | null)?.closest<HTMLElement>('[data-row]');
  return element
    ? { row: Number(element.dataset['row']), column: Number(element.dataset['column']) }
    : null;
}
