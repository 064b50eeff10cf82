import { html, type TemplateResult } from 'lit';
import { range, segments } from '../../ui/controls.js';
import { textField } from '../../ui/fields.js';
import { button } from '../../ui/buttons.js';
import type { Refusal } from '../../ui/field.js';
import { splitWords } from '../../lib/state-fields.js';
import type { MasksRun } from './run.js';
import { keysOf, mostTokens, type MasksState } from './state.js';
import { words } from './words/index.js';

export interface MasksControls {
  /** The state that the reader chose. If it cannot be run, the last one that could is shown. */
  readonly wanted: MasksState;
  readonly run: MasksRun;
  readonly refusal: Refusal | null;
  readonly isCopied: boolean;
  readonly change: (change: Partial<MasksState>, control?: string) => void;
  readonly endDrag: () => void;
  readonly copy: () => void;
}

/** Whose words ask and answer, and whether the mask is applied. */
export function masksControls(board: MasksControls): TemplateResult {
  const { wanted, run, change, refusal } = board;
  const { controls } = words;
  const isAnother = wanted.keys === 'another';
  return html`<div class="row" @change=${board.endDrag}>
    ${sentence(controls.queries, wanted.tokens, isAnother ? null : refusal, (tokens) =>
      change({ tokens }),
    )}
    ${segments({
      label: controls.keysFrom,
      name: 'keys',
      value: wanted.keys,
      choices: (['same', 'another'] as const).map((value) => ({
        value,
        label: controls.keys[value],
      })),
      choose: (keys) => change({ keys, turned: [] }),
    })}
    ${
      isAnother
        ? sentence(controls.context, wanted.context, refusal, (context) => change({ context }))
        : ''
    }
    ${wanted.preset === 'lengths' ? lengthControl(board) : ''}
    ${segments({
      label: controls.pairs,
      name: 'pairs',
      value: wanted.masked ? 'mask' : 'all',
      choices: [
        { value: 'all', label: controls.all },
        { value: 'mask', label: controls.asEdited(run.count.seen) },
      ],
      choose: (pairs) => change({ masked: pairs === 'mask' }),
    })}
    <span class="last"
      >${button(controls.copyMask, board.copy, 'link')}<span role="status"
        >${board.isCopied ? controls.copied : ''}</span
      ></span
    >
  </div>`;
}

function lengthControl({ wanted, change }: MasksControls): TemplateResult {
  const keys = keysOf(wanted).length;
  return range({
    name: words.controls.length,
    ...{ min: 1, max: keys, step: 1, value: wanted.length },
    disabled: keys === 1,
    set: (length) => change({ length }, 'length'),
  });
}

function sentence(
  label: string,
  tokens: readonly string[],
  refusal: Refusal | null,
  set: (tokens: readonly string[]) => void,
): TemplateResult {
  const { controls } = words;
  return textField({
    label,
    value: tokens.join(' '),
    refusal,
    refuse: (text) => {
      const count = splitWords(text).length;
      return count > mostTokens ? controls.tooMany(count, mostTokens) : null;
    },
    set: (text) => set(splitWords(text)),
  });
}
