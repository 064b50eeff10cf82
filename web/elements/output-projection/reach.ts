import { css, html, svg, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { fixed } from '../../lib/numbers.js';
import { largestMagnitude, part } from '../../lib/tensor-view.js';
import { headColour, swatch } from '../../ui/swatch.js';
import type { ProjectionRun } from './run.js';
import { words } from './words/index.js';
import { nextPart, smallText } from '../../ui/style-parts.js';

/** Height of the tallest bar, and the width of one column, in units of the drawing. */
const height = 22;
const pitch = 10;

/** How far each output column moves when a head is left out, with W_O and without. */
export function reachCharts(run: ProjectionRun, isRevealed: boolean): TemplateResult {
  const { reach, reachAlone, state, dHead } = run;
  const { dModel, tokens } = state;
  const { title, explanation, withWo, without, withoutTitle, hidden } = words.reach;
  const most = Math.max(largestMagnitude(reach), largestMagnitude(reachAlone));
  return html`<div class="reach">
    <h3>${title(dModel)}</h3>
    <p class="hint">${explanation(tokens.length, fixed(most, 1))}</p>
    <div class="halves">
      <section>
        <h4>${withWo()}</h4>
        ${chart(run, reach, most)}
      </section>
      <section>
        <h4>${isRevealed ? without(dHead) : withoutTitle()}</h4>
        ${isRevealed ? chart(run, reachAlone, most) : html`<p class="hint">${hidden}</p>`}
      </section>
    </div>
  </div>`;
}

function chart({ state, dHead }: ProjectionRun, reach: Tensor, most: number): TemplateResult {
  const width = state.dModel * pitch;
  const ticks = Array.from({ length: state.heads }, (_, head) => head * dHead);
  const last = state.dModel - 1;
  return html`<div class="chart" dir="ltr">
    ${Array.from(
      { length: state.heads },
      (_, head) =>
        html`<span class="of">${swatch(head)} ${words.head(head)}</span>
          <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
            <line x1="0" x2=${width} y1=${height - 0.5} y2=${height - 0.5} />
            ${Array.from(part(reach, head).data, (change, column) => {
              const size = most > 0 ? (change / most) * height : 0;
              return svg`<rect x=${column * pitch} y=${height - size} width=${pitch - 1} height=${size} fill=${headColour(head)} />`;
            })}
          </svg>`,
    )}
    <span></span>
    <span class="ticks" aria-hidden="true"
      >${ticks.map(
        (tick) =>
          html`<span .style=${`inset-inline-start:${(tick / state.dModel) * 100}%`}>${tick}</span>`,
      )}<span class="last-tick">${last}</span></span
    >
  </div>`;
}

export const reachStyles = css`
  .reach {
    ${nextPart}
  }
  .reach .hint {
    margin-block-end: 12px;
  }
  .chart {
    display: grid;
    grid-template-columns: 4.75rem minmax(0, 1fr);
    align-items: end;
    gap: 10px 8px;
  }
  .of {
    white-space: nowrap;
    font: 600 var(--mh-cell) var(--mh-font-ui);
  }
  .chart svg {
    display: block;
    inline-size: 100%;
    block-size: 26px;
    forced-color-adjust: none;
  }
  .chart line {
    stroke: var(--mh-hair);
  }
  .ticks {
    position: relative;
    block-size: 16px;
    ${smallText}
  }
  .ticks span {
    position: absolute;
  }
  .ticks .last-tick {
    inset-inline-end: 0;
  }
`;
