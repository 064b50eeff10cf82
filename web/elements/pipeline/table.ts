import { html, type TemplateResult } from 'lit';
import { dataTable } from '../../ui/table.js';
import type { PipelineRun } from './run.js';
import { axisRows, shapeOf, tensorIds } from './tensors.js';
import { words } from './words/index.js';

/** Every tensor of the picture with its shape and steps. */
export function pipelineTable(run: PipelineRun): TemplateResult {
  const { caption, name, shape, strides, count } = words.table;
  const tuple = (sizes: readonly number[]) => `[${sizes.join(', ')}]`;
  return dataTable({
    caption,
    corner: name,
    columns: [shape, strides, count],
    rows: tensorIds.map((id) => ({
      name: words.tensors[id](run),
      cells: [
        html`<bdi dir="ltr">${tuple(shapeOf(id, run.sizes))}</bdi>`,
        html`<bdi dir="ltr"
          >${tuple(axisRows(id, run.state, run.sizes, run.state.skip).map(({ step }) => step))}</bdi
        >`,
        String(run.tensors[id].data.length),
      ],
    })),
  });
}
