import { html, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { withSymbols } from './symbols.js';
import { button } from './buttons.js';

/** Why an input is invalid, and a button that repairs it. */
export interface Refusal {
  readonly words: string | TemplateResult;
  readonly repair?: { readonly label: string; readonly act: () => void } | undefined;
}

export interface FieldControl {
  readonly label: string | TemplateResult;
  readonly kind: 'number' | 'text';
  /** The current valid value, as text. */
  readonly value: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Why the valid value cannot be used together with other settings. */
  readonly refusal?: Refusal | null | undefined;
  /** Why the typed text is invalid; null if it is valid. */
  readonly refuse: (input: HTMLInputElement) => Refusal | null;
  readonly use: (input: HTMLInputElement) => void;
}

/** The event that makes a field drop its rejected input. */
const forgetEvent = 'field-forget';
let fieldCount = 0;

/**
 * An input with a label. Invalid text stays in the field so that it can be corrected, a message below
 * says why it is invalid, and the old value stays in use.
 */
class FieldDirective extends AsyncDirective {
  readonly #id = `field-${++fieldCount}`;
  #control!: FieldControl;
  /** Why the typed text is invalid; null if it is the value. */
  #refused: Refusal | null = null;
  #input: HTMLInputElement | null = null;

  override render(control: FieldControl): TemplateResult {
    if (this.#control && this.#control.value !== control.value) this.#refused = null;
    this.#control = control;
    // The language may have changed, so get the message again.
    if (this.#refused) this.#refused = control.refuse(this.#input!) ?? this.#refused;
    const refusal = this.#refused ?? control.refusal;
    return html`<div class="entered">
      <label class="control field ${control.kind}">
        <span>${withSymbols(control.label)}</span>
        <input
          type=${control.kind}
          step=${control.step ?? nothing}
          min=${control.min ?? nothing}
          max=${control.max ?? nothing}
          spellcheck=${control.kind === 'text' ? 'false' : nothing}
          autocomplete="off"
          dir=${control.kind === 'text' ? 'auto' : nothing}
          aria-invalid=${refusal ? 'true' : nothing}
          aria-describedby=${refusal ? this.#id : nothing}
          ?disabled=${control.disabled}
          .value=${control.value}
          @change=${this.#onChange}
          @field-forget=${this.#onForget}
        />
      </label>
      ${
        refusal
          ? html`<div class="refusal">
              <p id=${this.#id} role="alert">${refusal.words}</p>
              ${refusal.repair ? button(refusal.repair.label, refusal.repair.act) : nothing}
            </div>`
          : nothing
      }
    </div>`;
  }

  readonly #onChange = ({ target }: Event) => {
    this.#input = target as HTMLInputElement;
    this.#refused = this.#control.refuse(this.#input);
    if (!this.#refused) {
      this.#control.use(this.#input);
      // What is used may be rounded, for example. If the value changes, the next update writes it.
      this.#input.value = this.#control.value;
    }
    if (this.isConnected) this.setValue(this.render(this.#control));
  };

  readonly #onForget = ({ target }: Event) => {
    (target as HTMLInputElement).value = this.#control.value;
    this.#refused = null;
    if (this.isConnected) this.setValue(this.render(this.#control));
  };
}

export const field = directive(FieldDirective);

/** Clears rejected input from all fields of the element in which the event happened. */
export function forgetRefused({ target }: Event) {
  const root = (target as Element).getRootNode() as ParentNode;
  for (const input of root.querySelectorAll('input[aria-invalid]')) {
    input.dispatchEvent(new Event(forgetEvent));
  }
}
