import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { anySize } from '../../lib/numbers.js';
import { withWeights } from './formula.js';
import { rulerView } from './ruler.js';
import { isEqual, type IdentitiesRun, type IdentityRow } from './run.js';
import { scheme } from './scheme-view.js';
import { schemes } from './schemes.js';
import type { Identity } from './state.js';
import { words } from './words/index.js';

export interface RowActions {
  readonly open: (identity: Identity) => void;
  /** Makes the mistake of a row, or takes it back. */
  readonly setBroken: (identity: Identity, isBroken: boolean) => void;
}

/** A row an identity: two ways of computing, what they differ by, and a switch for its mistake. */
export function identityRows(run: IdentitiesRun, actions: RowActions): TemplateResult {
  const { columns } = words;
  return html`<div class="line head" aria-hidden="true">
      <span class="name">${columns.left}</span>
      <span class="other">${columns.right}</span>
      <span class="where"><span>0</span><span>${columns.bound}</span><span>1</span></span>
      <span class="number">${columns.number}</span>
      <span class="break">${columns.breakIt}</span>
    </div>
    <ol class="rows">
      ${run.rows.map((row, i) => identityRow(run, row, i, actions))}
    </ol>
    <p class="hint">
      ${words.ruler(anySize(run.reach), run.rows.filter(({ holds }) => holds === 0).length)}
    </p>`;
}

function identityRow(
  { sizes, state }: IdentitiesRun,
  row: IdentityRow,
  index: number,
  { open, setBroken }: RowActions,
): TemplateResult {
  const { identity, holds, broken, canBreak } = row;
  const say = words.rows[identity];
  const isBroken = broken !== null;
  const isSame = isEqual(broken ?? holds);
  const isOpen = state.open === identity;
  return html`<li class="line ${isOpen ? 'open' : ''} ${isBroken ? 'broken' : ''}">
    <span class="index" aria-hidden="true">${index + 1}</span>
    <span class="name"
      ><button
        type="button"
        class="title"
        aria-pressed=${isOpen ? 'true' : 'false'}
        @click=${() => open(identity)}
      >
        ${say.title}</button
      ><span class="words">${withWeights(say.left(sizes))}</span></span
    >
    <span class="left">${scheme('left', schemes[identity].left(sizes, isBroken))}</span>
    <span class="relation"
      ><span aria-hidden="true">${isSame ? '=' : '≠'}</span
      ><span class="unseen">${isSame ? words.detail.equal : words.detail.unequal}</span></span
    >
    <span class="right">${scheme('right', schemes[identity].right(sizes, isBroken))}</span>
    <span class="other words">${withWeights(say.right(sizes, isBroken))}</span>
    <span class="where">${rulerView(row)}</span>
    <span class="number" dir="ltr"
      ><span class="unseen">${words.columns.number} </span>${anySize(broken ?? holds)}</span
    >
    <label class="break switch">
      <input
        type="checkbox"
        role="switch"
        .checked=${live(isBroken)}
        ?disabled=${!canBreak}
        @change=${(event: Event) => setBroken(identity, (event.target as HTMLInputElement).checked)}
      /><span>${withWeights(canBreak ? say.breakIt(sizes) : words.cannotBreak)}</span>
    </label>
  </li>`;
}

export const rowStyles = css`
  .line {
    position: relative;
    display: grid;
    grid-template-columns:
      1.5rem minmax(9rem, 1.25fr) 8.75rem 1.75rem 10.125rem minmax(6.5rem, 1fr)
      8.25rem 5.25rem minmax(10.5rem, 1.1fr);
    grid-template-areas: 'index name left relation right other where number break';
    gap: 0 12px;
    align-items: center;
    min-block-size: 4.125rem;
    padding-block: 6px;
    border-block-end: 1px solid var(--mh-hair);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .index {
    grid-area: index;
    padding-inline-start: 4px;
    color: var(--mh-ink-3);
  }
  .line .name {
    grid-area: name;
    display: grid;
  }
  .left {
    grid-area: left;
  }
  .relation {
    grid-area: relation;
    text-align: center;
    font-size: 1.25rem;
  }
  .right {
    grid-area: right;
  }
  .line .other {
    grid-area: other;
  }
  .line .where {
    grid-area: where;
  }
  .line .number {
    grid-area: number;
    text-align: end;
    font: var(--mh-control) var(--mh-font-ui);
    white-space: nowrap;
  }
  .line .break {
    grid-area: break;
    padding-inline-start: 12px;
  }
  .words,
  .break > span {
    color: var(--mh-ink-2);
    line-height: 1.125rem;
  }
  .title {
    padding: 0;
    border: 0;
    background: none;
    text-align: start;
    font: 500 var(--mh-control) var(--mh-font-ui);
  }
  /* The whole row opens its detail. */
  .title::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  .title:focus-visible {
    outline: none;
  }
  .title:focus-visible::after {
    outline: 2px solid var(--mh-ink);
    outline-offset: -2px;
  }
  .rows .break {
    position: relative;
  }
  .rows .line:hover .title {
    text-decoration-line: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  .open {
    background: var(--mh-sunk);
  }
  .open .title {
    font-weight: 600;
  }
  .broken .number {
    font-weight: 650;
  }
  .line.head {
    min-block-size: 0;
    align-items: end;
    color: var(--mh-ink-2);
    border-block-end-color: var(--mh-line);
  }
  .head .other {
    grid-area: right;
  }
  .head .where {
    position: relative;
    block-size: 1.25rem;
    white-space: nowrap;
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .head .number {
    font: inherit;
    white-space: normal;
  }
  .head .where > span {
    position: absolute;
    inset-block-end: 0;
    inset-inline-start: 2px;
  }
  .head .where > :nth-child(2) {
    inset-inline-start: 1.25rem;
  }
  .head .where > :nth-child(3) {
    inset-inline-start: 6.875rem;
  }
  .rows + .hint {
    margin-block-start: 10px;
  }
  .weight {
    white-space: nowrap;
  }
  sub {
    font-size: 0.75em;
    line-height: 0;
  }
  @container (inline-size < 66rem) {
    .line {
      grid-template-columns: 1.5rem 8.75rem 1.75rem 10.125rem minmax(0, 1fr) 5.25rem;
      grid-template-areas:
        'index name name name break break'
        '. left relation right where number'
        '. other other other other other';
      row-gap: 6px;
      padding-block: 12px;
    }
    .line.head {
      display: none;
    }
    .line .where {
      justify-self: end;
    }
  }
  @container (inline-size < 40rem) {
    .line {
      grid-template-columns: 1.25rem minmax(0, 1fr) 1.5rem minmax(0, 1fr);
      grid-template-areas:
        'index name name name'
        'left left relation right'
        'other other other other'
        'where where where number'
        'break break break break';
      gap: 6px 4px;
    }
    .line .where {
      justify-self: start;
    }
    .line .break {
      padding-inline-start: 0;
      min-block-size: 44px;
    }
  }
`;
