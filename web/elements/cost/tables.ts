import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { clampToGrid, moveInGrid } from '../../lib/grid.js';
import { scrollBox } from '../../ui/scroll-box.js';
import type { Sheet, SheetCell, SheetRow } from './sheet.js';

/** A table whose numbers can be chosen: one tab stop, in which the arrow keys move. */
export function chosenTable(
  sheet: Sheet,
  chosen: string,
  choose: (id: string) => void,
): TemplateResult {
  const { caption, corner, columns, rows } = sheet;
  const hasBars = rows.some(({ bar }) => bar !== null);
  const stop = tabStop(rows, chosen);
  const row = (each: SheetRow) =>
    html`<tr class=${each.isMain ? 'main' : nothing}>
      <th scope="row"><b>${withSymbols(each.name)}</b> <span>${each.about}</span></th>
      ${each.cells.map((cell) => numberCell(cell, chosen, stop, choose))}
      ${hasBars ? bar(each.bar, each.isMain) : nothing}
    </tr>`;
  return scrollBox(
    caption,
    html`<table
      role="grid"
      class=${hasBars ? 'bars' : nothing}
      @keydown=${(event: KeyboardEvent) => onKey(event, choose)}
    >
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${corner}</th>
          ${columns.map((column) => html`<th scope="col">${withSymbols(column)}</th>`)}
          ${hasBars ? html`<td class="bar"></td>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${rows.map(row)}
      </tbody>
    </table>`,
    'ltr', // as the arrow keys go
  );
}

/** The chosen cell, or where none is in this table, its first. */
function tabStop(rows: readonly SheetRow[], chosen: string): string | undefined {
  const cells = rows.flatMap(({ cells }) => cells).filter(({ number }) => number !== null);
  return (cells.find(({ id }) => id === chosen) ?? cells[0])?.id;
}

function numberCell(
  { id, text, number }: SheetCell,
  chosen: string,
  stop: string | undefined,
  choose: (id: string) => void,
): TemplateResult {
  if (!number) return html`<td role="gridcell">${text || html`<span class="none">–</span>`}</td>`;
  return html`<td
    role="gridcell"
    class="number"
    data-id=${id}
    tabindex=${id === stop ? 0 : -1}
    aria-selected=${id === chosen}
    @click=${() => choose(id)}
  >
    ${text}
  </td>`;
}

const bar = (share: number | null, isMain: boolean): TemplateResult =>
  html`<td class="bar" role="gridcell">
    ${
      share === null
        ? nothing
        : html`<span class=${isMain ? 'main' : ''} .style=${`--share:${share}`}></span>`
    }
  </td>`;

/** Goes to the next number in that direction and skips cells without one. */
function onKey(event: KeyboardEvent, choose: (id: string) => void) {
  const table = event.currentTarget as HTMLTableElement;
  const from = (event.target as Element).closest<HTMLElement>('.number');
  if (!from) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    return choose(from.dataset['id']!);
  }
  const rows = [...table.tBodies[0]!.rows].map((row) => [...row.cells]);
  const size = { rows: rows.length, columns: rows[0]!.length };
  let cell = {
    row: rows.findIndex((row) => row.includes(from as HTMLTableCellElement)),
    column: 0,
  };
  cell.column = rows[cell.row]!.indexOf(from as HTMLTableCellElement);
  for (let next = moveInGrid(event, cell, size); next; next = moveInGrid(event, cell, size)) {
    event.preventDefault();
    const there = clampToGrid(next, size);
    if (there.row === cell.row && there.column === cell.column) return;
    cell = there;
    const numbers = rows[cell.row]!.filter((each) => each.matches('.number'));
    const end = { Home: numbers[0], End: numbers.at(-1) }[event.key];
    const found = end ?? rows[cell.row]![cell.column]!;
    if (!found.matches('.number')) continue;
    choose(found.dataset['id']!);
    found.focus();
    return;
  }
}
