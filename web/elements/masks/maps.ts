import { css, html, nothing, type TemplateResult } from 'lit';
import type { GridCell } from '../../lib/grid.js';
import { fixed } from '../../lib/numbers.js';
import { at, part } from '../../lib/tensor-view.js';
import { pullGap } from '../../lib/map-layout.js';
import { scaleKey } from '../../ui/scale-key.js';
import type { HeatMap } from '../../ui/heat-map.js';
import { swatch } from '../../ui/swatch.js';
import { rem } from '../../ui/text-scale.js';
import { sumsWidth, type MasksLayout } from './layout.js';
import type { MasksRun } from './run.js';
import { heads } from './state.js';
import { words } from './words/index.js';
import { chosenTab, headTab, resultText, smallText } from '../../ui/style-parts.js';

export interface HeadMaps {
  readonly run: MasksRun;
  readonly layout: MasksLayout;
  readonly choose: (head: number, cell?: GridCell) => void;
  /** To the same cell of another head's map. */
  readonly toHead: (head: number, cell: GridCell) => void;
  /** A key was pressed among the tabs of heads. */
  readonly onTabKey: (event: KeyboardEvent) => void;
}

/** The weights of all heads; where there is no room for four maps, the chosen one below tabs. */
export function headMaps(maps: HeadMaps): TemplateResult {
  const { layout, run } = maps;
  const shown = layout.mode === 'tabs' ? [run.state.head] : eachHead;
  return html`<div class="maps">
    ${layout.mode === 'tabs' ? headTabs(maps) : nothing}
    <div class="heads">${shown.map((head) => headMap(maps, head))}</div>
    ${scaleKey('share', 1, words.maps.key)}
  </div>`;
}

const eachHead = Array.from({ length: heads }, (_, head) => head);

function headTabs({ run, choose, onTabKey }: HeadMaps): TemplateResult {
  const pitch = Math.max(4, Math.min(12, Math.floor(64 / run.keys.length)));
  return html`<div
    role="radiogroup"
    class="head-tabs"
    aria-label=${words.maps.heads}
    @keydown=${onTabKey}
  >
    ${eachHead.map((head) => {
      const isChosen = head === run.state.head;
      return html`<button
        type="button"
        role="radio"
        aria-checked=${isChosen}
        tabindex=${isChosen ? 0 : -1}
        @click=${() => choose(head)}
      >
        <mh-map-picture
          .matrix=${part(run.after.weights, head)}
          .mask=${part(run.after.maskedScores, head)}
          .cell=${pitch - 1}
          .gap=${1}
          .pulled=${run.state.row}
        ></mh-map-picture>
        <span>${swatch(head)} ${words.head(head)}</span>
      </button>`;
    })}
  </div>`;
}

function headMap({ run, layout, choose, toHead }: HeadMaps, head: number): TemplateResult {
  const { state, keys, after, entropy } = run;
  const { cell, gap, label } = layout.map;
  const chosen = head === state.head ? { row: state.token, column: state.column } : null;
  const width = rem(label + keys.length * (cell + gap) + sumsWidth);
  return html`<section class="head-map" .style=${`--map:${width}`}>
    <h3>
      ${swatch(head)} ${words.head(head)}
      <span class="entropy">${words.maps.entropy(fixed(entropy[head]!))}</span>
    </h3>
    <div class="with-sums">
      <mh-heat-map
        .matrix=${part(after.weights, head)}
        .mask=${part(after.maskedScores, head)}
        .rows=${state.tokens}
        .columns=${keys}
        .cell=${cell}
        .gap=${gap}
        .labelWidth=${label}
        .pulled=${state.row}
        .chosen=${chosen}
        .name=${words.head(head)}
        @cell-pin=${({ detail }: CustomEvent<GridCell>) => choose(head, detail)}
        @map-step=${(event: CustomEvent<number>) => {
          event.preventDefault();
          toHead((head + event.detail + heads) % heads, (event.target as HeatMap).current);
        }}
      ></mh-heat-map>
      ${rowSums(run, head, layout.map)}
    </div>
  </section>`;
}

/** At the rows of the map: what its weights add up to. */
function rowSums(
  { sums, state, blind }: MasksRun,
  head: number,
  { cell, gap }: MasksLayout['map'],
): TemplateResult {
  const sizes = `--cell:${rem(cell)};--gap:${rem(gap)};--pull:${rem(pullGap(cell))}`;
  return html`<div class="sums" .style=${sizes} dir="ltr">
    <span class="sum-title">${words.maps.sum}</span>
    ${state.tokens.map((_, row) => {
      const look = `${row === state.row ? 'pulled' : ''} ${blind.includes(row) ? 'zero' : ''}`;
      return html`<span class="sum ${look}">${fixed(at(sums, head, row))}</span>`;
    })}
  </div>`;
}

export const mapsStyles = css`
  .maps {
    display: grid;
    gap: 12px;
    align-content: start;
    min-inline-size: 0;
  }
  .heads {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(var(--map, 18rem), 100%), max-content));
    gap: 16px 24px;
  }
  .two-by-two .heads {
    grid-template-columns: repeat(2, max-content);
  }
  .head-map h3 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-block-end: 8px;
    max-inline-size: calc(var(--map) - 3.125rem);
    font: 600 var(--mh-label) var(--mh-font-ui);
  }
  .head-map .entropy {
    margin-inline-start: auto;
    color: var(--mh-ink-2);
    font-weight: 400;
  }
  .with-sums {
    display: flex;
  }
  .sums {
    display: flex;
    flex-direction: column;
    inline-size: 3rem;
    ${smallText}
    text-align: end;
  }
  .sum-title {
    align-self: flex-end;
    min-block-size: 1rem;
    white-space: nowrap; /* a second line would move all sums down */
    margin-block-end: 4px;
  }
  .sum {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    block-size: var(--cell);
    margin-block-end: var(--gap);
    transition: margin var(--mh-pull) var(--mh-ease);
  }
  .sum.pulled {
    margin-block: var(--pull) calc(var(--pull) + var(--gap));
  }
  .sum.zero {
    ${resultText}
  }
  .head-tabs {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 8px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .head-tabs button {
    ${headTab}
    white-space: nowrap;
  }
  .head-tabs [aria-checked='true'] {
    ${chosenTab}
  }
  @media (forced-colors: active) {
    .head-tabs button {
      border-color: Canvas;
    }
    .head-tabs [aria-checked='true'] {
      border-color: Highlight;
    }
  }
`;
