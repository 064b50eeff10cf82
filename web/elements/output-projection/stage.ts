import { html, nothing, type TemplateResult } from 'lit';
import { symbol } from '../../ui/symbols.js';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { anySize, fixed } from '../../lib/numbers.js';
import { word } from '../../ui/word.js';
import { scaleKey } from '../../ui/scale-key.js';
import { headColour } from '../../ui/swatch.js';
import { rem } from '../../ui/text-scale.js';
import { headChoice } from './controls.js';
import { headRow, lengthBar } from './head-row.js';
import { aboveConcat, between, layOutProjection, type ProjectionLayout } from './layout.js';
import { boardMap, limits, type ProjectionBoard } from './map.js';
import type { ProjectionRun } from './run.js';
import { words } from './words/index.js';

/** Blocks of the heads, rows of W_O, what each head adds, and the sum. */
export function projectionStage(board: ProjectionBoard): TemplateResult {
  const { run, width } = board;
  const { tokens, heads, dModel, head: chosen } = run.state;
  const layout = layOutProjection(width, { tokens: tokens.length, dModel, dHead: run.dHead });
  const shown = layout.isWide ? Array.from({ length: heads }, (_, head) => head) : [chosen];
  const style = placement(layout);
  return html`<div class="board ${layout.isWide ? 'wide-board' : ''}" dir="ltr" .style=${style}>
    ${layout.isWide ? connectors(run, layout) : nothing} ${sideBySide(board, layout)}
    ${formula(run)} ${titles(run, layout)}
    ${
      layout.isWide || heads === 1
        ? nothing
        : html`<div class="of-head">
            ${headChoice(run.state, (head) => board.choose({ head }))}
          </div>`
    }
    ${shown.map((head) => headRow(board, layout, head))} ${totals(board, layout)} ${scales(run)}
  </div>`;
}

/** The columns of the picture: heads, W_O, what each head adds, lengths. */
function placement({ label, top, rowHeight, matrix }: ProjectionLayout): string {
  const { sign, band, length } = between;
  const columns = [label + matrix, sign, matrix + band, sign, matrix + band, length];
  const after = (count: number) =>
    rem(columns.slice(0, count).reduce((sum, width) => sum + width, 0));
  return [
    `--label:${rem(label)};--top:${rem(top)};--row:${rem(rowHeight)}`,
    `--columns:${columns.map(rem).join(' ')}`,
    `--from-wo:${after(2)};--from-products:${after(4)};--from-lengths:${after(5)}`,
  ].join(';');
}

function sideBySide(board: ProjectionBoard, layout: ProjectionLayout): TemplateResult {
  const { run } = board;
  const { state, combined, dHead } = run;
  const { tokens, heads, token } = state;
  const middle = aboveConcat + (token + 0.5) * layout.pitch;
  return html`<div class="concat">
    <h3>
      ${words.sideBySide}
      <span class="size">${tokens.length} × ${combined.shape[1]}</span>
    </h3>
    <div class="bands">
      ${Array.from(
        { length: heads },
        (_, head) =>
          html`<span
            .style=${`inline-size:${rem(dHead * layout.pitch - layout.gap)};margin-inline-end:${rem(layout.gap)};background:${headColour(head)}`}
          ></span>`,
      )}
    </div>
    <b class="row-name" .style=${`inset-block-start:${rem(middle - 10)}`}
      ><bdi>${tokens[token]}</bdi></b
    >
    ${boardMap(board, layout, {
      matrix: combined,
      limit: limits(run).heads,
      name: words.names.combined,
      rows: 'tokens',
      ring: { row: token },
      choose: ({ row, column }) => ({ token: row, head: Math.floor(column / dHead) }),
    })}
  </div>`;
}

/** From each head's place in the concat straight down to its block. */
function connectors(run: ProjectionRun, { top, pitch, label, rowHeight }: ProjectionLayout) {
  const { heads, tokens } = run.state;
  const from = aboveConcat + tokens.length * pitch + 4;
  return Array.from({ length: heads }, (_, head) => {
    const left = label + (head + 0.5) * run.dHead * pitch;
    const height = top + head * rowHeight - from - 4;
    return html`<span
      class="connector"
      aria-hidden="true"
      .style=${`inset-inline-start:${rem(left - 1)};inset-block-start:${rem(from)};block-size:${rem(height)};background:${headColour(head)}`}
    ></span>`;
  });
}

/** At most this many terms of the sum are written; of more, the first ones and the last. */
const mostTerms = 4;

/** [Z0 Z1 ...] W_O = Z0 W_O(0) + Z1 W_O(1) + ..., written with the colours of the heads. */
function formula({ state, dHead }: ProjectionRun): TemplateResult | typeof nothing {
  if (!state.outputProjection) return nothing;
  const { heads } = state;
  const all = Array.from({ length: heads }, (_, head) => head);
  const written = heads <= mostTerms ? all : [0, 1, null, heads - 1];
  const factors = written.map((head) => (head === null ? '… ' : html`${symbol(`Z_${head}`)} `));
  return html`<div class="formula">
    <p>[${factors}] ${symbol('W_O')} =</p>
    ${written.map(
      (head) =>
        html`${head === 0 ? nothing : html`<p>+</p>`}
        ${head === null ? html`<p>…</p>` : term(head, dHead)}`,
    )}
  </div>`;
}

const term = (head: number, dHead: number) =>
  html`<p .style=${`--head:${headColour(head)}`} class="term">
    ${symbol(`Z_${head}`)} ${symbol('W_O')}<sup>(${head})</sup>
    <span>${words.rowsOf(head * dHead, (head + 1) * dHead - 1)}</span>
  </p>`;

function titles({ state, dHead }: ProjectionRun, { isWide }: ProjectionLayout) {
  if (!isWide) return nothing;
  const { heads, dModel, tokens, token, outputProjection } = state;
  const { cut, adds, length } = words.titles;
  return html`<h3 class="of-wo">
      ${outputProjection ? html`${cut()} <span class="size">${heads} × (${dHead} × ${dModel})</span>` : words.noWo()}
    </h3>
    <h3 class="of-products">${adds} <span class="size">${tokens.length} × ${dModel}</span></h3>
    <h3 class="of-lengths">${length(word(tokens[token]!))}</h3>`;
}

/** The product at once, and the products added up. */
function totals(board: ProjectionBoard, layout: ProjectionLayout): TemplateResult {
  const { run } = board;
  const { token, column, tokens, dModel, outputProjection } = run.state;
  const output = (matrix: Tensor, name: string) =>
    boardMap(board, layout, {
      matrix,
      limit: limits(run).products,
      name,
      rows: 'tokens',
      ring: { row: token, column },
      choose: (cell) => ({ token: cell.row, column: cell.column }),
    });
  const { names, titles } = words;
  return html`<div class="head-row totals">
    <div class="difference">
      <p>${words.difference(tokens.length * dModel)}</p>
      <p class="large">${anySize(run.difference)}</p>
      <p>${words.step(fixed(run.largest, 1), anySize(run.step))}</p>
    </div>
    <span class="sign"></span>
    <div>
      ${output(run.output, names.output)}
      <p class="below">${outputProjection ? titles.atOnce() : titles.atOnceAlone}</p>
    </div>
    <span class="sign">=</span>
    <div>
      ${output(run.sum, names.sum)}
      <p class="below">${titles.sum(run.state.heads)}</p>
    </div>
    ${lengthBar(run, run.lengths.sum, 'var(--mh-ink)', titles.sum(run.state.heads))}
  </div>`;
}

function scales(run: ProjectionRun): TemplateResult {
  const { heads, wo, products } = limits(run);
  const { scales: say } = words;
  return html`<div class="head-row scales">
    ${scaleKey('signed', heads, say.heads)}<span
    ></span>
    ${run.state.outputProjection ? scaleKey('signed', wo, say.wo()) : html`<span></span>`}<span
    ></span>
    ${scaleKey('signed', products, say.products)}
  </div>`;
}
