import { html, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { pictureView } from '../../ui/marks.js';
import type { Desk } from './desk.js';
import { productView } from './pictures.js';
import { flopPlot, plotPoints } from './plot.js';
import { productOf, productText } from './product.js';
import type { findCell } from './sheet.js';
import { words } from './words/index.js';

/** The multiplication behind the chosen number. */
export function multiplied({ row, column, cell }: ReturnType<typeof findCell>): TemplateResult {
  const product = productOf(cell.number!);
  return html`<section class="multiplied">
    <h3>${withSymbols(words.multiplication.title(row.name, column))}</h3>
    ${productView(product)}
    <p class="unseen">${withSymbols(productText(product))}</p>
    <p class="hint">${words.multiplication.hint}</p>
  </section>`;
}

/** The FLOPs by length as a plot, and the tables of what is read off it. */
export function plotted(
  desk: Desk,
  figureWidth: number,
  tables: readonly TemplateResult[],
): TemplateResult {
  const [side] = desk.sides;
  const width = figureWidth >= 900 ? Math.floor(0.6 * figureWidth) : figureWidth;
  const { title, titleOfStep } = words.plot;
  return html`<section class="plotted">
    <div>
      <h3>${desk.state.phase === 'decode' ? titleOfStep : title}</h3>
      ${pictureView('plot', flopPlot(side!, plotPoints(side!), width))}
    </div>
    <div class="tables">${tables}</div>
  </section>`;
}
