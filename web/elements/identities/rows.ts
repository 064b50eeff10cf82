import { anySize } from '../../lib/numbers.js';
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { withSymbols } from '../../ui/symbols.js';
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

/** One row per identity: two ways to compute it, their difference, and a switch for its mistake. */
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
      ><span class="words">${withSymbols(say.left(sizes))}</span></span
    >
    <span class="left">${scheme('left', schemes[identity].left(sizes, isBroken))}</span>
    <span class="relation"
      ><span aria-hidden="true">${isSame ? '=' : '≠'}</span
      ><span class="unseen">${isSame ? words.detail.equal : words.detail.unequal}</span></span
    >
    <span class="right">${scheme('right', schemes[identity].right(sizes, isBroken))}</span>
    <span class="other words">${withSymbols(say.right(sizes, isBroken))}</span>
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
      /><span>${withSymbols(canBreak ? say.breakIt(sizes) : words.cannotBreak)}</span>
    </label>
  </li>`;
}
