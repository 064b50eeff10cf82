import { css, html, nothing, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { roomForNumber } from '../../lib/map-layout.js';
import { fixed } from '../../lib/numbers.js';
import { paint } from '../../ui/cell-paint.js';
import { rem } from '../../ui/text-scale.js';
import { resultText } from '../../ui/style-parts.js';

/** Weights without the controls of a heat map: for what is compared, not chosen. */
export interface WeightGrid {
  /** [rows, columns] */
  readonly weights: Tensor;
  /** Keys are hidden where this is minus infinity; null where none is. */
  readonly masked: Tensor | null;
  readonly width: number;
  readonly height: number;
  /** What a screen reader reads instead. */
  readonly name: string;
  /** At the right of each row. */
  readonly ends?: readonly (string | TemplateResult)[];
}

export function weightGrid(grid: WeightGrid): TemplateResult {
  const [rows = 0, columns = 0] = grid.weights.shape;
  const sizes = `--w:${rem(grid.width)};--h:${rem(grid.height)};--columns:${columns}`;
  return html`<div class="weight-grid" role="img" aria-label=${grid.name} dir="ltr" .style=${sizes}>
    ${Array.from({ length: rows }, (_, row) => [
      ...Array.from({ length: columns }, (_, column) => weightCell(grid, row * columns + column)),
      grid.ends ? html`<span class="end">${grid.ends[row]}</span>` : nothing,
    ])}
  </div>`;
}

function weightCell({ weights, masked, width }: WeightGrid, place: number): TemplateResult {
  const value = weights.data[place]!;
  if (masked?.data[place] === -Infinity) return html`<span class="cell hidden">–</span>`;
  const isPrinted = value === 0 || (width >= roomForNumber && !(value < 0.1));
  const look = Number.isNaN(value) ? 'cell not-a-number' : 'cell';
  return html`<span class=${look} .style=${paint(value, 'share', 1)}
    >${isPrinted ? fixed(value) : ''}</span
  >`;
}

export const weightGridStyles = css`
  .weight-grid {
    display: grid;
    grid-template-columns: repeat(var(--columns), var(--w)) max-content;
    grid-auto-rows: var(--h);
    gap: 1px;
    inline-size: max-content;
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .weight-grid:not(:has(.end)) {
    grid-template-columns: repeat(var(--columns), var(--w));
  }
  .weight-grid .cell {
    display: flex;
    align-items: center;
    justify-content: center;
    overflow: hidden;
    forced-color-adjust: none;
  }
  .weight-grid .hidden {
    color: var(--mh-ink-3);
  }
  .weight-grid .not-a-number {
    border: 1px solid var(--mh-line);
    color: var(--mh-ink);
  }
  .weight-grid .end {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    min-inline-size: 2.25rem;
    color: var(--mh-ink-2);
  }
  .weight-grid .end b {
    ${resultText}
  }
`;
