import { html, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { button } from './buttons.js';

/** Why a field does not take what it has, and what repairs it. */
export interface Refusal {
  readonly words: string | TemplateResult;
  readonly repair?: { readonly label: string; readonly act: () => void } | undefined;
}

export interface FieldControl {
  readonly label: string | TemplateResult;
  readonly kind: 'number' | 'text';
  /** The value that counts, as it is written. */
  readonly value: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Why the value cannot be used, where that shows only with others. */
  readonly refusal?: Refusal | null | undefined;
  /** Why what was typed cannot be used; null where it can. */
  readonly refuse: (input: HTMLInputElement) => Refusal | null;
  readonly use: (input: HTMLInputElement) => void;
}

/** Sent to a field when all is set back: what was refused in it is forgotten. */
const forget = 'field-forget';
let fields = 0;

/**
 * A field in which something is typed. What it cannot take stays, to be corrected, and a message
 * below says why; the value that counts stays what it was.
 */
class FieldDirective extends AsyncDirective {
  readonly #id = `field-${++fields}`;
  #control!: FieldControl;
  /** Of what is typed, which is not the value. */
  #refused: Refusal | null = null;
  #input: HTMLInputElement | null = null;

  override render(control: FieldControl): TemplateResult {
    if (this.#control && this.#control.value !== control.value) this.#refused = null;
    this.#control = control;
    // Worded anew: the language may have changed.
    if (this.#refused) this.#refused = control.refuse(this.#input!) ?? this.#refused;
    const refusal = this.#refused ?? control.refusal;
    return html`<div class="entered">
      <label class="control field ${control.kind}">
        <span>${control.label}</span>
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
    if (!this.#refused) this.#control.use(this.#input);
    if (this.isConnected) this.setValue(this.render(this.#control));
  };

  readonly #onForget = ({ target }: Event) => {
    (target as HTMLInputElement).value = this.#control.value;
    this.#refused = null;
    if (this.isConnected) this.setValue(this.render(this.#control));
  };
}

export const field = directive(FieldDirective);

/** In the element in which the event happened, all fields forget what was refused. */
export function forgetRefused({ target }: Event) {
  const root = (target as Element).getRootNode() as ParentNode;
  for (const input of root.querySelectorAll('input[aria-invalid]')) {
    input.dispatchEvent(new Event(forget));
  }
}
