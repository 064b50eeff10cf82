import { html, nothing, type TemplateResult } from 'lit';
import type { GridCell } from '../../lib/grid.js';
import { fitCells, type CellLayout } from '../../lib/map-layout.js';
import type { ChosenCell, StepMatrix, StepView } from './matrices.js';
import type { CellDragged, CellStep } from '../../ui/cell-drag.js';
import { changedCells, toEdited } from './changed-cells.js';
import { markInputs } from './inputs.js';
import type { StepsRun } from './run.js';
import { largestMagnitude, part } from '../../lib/tensor-view.js';
import { scaleKey } from '../../ui/scale-key.js';
import { words } from './words/index.js';
import { swatch } from '../../ui/swatch.js';
import { rem } from '../../ui/text-scale.js';

/** What the matrices show, and what they do on input. */
interface MatricesProps {
  readonly run: StepsRun;
  readonly view: StepView;
  readonly chosen: ChosenCell;
  readonly width: number;
  readonly theme: string;
  readonly preview: (matrix: StepMatrix, cell: GridCell | null) => void;
  readonly pin: (matrix: StepMatrix, cell: GridCell | null) => void;
  readonly drag: (matrix: StepMatrix, dragged: CellDragged) => void;
  readonly endDrag: () => void;
  readonly step: (matrix: StepMatrix, step: CellStep) => void;
}

/** The largest cells, usually and in steps with few rows. */
const largestCell = { normal: 34, short: 48 };
const gap = 2;

/** The inputs and then the results of a step. Every number can be chosen. */
export function matrices(props: MatricesProps): TemplateResult {
  const { run, view, width } = props;
  const all = [...view.from, ...view.to];
  const signed = all.filter(({ name }) => name !== 'weights');
  const limit = Math.max(...signed.map(({ tensor }) => largestMagnitude(tensor)));
  // The height of the highest step, so that the parts below stay in place.
  const tallest = Math.max(run.state.dModel, run.state.tokens.length);
  const height = rem(tallest * (largestCell.normal + gap) + 100);
  const cell = largestCellSize(props, all, tallest);
  return html`<div .style=${width >= 900 ? `min-block-size:${height}` : ''}>
    <div class="matrices">${all.map((matrix) => oneMatrix(props, matrix, limit, cell))}</div>
    <div class="scales">
      ${signed.length > 0 ? scaleKey('signed', limit) : nothing}
      ${signed.length < all.length ? scaleKey('share', 1) : nothing}
    </div>
  </div>`;
}

/** The cell size with which matrices with few rows fill the height of the highest step. */
function largestCellSize(
  { run, width }: MatricesProps,
  matrices: readonly StepMatrix[],
  tallest: number,
): number {
  const { normal, short } = largestCell;
  const rows = Math.max(...matrices.map(({ tensor }) => tensor.shape[0]!));
  const columns = matrices.reduce((sum, { tensor }) => sum + tensor.shape[1]!, 0);
  const longest = Math.max(...run.state.tokens.map(({ length }) => length));
  const besides = matrices.length * (labelWidth(longest) + 24);
  const fits = Math.min(
    Math.floor((tallest * (normal + gap)) / rows) - gap,
    Math.floor((width - besides) / columns) - gap,
  );
  return Math.max(normal, Math.min(short, fits));
}

const labelWidth = (longest: number) => Math.max(28, Math.min(longest * 7 + 10, 84));

function oneMatrix(
  props: MatricesProps,
  matrix: StepMatrix,
  limit: number,
  largest: number,
): TemplateResult {
  const { run, chosen, theme, preview, pin, drag, endDrag, step } = props;
  const { tokens } = run.state;
  const { id, name, head, tensor, firstColumn } = matrix;
  const [height = 0, width = 0] = tensor.shape;
  const layout = layOutMatrix(props, matrix, largest);
  const isChosen = chosen.matrix.id === id;
  const isEditable = toEdited(matrix, chosen) !== null;
  const marked = markInputs(id, chosen, run);
  return html`<section class="matrix">
    <h4>
      ${head === null ? nothing : swatch(head)}
      <span class="name">${name}${name === 'heads' ? `[${head}]` : nothing}</span>
      <span class="size">${height} × ${width}</span>
    </h4>
    <mh-heat-map
      data-matrix=${id}
      .matrix=${tensor}
      .limit=${limit}
      .kind=${name === 'weights' ? 'share' : 'signed'}
      .mask=${name === 'weights' ? maskedScores(run, head) : null}
      .rows=${matrix.rows === 'tokens' ? tokens : numbers(height)}
      .columns=${matrix.columns === 'tokens' ? tokens : numbers(width, firstColumn)}
      .cell=${layout.cell}
      .gap=${layout.gap}
      .labelWidth=${layout.label}
      .chosen=${isChosen ? { row: chosen.row, column: chosen.column } : null}
      .marked=${marked}
      .rowHeads=${matrix.rowHeads}
      .columnHeads=${matrix.columnHeads}
      .labelCell=${words.cell}
      .editable=${isEditable}
      .edited=${changedCells(run, matrix)}
      .name=${words.grid(name, head, height, width) + (isEditable ? ` ${words.gridEdit}` : '')}
      .theme=${theme}
      @cell-preview=${({ detail }: CustomEvent<GridCell | null>) => preview(matrix, detail)}
      @cell-pin=${({ detail }: CustomEvent<GridCell>) => pin(matrix, detail)}
      @cell-release=${() => pin(matrix, null)}
      @cell-drag=${({ detail }: CustomEvent<CellDragged>) => drag(matrix, detail)}
      @cell-drag-end=${endDrag}
      @cell-step=${({ detail }: CustomEvent<CellStep>) => step(matrix, detail)}
    ></mh-heat-map>
    ${owners(matrix.columnHeads)}
  </section>`;
}

/** Which columns belong to which head, as text beside the colours. */
function owners(heads: readonly number[] | null): TemplateResult | typeof nothing {
  if (!heads) return nothing;
  const each = [...new Set(heads)];
  return html`<ul class="owners">
    ${each.map(
      (head) =>
        html`<li>
          ${swatch(head)} ${words.columnsOf(head, heads.indexOf(head), heads.lastIndexOf(head))}
        </li>`,
    )}
  </ul>`;
}

/** Cells large enough for a number, if they fit the container. */
function layOutMatrix(
  { run, width }: MatricesProps,
  { rows, tensor }: StepMatrix,
  largest: number,
): CellLayout {
  const longest =
    rows === 'numbers' ? 1 : Math.max(...run.state.tokens.map(({ length }) => length));
  const fitted = fitCells(width, tensor.shape[1]!, longest);
  if (fitted.cell <= largest) return fitted;
  return { cell: largest, gap, label: labelWidth(longest) };
}

const maskedScores = ({ trace }: StepsRun, head: number | null) =>
  part(trace.maskedScores, head ?? 0);
const numbers = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) => `${first + i}`);
