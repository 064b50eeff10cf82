import { css, html, nothing, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { word } from '../../ui/word.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { Sheet, type Drawing } from '../../lib/drawing.js';
import { bars, type Spot } from './drawing.js';
import { groupMoves, groupName, groupProduct } from './moves.js';
import { picture } from './picture.js';
import { tokenRange } from './range.js';
import type { MemoryRun, RowStep } from './run.js';
import { drawScoreGrid } from './scores.js';
import { sizes } from './state.js';
import { words } from './words/index.js';
import { inQuestion, smallText } from '../../ui/style-parts.js';

/** The scores as a grid, and what a row remembers or what the step moves. */
export function panel(run: MemoryRun, choose: (spot: Spot) => void): TemplateResult {
  const { state } = run;
  return html`<div class="panel">
    <section>
      <h3>${words.grid.title(state.tokens.length, state.schedule)}</h3>
      <p class="hint">${words.grid.key(state.schedule)}</p>
      ${picture(drawScoreGrid(run), choose)}
    </section>
    <section>${state.schedule === 'tiled' ? rowPanel(run) : movesPanel(run)}</section>
  </div>`;
}

function rowPanel(run: MemoryRun): TemplateResult {
  const { state, row, query, step } = run;
  const say = words.row;
  const now = row.findIndex(({ firstKey }) => firstKey === step.firstKey);
  const limit = Math.max(...row.flatMap(({ mix }) => Array.from(mix, Math.abs)));
  const columns = [say.largest, say.max, say.shrink, say.sum, say.mix];
  return html`<h3>${say.title(word(state.tokens[query]!), sizes.dHead)}</h3>
    ${scrollBox(
      say.caption,
      html`<table class="row-table">
        <caption class="unseen">
          ${say.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${say.keys}</th>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${row.map((each, i) => rowLine(run, each, Math.sign(i - now), limit))}
        </tbody>
      </table>`,
    )}
    ${now < 0 ? nothing : arithmetic(row, now)}`;
}

function rowLine(
  { state }: MemoryRun,
  { firstKey, keys, largest, max, shrink, sum, mix }: RowStep,
  when: number,
  limit: number,
): TemplateResult {
  const look = when === 0 ? 'in-question' : when > 0 ? 'to-come' : '';
  const tokens = state.tokens.slice(firstKey, firstKey + keys).join(' ');
  return html`<tr class=${look}>
    <th scope="row">${tokenRange(firstKey, keys)} ${word(tokens)}</th>
    <td>${fixed(largest)}</td>
    <td>${fixed(max)}</td>
    <td>${fixed(shrink, 3)}</td>
    <td>${fixed(sum, 3)}</td>
    <td>
      <span class="unseen">${Array.from(mix, (value) => fixed(value)).join(', ')}</span>
      ${picture(drawMix(mix, limit, when > 0 ? null : state.head), () => {})}
    </td>
  </tr>`;
}

const mixWidth = 344;

/** The numbers of a mix as bars, each above its number; grey without a head. */
function drawMix(mix: Float32Array, limit: number, head: number | null): Drawing<Spot> {
  const sheet = new Sheet<Spot>();
  const fill = head === null ? 'kept' : { head };
  const pitch = mixWidth / mix.length;
  bars(sheet, { x: 0, y: 0, width: mixWidth, height: 32 }, mix, { limit, fill });
  for (const [i, value] of mix.entries()) {
    sheet.text((i + 0.5) * pitch, 45, fixed(value), { anchor: 'middle' });
  }
  return sheet.finish(mixWidth, 49);
}

/** sum before × exp(old maximum − new one) + new exponentials = sum so far */
function arithmetic(row: readonly RowStep[], now: number): TemplateResult {
  const say = words.row;
  const { max, shrink, added, sum, keys } = row[now]!;
  const before = row[now - 1];
  const next = row[now + 1];
  const found = !before ? say.first : shrink === 1 ? say.kept : say.larger;
  const term = (value: string, name: string) =>
    html`<div class="term"><span class="large">${value}</span><span>${name}</span></div>`;
  const sign = (text: string) => html`<span class="large sign">${text}</span>`;
  const old = before ? fixed(before.max) : '−∞';
  return html`<div class="arithmetic" dir="ltr">
      ${term(before ? fixed(before.sum, 3) : '0', say.before)} ${sign('×')}
      ${term(fixed(shrink, 3), say.exponent(old, max < 0 ? `(${fixed(max)})` : fixed(max)))}
      ${sign('+')} ${term(fixed(added, 3), say.added(keys))} ${sign('=')}
      ${term(fixed(sum, 3), say.soFar)}
    </div>
    <p class="hint">
      ${found} ${next ? say.next(tokenRange(next.firstKey, next.keys)) : say.last}
    </p>`;
}

function movesPanel(run: MemoryRun): TemplateResult {
  const { state, step } = run;
  const say = words.step;
  return html`<h3>${say.title[state.schedule]}</h3>
    ${scrollBox(
      say.title[state.schedule],
      html`<table>
        <caption class="unseen">
          ${say.title[state.schedule]}
        </caption>
        <thead>
          <tr>
            <th scope="col">${say.rows}</th>
            <th scope="col">${say.way}</th>
            <th scope="col">${say.product}</th>
          </tr>
        </thead>
        <tbody>
          ${groupMoves(step).map(
            (group) =>
              html`<tr>
                <th scope="row">${groupName(group)}</th>
                <td>${say.ways[group.to]}</td>
                <td>${groupProduct(group, run)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}
    <p class="hint">
      ${say.multiplications(step.multiplications)} ${say.sentences[state.schedule]}
      ${state.schedule === 'paged' ? pageOf(run) : ''}
    </p>`;
}

/** Where the sentence's first token is found. */
function pageOf({ state, pages, stepIndex, query }: MemoryRun): TemplateResult {
  const logical = Math.floor(query / state.page);
  const physical = pages[stepIndex]!.own[logical]!;
  const slot = query % state.page;
  return words.step.page(word(state.tokens[query]!), query, logical, physical, slot);
}

export const panelStyles = css`
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px 40px;
  }
  .panel section {
    min-inline-size: 0;
  }
  h3 {
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .panel .picture {
    margin-block-start: 8px;
  }
  .panel table {
    inline-size: 100%;
    margin-block-start: 8px;
  }
  .row-table th {
    max-inline-size: 12rem;
    white-space: normal;
    overflow-wrap: normal; /* Firefox would break short words: it forgets their margin */
  }
  .row-table th .word {
    margin-inline-start: 6px;
  }
  .panel .wide,
  .traffic .wide {
    position: relative;
  }
  .row-table .picture text {
    font-weight: 400;
  }
  .row-table .picture {
    margin: 0;
    margin-inline-start: auto;
    max-inline-size: none;
  }
  .row-table :is(td, th) {
    padding-inline: 7px;
    vertical-align: middle;
  }
  .to-come :is(td, th) {
    color: var(--mh-ink-3);
  }
  .in-question :is(td, th) {
    ${inQuestion}
  }
  .arithmetic {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    margin-block: 16px 10px;
  }
  .term {
    display: grid;
    justify-items: center;
    ${smallText}
  }
  .large {
    color: var(--mh-ink);
    font: 1.375rem/1.75rem var(--mh-font-prose);
  }
  .sign {
    color: var(--mh-ink-2);
  }
  .panel .hint {
    margin-block-start: 4px;
  }
  @container (inline-size < 30rem) {
    .row-table th .word {
      display: none;
    }
  }
  @container (inline-size >= 56rem) {
    .panel {
      grid-template-columns: 306px minmax(0, 1fr);
    }
  }
`;
