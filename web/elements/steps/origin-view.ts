import { css, html, nothing, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { at } from '../../lib/tensor-view.js';
import type { ChosenCell } from './matrices.js';
import type { Origin } from './origins.js';
import type { StepsRun } from './run.js';
import { words } from './words/index.js';
import { swatch } from '../../ui/swatch.js';
import {
  captionText,
  columnHead,
  headTitle,
  kindText,
  numberCell,
  resultText,
} from '../../ui/style-parts.js';

/** Explains a number: what it is, its formula, its terms, the arithmetic. */
export function originPanel(run: StepsRun, cell: ChosenCell, origin: Origin): TemplateResult {
  const { title, rounded, sentences } = words.origin;
  const { head } = cell.matrix;
  return html`<h4>${head === null ? nothing : swatch(head)} ${title(fixed(origin.value))}</h4>
    <p class="sentence">${sentences[origin.kind](originFacts(run, cell))}</p>
    <p class="formula" dir="ltr"><code>${origin.formula}</code></p>
    ${origin.columns ? terms(run, cell, origin, origin.columns) : nothing}
    <p class="result" dir="ltr">${emphasizeResult(origin.result)}</p>
    ${origin.rows.length > 0 ? html`<p class="rounded">${rounded}</p>` : nothing}`;
}

/** Makes the last number, the result, bold. */
function emphasizeResult(result: string): TemplateResult {
  const [, before, last] = /^(.*\s|)(\S+)$/u.exec(result)!;
  return html`${before}<b>${last}</b>`;
}

function terms(
  { state }: StepsRun,
  { column }: ChosenCell,
  { kind, rows, formula }: Origin,
  columns: NonNullable<Origin['columns']>,
): TemplateResult {
  const { term, headTerm } = words.origin;
  const tokenNames = { tokens: state.tokens, heads: null, numbers: null }[columns];
  const names = Array.from(
    rows[0]!.values,
    (_, i) => tokenNames?.[i] ?? (columns === 'heads' ? headTerm(i) : String(i)),
  );
  const inQuestion = (i: number) => (kind === 'weight' && i === column ? 'in-question' : '');
  return html`<div class="terms" dir="ltr" tabindex="0" role="group" aria-label=${formula}>
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${term}</span></th>
          ${names.map((name, i) => html`<th scope="col" class=${inQuestion(i)}><bdi>${name}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, values, decimals }) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${Array.from(
                values,
                (value, i) => html`<td class=${inQuestion(i)}>${fixed(value, decimals)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function originFacts({ state, dHead, kvHeads }: StepsRun, cell: ChosenCell) {
  const token = state.tokens[cell.row] ?? '';
  const key = state.tokens[cell.column] ?? '';
  const isVisible = at(cell.matrix.tensor, cell.row, cell.column) === 0;
  return { state, dHead, kvHeads, cell, token, key, isVisible };
}

export const originStyles = css`
  .origin h4 {
    ${headTitle}
  }
  .origin {
    min-block-size: 17rem;
    min-inline-size: 0;
  }
  .sentence {
    margin-block: 4px 12px;
    ${captionText}
  }
  .formula {
    overflow-wrap: anywhere;
    font: 0.8125rem/1.25rem var(--mh-font-mono);
  }
  .terms {
    overflow-x: auto;
    margin-block: 8px;
    max-inline-size: max-content;
  }
  .terms table {
    border-collapse: collapse;
    font: var(--mh-label) var(--mh-font-ui);
  }
  .terms :is(th, td) {
    padding: 4px 8px;
    ${numberCell}
    white-space: nowrap;
  }
  .terms th:first-child {
    position: sticky;
    inset-inline-start: 0;
    padding-inline-start: 0;
    background: var(--mh-page);
    text-align: start;
    font: 0.8125rem/1.25rem var(--mh-font-mono);
  }
  .terms thead th {
    ${columnHead}
  }
  .terms .in-question {
    background: var(--mh-sunk);
    ${resultText}
  }
  .result {
    ${captionText}
  }
  .result b {
    ${resultText}
  }
  .rounded {
    ${kindText}
  }
`;
