import { html, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import type { StepMatrix, StepView } from './matrices.js';
import type { StepsRun } from './run.js';
import { dataTable } from '../../ui/table.js';
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
  const names = (row: number) => (matrix.rows === 'tokens' ? state.tokens[row]! : String(row));
  return dataTable({
    caption,
    corner: html`<span class="unseen">${name}</span>`,
    columns: columns.map((column) => html`<bdi>${column}</bdi>`),
    rows: Array.from({ length: height }, (_, row) => ({
      name: html`<bdi>${names(row)}</bdi>`,
      cells: Array.from(part(tensor, row).data, (value) => fixed(value)),
    })),
  });
}
