import { html, type TemplateResult } from 'lit';
import { dataTable } from '../../ui/table.js';
import { type Desk } from './desk.js';
import { sheetsOf } from './views.js';
import { countText, exactText, flopText } from './format.js';
import { plotPoints } from './plot.js';
import { words } from './words/index.js';

/** The tables with every digit, and the points of the plot. */
export function exactTables(desk: Desk): TemplateResult {
  const tables = sheetsOf(desk).sheets.map(({ caption, corner, columns, rows }) =>
    dataTable({
      ...{ corner, columns },
      caption: words.exact(caption),
      rows: rows.map(({ name, cells }) => ({
        name,
        cells: cells.map(({ exact, text }) =>
          typeof exact === 'number' ? exactText(exact) : text || '–',
        ),
      })),
    }),
  );
  return html`<div class="tables">
    ${tables} ${desk.state.view === 'flops' ? pointTable(desk) : ''}
  </div>`;
}

function pointTable({ sides }: Desk): TemplateResult {
  const { table, length, linear, pairs } = words.plot;
  return dataTable({
    caption: table,
    corner: length,
    columns: [linear, pairs],
    rows: plotPoints(sides[0]!).map((point) => ({
      name: countText(point.tokens),
      cells: [flopText(point.linear), flopText(point.pairs)],
    })),
  });
}
