import { html, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import type { StepMatrix, StepView } from './matrices.js';
import type { StepsRun } from './run.js';
import { part } from '../../lib/tensor-view.js';
import { words } from './words/index.js';

/** The matrices of a step as tables. */
export const stepsTable = (run: StepsRun, { from, to }: StepView): TemplateResult =>
  html`<div class="tables">${[...from, ...to].map((matrix) => table(run, matrix))}</div>`;

function table({ state }: StepsRun, matrix: StepMatrix): TemplateResult {
  const { name, head, tensor, firstColumn } = matrix;
  const [height = 0, width = 0] = tensor.shape;
  const caption = head === null ? name : words.ofHead(name, head);
  const columns = Array.from({ length: width }, (_, i) =>
    matrix.columns === 'tokens' ? state.tokens[i]! : String(i + firstColumn),
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${name}</span></th>
          ${columns.map((column) => html`<th scope="col"><bdi>${column}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          { length: height },
          (_, row) =>
            html`<tr>
              <th scope="row">
                <bdi>${matrix.rows === 'tokens' ? state.tokens[row] : row}</bdi>
              </th>
              ${Array.from(part(tensor, row).data, (value) => html`<td>${fixed(value)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
