import { html, nothing, type TemplateResult } from 'lit';
import { nextSeed } from '../../lib/state-fields.js';
import { button, range, resetButton, segments } from '../../ui/controls.js';
import { uiWords } from '../../ui/words/index.js';
import { kvHeadCounts, seqLen, widestLatent, type KvState } from './state.js';
import { words } from './words/index.js';

export interface KvControls {
  readonly state: KvState;
  /** @param control  a drag of it is one step of undo */
  readonly change: (change: Partial<KvState>, control?: string) => void;
  /** The drag has ended. */
  readonly endStep: () => void;
  /** The steps so far while another layer is trained, otherwise null. */
  readonly training: number | null;
  /** Null where there is nothing to undo, or to redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly reset: () => void;
}

export function kvControls({
  state,
  change,
  endStep,
  training,
  undo,
  redo,
  reset,
}: KvControls): TemplateResult {
  const { letters, kvHeads, from, latent, sequence, seed } = state;
  const say = words.controls;
  return html`<div class="row" @change=${endStep}>
      ${button(say.add, () => change({ letters: (letters % seqLen) + 1 }), 'filled')}
      ${range({
        name: say.letters,
        ...{ min: 1, max: seqLen, step: 1, value: letters },
        shown: uiWords.fields.outOf(letters, seqLen),
        set: (letters) => change({ letters }, 'letters'),
      })}
      ${segments({
        label: say.kvHeads,
        name: 'kv-heads',
        value: String(kvHeads),
        choices: kvHeadCounts.map((count) => ({ value: String(count), label: String(count) })),
        choose: (count) => change({ kvHeads: Number(count), groups: null }),
      })}
      ${segments({
        label: say.from,
        name: 'from',
        value: from,
        choices: (['mean', 'first'] as const).map((value) => ({
          value,
          label: say.poolings[value],
        })),
        choose: (from) => change({ from }),
      })}
      ${range({
        name: say.latent,
        ...{ min: 1, max: widestLatent, step: 1, value: latent },
        set: (latent) => change({ latent }, 'latent'),
      })}
    </div>
    <div class="row end">
      ${button(say.sequence, () => change({ sequence: nextSeed(sequence) }), 'link')}
      ${button(say.seed(seed), () => change({ seed: nextSeed(seed) }), 'link')}
      ${training === null ? nothing : html`<span class="hint">${words.waiting(training)}</span>`}
      <span class="last"
        >${button(say.undo, () => undo?.(), 'link', { disabled: undo === null })}
        ${button(say.redo, () => redo?.(), 'link', { disabled: redo === null })}
        ${resetButton(reset)}</span
      >
    </div>`;
}
