import { html, nothing, type TemplateResult } from 'lit';
import type { GridCell } from '../lib/grid.js';
import { paint } from './cell-paint.js';
import {
  columnLabel,
  isEdited,
  isHidden,
  isMarked,
  isQuiet,
  cellText,
  formatValue,
  rowLabel,
  rowTop,
  valueAt,
  type MapModel,
} from './heat-map-model.js';
import { headColour } from './swatch.js';
import { rem } from './text-scale.js';
import { uiWords } from './words/index.js';

/** What drawing a map needs in addition to its model. */
export interface MapView extends MapModel {
  /** The cell that Tab leads to. */
  readonly current: GridCell;
  readonly theme: string;
  /** The end of a signed scale that several maps share; null for the map's own. */
  readonly limit: number | null;
  /** The head that each row or column belongs to, shown as a band in the head's colour. */
  readonly rowHeads: readonly number[] | null;
  readonly columnHeads: readonly number[] | null;
  /** The text of a cell for screen readers, if it is not the weight of a query for a key. */
  readonly labelCell: ((row: string, column: string, value: string) => string) | null;
}

/** Draws every cell as an element. `limit` is the maximum of a signed scale. */
export const elementCells = (map: MapView, limit: number): TemplateResult =>
  html`<div role="row" class="row head">
      <span class="label corner" role="columnheader"><span class="unseen">·</span></span>
      ${map.columns.map(
        (name, column) =>
          html`<span
            role="columnheader"
            aria-label=${name}
            class="label ${map.chosen?.column === column ? 'in-question' : ''} ${band(map.columnHeads)}"
            .style=${bandColour(map.columnHeads, column)}
            >${columnLabel(map, name, column)}</span
          >`,
      )}
    </div>
    ${map.rows.map(
      (name, row) =>
        html`<div role="row" class="row ${row === map.pulled ? 'pulled' : ''}">
          ${rowHeader(map, name, row)}
          ${map.columns.map((_, column) => elementCell(map, { row, column }, limit))}
        </div>`,
    )}`;

function rowHeader(map: MapView, name: string, row: number): TemplateResult {
  const isShown = map.cell + map.gap >= 15 || row === map.pulled;
  return html`<span
    role="rowheader"
    aria-label=${name}
    class="label ${row === map.pulled ? 'in-question' : ''} ${band(map.rowHeads)}"
    .style=${bandColour(map.rowHeads, row)}
    ><bdi>${isShown ? rowLabel(map, name, row) : ''}</bdi></span
  >`;
}

function elementCell(map: MapView, cell: GridCell, limit: number): TemplateResult {
  const { chosen, current, kind } = map;
  const { row, column } = cell;
  const isChosen = chosen?.row === row && chosen.column === column;
  const isCurrent = current.row === row && current.column === column;
  const hidden = isHidden(map, cell);
  const look = isChosen ? 'chosen' : isMarked(map, cell) ? 'marked' : '';
  return html`<div
    role="gridcell"
    class="cell ${hidden ? 'hidden' : ''} ${look} ${isEdited(map, cell) ? 'edited' : ''}"
    tabindex=${isCurrent ? 0 : -1}
    aria-selected=${isChosen}
    aria-label=${describeCell(map, cell)}
    data-row=${row}
    data-column=${column}
    .style=${hidden ? '' : paint(valueAt(map, cell), kind, limit)}
  >
    <span class=${isQuiet(map, cell) ? 'quiet' : ''}>${cellText(map, cell)}</span>
  </div>`;
}

/** Draws all cells as one picture. Only the current cell is an element, on top of it. */
export function paintedCells(map: MapView): TemplateResult {
  const { row, column } = map.current;
  const pitch = map.cell + map.gap;
  const isRoomy = pitch >= 13;
  const across = (at: number) => `inset-inline-start:${rem(map.labelWidth + at * pitch)}`;
  const down = (at: number) => `inset-block-start:${rem(rowTop(map, at) + map.cell / 2 - 8)}`;
  return html`<div role="row" class="head row ${isRoomy ? '' : 'unlabelled'}" aria-rowindex="1">
      ${
        isRoomy
          ? map.columns.map(
              (_, at) =>
                html`<span aria-hidden="true" class="label tick" .style=${across(at)}>${at}</span>`,
            )
          : nothing
      }
      <span role="columnheader" class="unseen" aria-colindex=${column + 2}
        >${map.columns[column]}</span
      >
    </div>
    <div class="painting">
      ${map.rows.map((name, at) =>
        isRoomy || at === map.pulled ? rowTick(map, name, at, down(at)) : nothing,
      )}
      <mh-map-picture
        .matrix=${map.matrix}
        .mask=${map.mask}
        .kind=${map.kind}
        .limit=${map.limit}
        .cell=${map.cell}
        .gap=${map.gap}
        .pulled=${map.pulled}
        .theme=${map.theme}
      ></mh-map-picture>
      ${map.marked ? ring(map, map.marked) : nothing}
      ${(map.edited ?? []).map((cell) => ring(map, cell))}
      <div role="row" aria-rowindex=${row + 2} class="only">
        <span role="rowheader" class="unseen" aria-colindex="1">${map.rows[row]}</span>
        <div
          role="gridcell"
          tabindex="0"
          class="cell ${map.chosen ? 'chosen' : ''}"
          aria-colindex=${column + 2}
          aria-label=${describeCell(map, map.current)}
          data-row=${row}
          data-column=${column}
          .style=${`${across(column)};inset-block-start:${rem(rowTop(map, row))}`}
        ></div>
      </div>
    </div>`;
}

/** Around a marked row or column or a cell of a painted map. */
function ring(map: MapView, { row, column }: Partial<GridCell>): TemplateResult {
  const pitch = map.cell + map.gap;
  const [width, height] = [column, row].map((at, axis) => {
    const count = (axis === 0 ? map.columns : map.rows).length;
    return rem(at === undefined ? count * pitch - map.gap : map.cell);
  });
  const left = rem(map.labelWidth + (column ?? 0) * pitch);
  const top = rem(rowTop(map, row ?? 0));
  return html`<span
    class="ring"
    aria-hidden="true"
    .style=${`inset-inline-start:${left};inset-block-start:${top};inline-size:${width};block-size:${height}`}
  ></span>`;
}

function rowTick(map: MapView, name: string, row: number, place: string): TemplateResult {
  const look = row === map.pulled ? 'in-question' : '';
  return html`<span aria-hidden="true" class="label row-tick ${look}" .style=${place}
    ><bdi>${rowLabel(map, name, row)}</bdi></span
  >`;
}

export function describeCell(map: MapView, cell: GridCell): string {
  const value = isHidden(map, cell) ? uiWords.map.hidden : formatValue(map, valueAt(map, cell));
  const labelCell = map.labelCell ?? uiWords.map.cell;
  const text = labelCell(map.rows[cell.row] ?? '', map.columns[cell.column] ?? '', value);
  return isEdited(map, cell) ? uiWords.map.changed(text) : text;
}

const band = (heads: readonly number[] | null) => (heads ? 'band' : '');
const bandColour = (heads: readonly number[] | null, index: number) =>
  heads ? `--head:${headColour(heads[index]!)}` : '';
