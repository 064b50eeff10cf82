import { css, html, nothing, type TemplateResult } from 'lit';
import { editLimits, isTypable, roundEdit } from '../../lib/edits.js';
import { button } from '../buttons.js';
import { toggle } from '../controls.js';
import { field } from '../field.js';
import { uiWords } from '../words/index.js';
import { editWords } from './words/index.js';
import { controlRow, hintText, touchTarget } from '../style-parts.js';

type Text = string | TemplateResult;

/** A weight or a score that can be changed. */
export interface EditableNumber {
  readonly name: Text;
  readonly value: number;
  /** By how much the buttons change it. */
  readonly step: number;
  readonly set: (value: number) => void;
  /** Changes it by this many steps, up or down. */
  readonly move: (steps: number) => void;
}

/** A cell of the mask. */
export interface EditableMask {
  readonly query: string;
  readonly key: string;
  readonly isVisible: boolean;
  readonly set: (isVisible: boolean) => void;
}

/** What the editor of the chosen cell shows, and what it does on input. */
export interface CellEditor {
  readonly number: EditableNumber | null;
  readonly mask: EditableMask | null;
  /** Why the chosen number cannot be changed; null if it can. */
  readonly why: string | null;
  /** How it can be changed; null for the usual ways. */
  readonly how: string | null;
  readonly isFull: boolean;
  /** What has been changed, and what it did; null if the figure says it elsewhere. */
  readonly sentence: TemplateResult | typeof nothing | null;
  /** null where there is nothing to restore, to undo, or to redo. */
  readonly restore: (() => void) | null;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/** Changes the chosen cell, with everything that was changed in words. */
export function cellEditor(editor: CellEditor): TemplateResult {
  const { number, mask, why, isFull, sentence, restore, undo, redo } = editor;
  const { full } = editWords;
  const usual = number ? editWords.how : editWords.howMask;
  const hint = why ?? editor.how ?? usual;
  return html`<div class="edit-cell" role="group" aria-label=${editWords.group}>
    <div class="edit-row">
      ${number ? numberEditor(number) : nothing} ${mask ? maskEditor(mask) : nothing}
      <p class="edit-how">${isFull ? full(editLimits.cells) : hint}</p>
      <span class="edit-history"
        >${button(editWords.restore, () => restore?.(), 'link', { disabled: !restore })}
        ${button(editWords.undo, () => undo?.(), 'link', { disabled: !undo })}
        ${button(editWords.redo, () => redo?.(), 'link', { disabled: !redo })}</span
      >
    </div>
    ${sentence === null ? nothing : html`<p class="edit-done">${sentence}</p>`}
  </div>`;
}

function numberEditor({ name, value, step, set, move }: EditableNumber): TemplateResult {
  const { less, more, expected } = editWords;
  return html`<div class="edit-number">
    ${field({
      label: name,
      kind: 'number',
      step: 'any',
      value: String(roundEdit(value)),
      refuse: (input) =>
        input.value !== '' && isTypable(input.valueAsNumber)
          ? null
          : { words: uiWords.fields.notTaken(input.value, expected(editLimits.value)) },
      use: (input) => set(input.valueAsNumber),
    })}
    ${button(less(String(step)), () => move(-1))} ${button(more(String(step)), () => move(1))}
  </div>`;
}

const maskEditor = ({ query, key, isVisible, set }: EditableMask): TemplateResult =>
  toggle({ label: editWords.visible(query, key), on: isVisible, set });

export const cellEditorStyles = css`
  .edit-cell {
    margin-block-start: 16px;
  }
  .edit-row {
    ${controlRow}
    gap: 8px 24px;
    min-block-size: 3.875rem;
  }
  .edit-number {
    ${controlRow}
    gap: 8px;
  }
  .edit-number .entered {
    inline-size: 7rem;
  }
  .edit-number .field > span {
    inline-size: max-content; /* it may reach over the buttons */
    max-inline-size: 100cqi;
    overflow-wrap: anywhere;
  }
  .edit-number .refusal {
    inline-size: 14rem;
  }
  .edit-row :is(.switch, .edit-how, .edit-history) {
    min-block-size: var(--mh-target);
  }
  .edit-how {
    flex: 1 1 16rem;
    display: flex;
    align-items: center;
    max-inline-size: 34rem;
    ${hintText}
  }
  .edit-history {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 20px;
    margin-inline-start: auto;
  }
  .edit-done {
    min-block-size: 1.5rem;
    margin-block-start: 8px;
    max-inline-size: 42.5rem;
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .edit-done b {
    font-weight: 650;
  }
  @media (pointer: coarse) {
    .edit-number :is(input, button),
    .edit-row .switch {
      ${touchTarget}
    }
  }
  @container (inline-size < 35rem) {
    .edit-number :is(.field input, button.plain),
    .edit-row .switch {
      ${touchTarget}
    }
    .edit-how {
      flex-basis: 100%;
    }
    .edit-history {
      margin-inline-start: 0;
    }
  }
  @media print {
    .edit-row {
      display: none;
    }
  }
`;
