import { css, html, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { word } from '../../ui/word.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { headColour, swatch } from '../../ui/swatch.js';
import type { ProjectionRun } from './run.js';
import { words } from './words/index.js';
import { hintText, numberCell, wideTable } from '../../ui/style-parts.js';

/** The chosen number: one head's products, and the heads added up one after the other. */
export function numberPanel(
  run: ProjectionRun,
  chooseHead: (head: number) => void,
): TemplateResult {
  const { state, sum } = run;
  const { token, column, tokens, dModel } = state;
  const value = sum.data[token * dModel + column]!;
  return html`<div class="panel">
    <h3>${words.panel.title(column, word(tokens[token]!), fixed(value))}</h3>
    <div class="halves">
      ${state.outputProjection ? products(run) : html`<p>${copied(run)}</p>`}
      ${addition(run, value, chooseHead)}
    </div>
  </div>`;
}

function products({ state, terms, dHead }: ProjectionRun): TemplateResult {
  const { head, column, token, tokens } = state;
  const { panel } = words;
  const rows = [
    { name: panel.values(head, word(tokens[token]!)), values: terms.values },
    { name: panel.weights(column), values: terms.weights },
    { name: panel.products, values: terms.products },
  ];
  return html`<section>
    <h4>${panel.headTitle(head, dHead)}</h4>
    ${scrollBox(
      panel.products,
      html`${rows.map(({ name, values }) => bars(name, values, headColour(head)))}`,
      'ltr',
    )}
    <p class="result">${panel.sum} <b dir="ltr">${fixed(terms.adds[head]!)}</b></p>
  </section>`;
}

/** Numbers as bars about a zero line: each row has its own scale. */
function bars(name: string | TemplateResult, values: Float32Array, colour: string): TemplateResult {
  const most = Math.max(...Array.from(values, Math.abs));
  return html`<div class="bars">
    <span class="bars-name">${name}</span>
    <ul>
      ${Array.from(values, (value) => {
        const share = most > 0 ? (Math.abs(value) / most) * 50 : 0;
        const place = value >= 0 ? `inset-block-end:50%` : `inset-block-start:50%`;
        return html`<li>
          <span class="room" aria-hidden="true"
            ><span .style=${`${place};block-size:${share}%;background:${colour}`}></span
          ></span>
          ${fixed(value)}
        </li>`;
      })}
    </ul>
  </div>`;
}

/** Without W_O each column is one number of one head. */
function copied({ state, dHead }: ProjectionRun): string {
  const owner = Math.floor(state.column / dHead);
  return words.panel.copied(state.column, owner, state.column % dHead);
}

function addition(
  { state, terms }: ProjectionRun,
  value: number,
  chooseHead: (head: number) => void,
): TemplateResult {
  const { panel } = words;
  const all = [0, ...terms.soFar, value];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const percent = (x: number) => (high > low ? ((x - low) / (high - low)) * 100 : 0);
  const running = (from: number, to: number, colour: string) =>
    html`<span class="running" aria-hidden="true"
      ><span class="zero" .style=${`inset-inline-start:${percent(0)}%`}></span
      ><span
        .style=${`inset-inline-start:${percent(Math.min(from, to))}%;inline-size:${percent(Math.max(from, to)) - percent(Math.min(from, to))}%;background:${colour}`}
      ></span
    ></span>`;
  return html`<section>
    <h4>${panel.added(state.heads)}</h4>
    <table dir="ltr">
      <thead>
        <tr>
          <th scope="col">${panel.columns.head}</th>
          <th scope="col">${panel.columns.adds}</th>
          <th scope="col">${panel.columns.soFar}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${Array.from(terms.adds, (adds, head) => {
          const soFar = terms.soFar[head]!;
          const before = head === 0 ? 0 : terms.soFar[head - 1]!;
          return html`<tr
            class=${head === state.head ? 'in-question' : ''}
            @click=${() => chooseHead(head)}
          >
            <th scope="row">${swatch(head, head !== state.leftOut)} ${words.head(head)}</th>
            <td>${fixed(adds)}</td>
            <td>${fixed(soFar)}</td>
            <td>${running(before, soFar, headColour(head))}</td>
          </tr>`;
        })}
        <tr class="output">
          <th scope="row">${panel.output}</th>
          <td>${fixed(value)}</td>
          <td></td>
          <td>${running(0, value, 'var(--mh-ink)')}</td>
        </tr>
      </tbody>
    </table>
  </section>`;
}

export const panelStyles = css`
  .panel h3,
  .reach h3 {
    margin-block-end: 12px;
    font: 600 1.0625rem/1.5rem var(--mh-font-ui);
  }
  h4 {
    margin: 0 0 8px;
    font: 500 var(--mh-control) var(--mh-font-ui);
  }
  .halves {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px 64px;
  }
  .bars {
    display: grid;
    grid-template-columns: 7.25rem max-content;
    align-items: center;
    margin-block-end: 6px;
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .bars-name {
    ${hintText}
  }
  .bars ul {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
  }
  .bars li {
    min-inline-size: 3.125rem;
    text-align: center;
    white-space: nowrap;
  }
  .room {
    position: relative;
    display: block;
    block-size: 52px;
    background: linear-gradient(var(--mh-line), var(--mh-line)) center / 100% 1px no-repeat;
  }
  .room span {
    position: absolute;
    inset-inline: 5px;
    forced-color-adjust: none;
  }
  .result b {
    font-weight: 650;
  }
  .panel table {
    ${wideTable}
  }
  .panel :is(th, td) {
    padding: 6px 10px;
    ${numberCell}
  }
  .panel th:first-child {
    padding-inline-start: 0;
    text-align: start;
    white-space: nowrap;
    background: none;
  }
  .panel td:last-child {
    inline-size: 50%;
  }
  .panel thead th {
    ${hintText}
    border-block-end-color: var(--mh-line);
  }
  .panel tbody tr:not(.output) {
    cursor: pointer;
  }
  .panel .in-question {
    background: var(--mh-sunk);
  }
  .panel :is(.in-question, .output) :is(th, td) {
    font-weight: 650;
  }
  .running {
    position: relative;
    display: block;
    block-size: 12px;
    forced-color-adjust: none;
  }
  .running span {
    position: absolute;
    inset-block: 0;
  }
  .running .zero {
    inset-block: -14px;
    inline-size: 1px;
    background: var(--mh-line);
  }
  @container (inline-size >= 56rem) {
    .halves {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;
