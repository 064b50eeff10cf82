import { css, html, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { word } from '../../ui/word.js';
import { swatch, headColour } from '../../ui/swatch.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { addedText } from './numbers.js';
import type { MasksRun } from './run.js';
import { words } from './words/index.js';

/**
 * The chosen head's row of the chosen query: score, mask, sum, exponential, before, after.
 * @param isAnswered  before and after are compared once they were predicted
 */
export function rowPanel(
  run: MasksRun,
  isAnswered: boolean,
  choose: (key: number) => void,
): TemplateResult {
  const { state, tab } = run;
  const { head, tokens, token, masked } = state;
  const say = words.panel;
  const title = say.title[masked ? tab : 'none'](head, tokens[token]!);
  return html`<section class="row-panel">
    <div>
      <h3>${swatch(head)} <span>${title}</span></h3>
      ${scrollBox(say.table(head, tokens[token]!), table(run, isAnswered, choose))}
    </div>
    <div class="why">
      <p>${say.why()}</p>
      <p class="share announced">${isAnswered ? sentence(run) : say.wait}</p>
      <p class="hint">${isAnswered ? say.bars : ''}</p>
    </div>
  </section>`;
}

function table(run: MasksRun, isAnswered: boolean, choose: (key: number) => void): TemplateResult {
  const { columns } = words.panel;
  const { maximum } = run.chosen;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${columns.key}</th>
        <th scope="col">${columns.score}</th>
        <th scope="col">${columns.mask}</th>
        <th scope="col">${columns.sum}</th>
        <th scope="col" dir="ltr">${maximum === -Infinity ? 'exp' : exponent(maximum)}</th>
        <th scope="col"><span class="unseen">${columns.bars}</span></th>
        <th scope="col">${columns.before}</th>
        <th scope="col">${columns.after}</th>
      </tr>
    </thead>
    <tbody>
      ${run.keys.map((_, key) => row(run, key, isAnswered, choose))}
    </tbody>
  </table>`;
}

/** The largest sum is subtracted first, as every softmax does. */
function exponent(maximum: number): string {
  const sign = maximum < 0 ? '+' : '−';
  return `exp(${words.panel.columns.sum} ${sign} ${fixed(Math.abs(maximum))})`;
}

function row(
  { chosen, keys, state }: MasksRun,
  key: number,
  isAnswered: boolean,
  choose: (key: number) => void,
): TemplateResult {
  const [score, added, sum] = [chosen.scores, chosen.added, chosen.sums].map((of) => of[key]!) as [
    number,
    number,
    number,
  ];
  const isHidden = added === -Infinity;
  const [before, after] = [chosen.before[key]!, chosen.after[key]!];
  return html`<tr class=${key === state.column ? 'in-question' : ''}>
    <th scope="row">
      <button
        type="button"
        class="link"
        aria-pressed=${key === state.column}
        @click=${() => choose(key)}
      >
        ${word(keys[key]!)}<sub>${key}</sub>
      </button>
    </th>
    <td dir="ltr">${fixed(score)}</td>
    <td dir="ltr">${addedText(added)}</td>
    <td dir="ltr">${fixed(sum)}</td>
    <td dir="ltr">${fixed(chosen.exponentials[key]!, 3)}</td>
    <td class="bars">${isAnswered ? bars(before, after, state.head) : ''}</td>
    <td>${isAnswered ? fixed(before) : ''}</td>
    <td>${isAnswered ? (isHidden ? '–' : fixed(after)) : ''}</td>
  </tr>`;
}

const bars = (before: number, after: number, head: number) =>
  html`<span class="bar" .style=${`inline-size:${4 * before}rem`}></span
    ><span
      class="bar of-head"
      .style=${`inline-size:${4 * after}rem;--head:${headColour(head)}`}
    ></span>`;

/** What became of the weight of the keys that are hidden now. */
function sentence({ chosen, keys, state, blind, tab }: MasksRun): string | TemplateResult {
  const say = words.panel;
  const { token, column: key, tokens, masked } = state;
  const query = word(tokens[token]!);
  if (blind.includes(token)) return say.nothingLeft(query);
  if (tab === 'alibi' && masked) return say.nearer(query);
  if (chosen.added.every((added) => added === 0)) return say.nothingHidden(query);
  const lost = fixed(chosen.lost);
  if (chosen.added[key] === -Infinity) return say.isHidden(query, word(keys[key]!), lost);
  const [before, left, after] = [chosen.before[key]!, chosen.left, chosen.after[key]!].map(
    (value) => fixed(value, 4),
  ) as [string, string, string];
  return say.shared(query, word(keys[key]!), lost, `${before} ÷ ${left}`, after);
}

export const rowPanelStyles = css`
  .row-panel {
    display: grid;
    grid-template-columns: minmax(0, 43rem) minmax(0, 1fr);
    gap: 24px 48px;
  }
  .row-panel h3 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-block-end: 8px;
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .row-panel .wide {
    position: relative;
    max-block-size: none;
  }
  .row-panel table {
    inline-size: 100%;
    font: var(--mh-control) var(--mh-font-ui);
  }
  .row-panel thead th {
    font: var(--mh-label) var(--mh-font-ui);
  }
  .row-panel :is(th, td):first-child {
    padding-inline-start: 4px;
  }
  .row-panel th button.link {
    color: var(--mh-ink);
    font: inherit;
    text-decoration: none;
  }
  .row-panel th button.link:hover {
    text-decoration-line: underline;
  }
  .in-question :is(th, td) {
    background: var(--mh-sunk);
    font-weight: 600;
  }
  .row-panel .bars {
    inline-size: 4.5rem;
    min-inline-size: 3.5rem;
    text-align: start;
  }
  .bar {
    display: block;
    block-size: 4px;
    background: var(--mh-line);
    forced-color-adjust: none;
  }
  .bar.of-head {
    margin-block-start: 1px;
    background: var(--head);
  }
  .why {
    display: grid;
    align-content: start;
    gap: 12px;
    max-inline-size: 26rem;
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .why .share {
    min-block-size: 4.5rem;
  }
  .why b {
    font-weight: 600;
  }
  @container (inline-size < 56.25rem) {
    .row-panel {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
