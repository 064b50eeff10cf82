import { html, nothing, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { spoken } from '../../lib/symbols.js';
import { part } from '../../lib/tensor-view.js';
import { headColour } from '../../ui/swatch.js';
import { rem } from '../../ui/text-scale.js';
import type { ProjectionLayout } from './layout.js';
import { boardMap, limits, type ProjectionBoard } from './map.js';
import type { ProjectionRun } from './run.js';
import { words } from './words/index.js';

/** The block of one head, its rows of W_O, their product, and how long its row is. */
export function headRow(
  board: ProjectionBoard,
  layout: ProjectionLayout,
  head: number,
): TemplateResult {
  const { run } = board;
  const { token, column, outputProjection, leftOut } = run.state;
  const { heads, wo, products } = limits(run);
  const block = html`<div
    class="block"
    .style=${`margin-inline-start:${rem(head * run.dHead * layout.pitch + layout.label)}`}
  >
    <span
      class="band"
      .style=${`background:${headColour(head)};inline-size:${rem(run.dHead * layout.pitch - layout.gap)}`}
    ></span>
    ${boardMap(board, layout, {
      matrix: run.blocks[head]!,
      limit: heads,
      name: words.names.block(head),
      rows: 'tokens',
      ring: { row: token },
      choose: ({ row }) => ({ token: row, head }),
    })}
    <span class="name">${words.head(head)}${head === leftOut ? `, ${words.leftOut}` : ''}</span>
  </div>`;
  return html`<div class="head-row" .style=${`--head:${headColour(head)}`}>
    ${block}
    <span class="sign">${outputProjection ? '×' : ''}</span>
    <div class="banded">
      ${
        outputProjection
          ? boardMap(board, layout, {
              matrix: run.slices[head]!,
              limit: wo,
              name: spoken(words.names.slice(head)),
              rows: 'numbers',
              ring: { column },
              choose: (cell) => ({ column: cell.column, head }),
            })
          : nothing
      }
    </div>
    <span class="sign">=</span>
    <div class="banded">
      ${boardMap(board, layout, {
        matrix: part(run.products, head),
        limit: products,
        name: words.names.product(head),
        rows: 'tokens',
        ring: { row: token, column },
        choose: (cell) => ({ token: cell.row, column: cell.column, head }),
      })}
    </div>
    ${lengthBar(run, run.lengths.heads[head]!, headColour(head), words.head(head))}
  </div>`;
}

/** The length of a row, as a bar and a number. The longest row of all has the longest bar. */
export function lengthBar(
  { lengths }: ProjectionRun,
  length: number,
  colour: string,
  name: string,
): TemplateResult {
  const longest = Math.max(lengths.sum, ...lengths.heads);
  const share = longest > 0 ? length / longest : 0;
  return html`<span class="length"
    ><span class="unseen">${name}</span
    ><span class="bar" .style=${`inline-size:${rem(56 * share)};background:${colour}`}></span
    >${fixed(length, 1)}</span
  >`;
}
