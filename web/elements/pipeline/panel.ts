import { html, nothing, type TemplateResult } from 'lit';
import { spoken } from '../../lib/symbols.js';
import { symbol, withSymbols } from '../../ui/symbols.js';
import type { GridCell } from '../../lib/grid.js';
import { fixed } from '../../lib/numbers.js';
import { part } from '../../lib/tensor-view.js';
import { arithmetic, valueAt } from './arithmetic.js';
import { mostRows, openMatrix, placeOf, turnPage, type OpenMatrix, type Window } from './open.js';
import type { PipelineRun } from './run.js';
import { symbolOf } from './scene.js';
import {
  axisRows,
  headAxis,
  isInLane,
  offsetOf,
  tensorKinds,
  type Place,
  type TensorId,
} from './tensors.js';
import { button } from '../../ui/controls.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { swatch } from '../../ui/swatch.js';
import { words } from './words/index.js';

export interface PanelBoard {
  readonly run: PipelineRun;
  /** The container's width in px. */
  readonly width: number;
  readonly theme: string;
  readonly move: (place: Place) => void;
  readonly stepHead: (by: number) => void;
}

const cell = 40;
const gap = 2;
const label = 60;

/** The opened tensor with its numbers, the next one beside it, and where the number lies. */
export function panel(board: PanelBoard): TemplateResult {
  const { run, width } = board;
  const { tensor } = run.state;
  const { next } = tensorKinds[tensor];
  const abreast = width >= 1000 ? 3 : width >= 600 ? 2 : 1;
  const room = (width - 40 * (abreast - 1)) / abreast;
  const columns = Math.max(2, Math.min(12, Math.floor((room - label) / (cell + gap))));
  const isOfHead = headAxis(tensor) >= 0;
  return html`<h3>
      <span
        >${isOfHead && run.sizes.G === run.sizes.H ? swatch(run.state.head) : nothing}
        ${words.open.title} ${withSymbols(words.tensors[tensor](run))}
        ${isInLane(tensor) ? words.open.where(run.state.head, run.state.sequence) : nothing}</span
      >
      <span class="size"
        >${words.open.shape(run.tensors[tensor].shape, run.tensors[tensor].data.length)}</span
      >
    </h3>
    <div class="opened">
      ${oneMatrix(board, openMatrix(tensor, run, columns), columns)}
      ${next ? oneMatrix(board, openMatrix(next, run, columns), columns) : nothing}
      ${placeTable(run, tensor)}
      <p class="line">${words.arithmetic(arithmetic(tensor, run), run)}</p>
    </div>`;
}

function oneMatrix(board: PanelBoard, matrix: OpenMatrix, most: number): TemplateResult {
  const { run, theme } = board;
  const { id, rows, columns, lead, values, limit } = matrix;
  const chosen: GridCell = { row: rows.here, column: columns.here };
  const isShare = id === 'a';
  const made = words.open.made(id, run);
  const name = words.open.grid(spoken(symbolOf(id, run) + made));
  return html`<section>
    <h4 dir="ltr">
      ${symbol(symbolOf(id, run))}${lead.length > 0 ? `[${lead.join(', ')}]` : nothing}<span
        class="made"
        >${withSymbols(made)}</span
      >
    </h4>
    ${scrollBox(
      name,
      html`<mh-heat-map
        data-open=${id}
        .matrix=${values}
        .limit=${limit}
        .decimals=${2}
        .kind=${isShare ? 'share' : 'signed'}
        .mask=${isShare ? hiddenIn(run, matrix) : null}
        .rows=${labels(rows)}
        .columns=${labels(columns)}
        .cell=${cell}
        .gap=${gap}
        .labelWidth=${label}
        .pulled=${rows.here}
        .chosen=${chosen}
        .rowHeads=${headsOf(rows, run)}
        .columnHeads=${headsOf(columns, run)}
        .labelCell=${words.open.cell}
        .name=${name}
        .theme=${theme}
        @cell-pin=${({ detail }: CustomEvent<GridCell>) => board.move(placeOf(matrix, detail, run))}
        @map-step=${(event: CustomEvent<number>) => {
          event.preventDefault();
          board.stepHead(event.detail);
        }}
      ></mh-heat-map>`,
    )}
    ${pager(board, rows, mostRows)}${pager(board, columns, most)}
  </section>`;
}

const labels = ({ axis, first, count }: Window) =>
  Array.from({ length: count }, (_, i) => words.open.label(axis, first + i));

function hiddenIn(run: PipelineRun, { lead, rows, columns }: OpenMatrix) {
  const range = ({ first, count }: Window) => [first, first + count] as const;
  return run.engine.tensor.slice(part(run.tensors.s, ...lead), [range(rows), range(columns)]);
}

/** Whose rows or columns they are, where each belongs to one head. */
function headsOf({ axis, first, count }: Window, { sizes }: PipelineRun): readonly number[] | null {
  const { D, G, H } = sizes;
  const isShared = G < H && (axis === 'group' || axis === 'groups');
  const width = { concat: D, groups: D, head: 1, group: 1 }[axis as string];
  if (!width || isShared) return null;
  return Array.from({ length: count }, (_, i) => Math.floor((first + i) / width));
}

/** Where an axis has more than fits: to the page before or after. */
function pager(
  { run, move }: PanelBoard,
  page: Window,
  most: number,
): TemplateResult | typeof nothing {
  if (page.count === page.size) return nothing;
  const { axis, first, count, size } = page;
  const turn = (by: 1 | -1, text: string) => {
    const place = turnPage(page, most, by, run);
    return button(text, () => place && move(place), 'link', { disabled: !place });
  };
  const { range, back, on } = words.open;
  return html`<p class="pager">
    <span>${range(axis, first, first + count - 1, size)}</span> ${turn(-1, back)} ${turn(1, on)}
  </p>`;
}

function placeTable(run: PipelineRun, id: TensorId): TemplateResult {
  const rows = axisRows(id, run.state, run.sizes, run.state.skip);
  const offset = offsetOf(rows);
  const { lies, axis, size, here, step, axes, place } = words.open;
  const terms = rows.filter((row) => row.here * row.step !== 0);
  const count = run.tensors[id].data.length;
  return html`<section class="where">
    <h4>${lies(fixed(valueAt(id, run)))}</h4>
    <table>
      <thead>
        <tr>
          <th scope="col">${axis}</th>
          <th scope="col">${size}</th>
          <th scope="col">${here}</th>
          <th scope="col">${step}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr class=${row.axis === 'head' || row.axis === 'group' ? 'head' : ''}>
              <th scope="row">${axes[row.axis]}</th>
              <td>${row.size}</td>
              <td>${row.here}</td>
              <td>${row.step}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="sum">
      ${terms.map((row) => (row.step === 1 ? row.here : `${row.here} × ${row.step}`)).join(' + ') || '0'}
      = ${place(offset, count - 1)}
    </p>
    ${tensorKinds[id].memory && !(run.origins && id === 'q') ? html`<p class="hint">${words.open.view}</p>` : nothing}
  </section>`;
}
