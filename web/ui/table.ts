import { html, type TemplateResult } from 'lit';
import { withSymbols } from './symbols.js';
import { scrollBox } from './scroll-box.js';

/** A cell or heading. */
type Content = string | TemplateResult;

/** A table of numbers, with a heading for each row. */
export const dataTable = (table: {
  caption: string;
  corner: Content;
  columns: readonly Content[];
  rows: readonly { readonly name: Content; readonly cells: readonly Content[] }[];
  dir?: 'ltr';
}): TemplateResult =>
  scrollBox(
    table.caption,
    html`<table>
      <caption>
        ${table.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${table.corner}</th>
          ${table.columns.map((column) => html`<th scope="col">${withSymbols(column)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${table.rows.map(
          ({ name, cells }) =>
            html`<tr>
              <th scope="row">${withSymbols(name)}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`,
    table.dir,
  );
