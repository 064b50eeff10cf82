import { html, nothing, type TemplateResult } from 'lit';

/** What is wider than its place scrolls within it, also by keyboard. */
export const scrollBox = (label: string, content: TemplateResult, dir?: 'ltr'): TemplateResult =>
  html`<div class="wide" dir=${dir ?? nothing} tabindex="0" role="region" aria-label=${label}>
    ${content}
  </div>`;

/** A cell or heading: text of ours, or what is isolated from it. */
type Content = string | TemplateResult;

/** Rows of numbers, each with its name. */
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
          ${table.columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${table.rows.map(
          ({ name, cells }) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`,
    table.dir,
  );
