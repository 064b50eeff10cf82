import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { button } from './buttons.js';
import { field, forgetRefused, type FieldControl, type Refusal } from './field.js';
import { uiWords } from './words/index.js';

export { button };

/** One choice of `segments` or `list`. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string | TemplateResult;
  /** The label for screen readers, if `label` is a formula. */
  readonly spoken?: string;
}

/** Two to four choices side by side: a radio group. */
export function segments<Value extends string>(control: {
  label: string;
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  choose: (value: Value) => void;
}): TemplateResult {
  return html`<fieldset class="control segments">
    <legend>${control.label}</legend>
    <div>
      ${control.choices.map(
        ({ value, label, spoken }) =>
          html`<label>
            <input
              type="radio"
              name=${control.name}
              value=${value}
              aria-label=${spoken ?? nothing}
              .checked=${live(value === control.value)}
              @change=${() => control.choose(value)}
            /><span>${label}</span>
          </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * A switch; its label says what it does when it is on. `set` may be delayed: the switch always shows
 * the current value, not the clicked one.
 */
export function toggle(control: {
  label: string | TemplateResult;
  on: boolean;
  set: (on: boolean) => void;
}): TemplateResult {
  return html`<label class="control switch">
    <input
      type="checkbox"
      role="switch"
      .checked=${live(control.on)}
      @change=${(event: Event) => control.set((event.target as HTMLInputElement).checked)}
    /><span>${control.label}</span>
  </label>`;
}

/** A native range input. Its label includes the value. */
export function range(control: {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  disabled?: boolean;
  set: (value: number) => void;
}): TemplateResult {
  return html`<label class="control range">
    <span>${control.label}</span>
    <input
      type="range"
      min=${control.min}
      max=${control.max}
      step=${control.step}
      .value=${live(String(control.value))}
      aria-valuetext=${control.label}
      ?disabled=${control.disabled}
      @input=${(event: Event) => control.set((event.target as HTMLInputElement).valueAsNumber)}
    />
  </label>`;
}

/** A field for a whole number. */
export const integerField = (control: {
  label: string | TemplateResult;
  min: number;
  max: number;
  value: number;
  disabled?: boolean;
  refusal?: Refusal | null;
  set: (value: number) => void;
}): TemplateResult =>
  numberField({ ...control, step: '1' }, uiWords.fields.wholeNumber(control.min, control.max));

/** A field for any number. The core decides whether it is valid. */
export const decimalField = (control: {
  label: string | TemplateResult;
  value: number;
  refusal?: Refusal | null;
  set: (value: number) => void;
}): TemplateResult => numberField({ ...control, step: 'any' }, uiWords.fields.anyNumber);

function numberField(
  {
    value,
    set,
    ...control
  }: Omit<FieldControl, 'kind' | 'value' | 'refuse' | 'use'> & {
    value: number;
    set: (value: number) => void;
  },
  expected: string,
): TemplateResult {
  return html`${field({
    ...control,
    kind: 'number',
    value: String(value),
    refuse: (input) =>
      input.checkValidity() && input.value !== ''
        ? null
        : { words: uiWords.fields.notTaken(input.value, expected) },
    use: (input) => set(input.valueAsNumber),
  })}`;
}

/** A text field. `refuse` returns why a text cannot be used, or null. */
export const textField = ({
  value,
  refuse,
  set,
  ...control
}: {
  label: string | TemplateResult;
  value: string;
  refusal?: Refusal | null;
  refuse: (text: string) => string | null;
  set: (text: string) => void;
}): TemplateResult =>
  html`${field({
    ...control,
    kind: 'text',
    value,
    refuse: (input) => {
      const words = refuse(input.value);
      return words === null ? null : { words };
    },
    use: (input) => set(input.value),
  })}`;

/** More than four choices: a native list. */
export function list(control: {
  label: string;
  value: string;
  choices: readonly Choice<string>[];
  disabled?: boolean;
  choose: (value: string) => void;
}): TemplateResult {
  return html`<label class="control field">
    <span>${control.label}</span>
    <select
      ?disabled=${control.disabled}
      @change=${(event: Event) => control.choose((event.target as HTMLSelectElement).value)}
    >
      ${control.choices.map(
        ({ value, label }) =>
          html`<option value=${value} ?selected=${value === control.value}>${label}</option>`,
      )}
    </select>
  </label>`;
}

/** Resets the figure, and clears rejected input from its fields. */
export const resetButton = (reset: () => void): TemplateResult =>
  button(
    uiWords.figure.reset,
    (event) => {
      forgetRefused(event);
      reset();
    },
    'link',
  );

export const controlStyles = css`
  .control {
    display: block;
  }
  legend,
  .control.range > span,
  .control.field > span {
    display: block;
    padding: 0;
    margin-block-end: 6px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .segments > div {
    display: flex;
    flex-wrap: wrap;
    inline-size: max-content;
    max-inline-size: 100%;
    background: var(--mh-stage);
    border: 1px solid var(--mh-line);
    border-radius: var(--mh-radius);
  }
  .segments label {
    position: relative;
    flex: 1 1 auto;
    display: flex;
  }
  .segments label + label {
    border-inline-start: 1px solid var(--mh-line);
  }
  .segments input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments span {
    flex: 1;
    display: flex;
    align-items: center;
    justify-content: center;
    min-block-size: calc(var(--mh-target) - 2px);
    padding-inline: 13px;
    white-space: nowrap;
  }
  .segments :checked + span {
    background: var(--mh-ink);
    color: var(--mh-page);
    outline: 1px solid var(--mh-ink);
  }
  .segments :focus-visible + span {
    outline: 2px solid var(--mh-ink);
    outline-offset: 3px;
    border-radius: 1px;
  }
  .segments math,
  .field math {
    font-size: 1.06em;
  }
  .switch {
    display: inline-flex;
    align-items: center;
    gap: 10px;
    min-block-size: var(--mh-target);
    cursor: pointer;
  }
  .switch input {
    appearance: none;
    flex: none;
    position: relative;
    inline-size: 36px;
    block-size: 20px;
    margin: 0;
    border: 1px solid var(--mh-line);
    border-radius: 10px;
    background: none;
    cursor: pointer;
    transition: background var(--mh-state) var(--mh-ease);
  }
  .switch input::after {
    content: '';
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    inline-size: 12px;
    block-size: 12px;
    border-radius: 50%;
    background: var(--mh-line);
    transition: inset-inline-start var(--mh-state) var(--mh-ease);
  }
  .switch input:checked {
    background: var(--mh-ink);
    border-color: var(--mh-ink);
  }
  .switch input:checked::after {
    inset-inline-start: 19px;
    background: var(--mh-page);
  }
  .range input {
    inline-size: 100%;
    min-inline-size: 120px;
    block-size: var(--mh-target);
    margin: 0;
    accent-color: var(--mh-ink);
  }
  .field input,
  .field select,
  .entry {
    min-block-size: var(--mh-target);
    inline-size: 100%;
    padding-inline: 10px;
    border: 1px solid var(--mh-line);
    border-radius: var(--mh-radius);
    background: var(--mh-stage);
    color: inherit;
    font: inherit;
    font-variant-numeric: inherit;
  }
  [aria-invalid='true'] {
    border-inline-start-width: 3px;
    border-color: var(--mh-ink);
  }
  .refusal {
    margin-block-start: 6px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .refusal b {
    color: var(--mh-ink);
    font-weight: 600;
  }
  .refusal button {
    margin-block-start: 8px;
    color: var(--mh-ink);
  }
  button {
    font: 500 var(--mh-control) var(--mh-font-ui);
    color: inherit;
    cursor: pointer;
  }
  button.plain,
  button.filled {
    min-block-size: var(--mh-target);
    padding: 6px 16px;
    border: 1px solid var(--mh-line);
    border-radius: var(--mh-radius);
    background: var(--mh-stage);
  }
  button.filled,
  button.plain[aria-pressed='true'] {
    background: var(--mh-ink);
    border-color: var(--mh-ink);
    color: var(--mh-page);
  }
  button.link {
    padding: 2px 0;
    min-block-size: 24px;
    border: 0;
    background: none;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
    text-decoration-line: underline;
    text-decoration-thickness: 1px;
    text-decoration-color: var(--mh-line);
    text-underline-offset: 3px;
  }
  button.link:hover {
    color: var(--mh-ink);
  }
  button[disabled],
  .control:has(:disabled),
  .control :disabled {
    color: var(--mh-ink-3);
    cursor: default;
  }
  @media (pointer: coarse) {
    button.link {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .segments :checked + span,
    .switch input:checked,
    button.filled,
    button.plain[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
    .switch input::after {
      background: ButtonText;
    }
  }
  @media print {
    .control,
    button:is(.plain, .filled, .link) {
      display: none !important;
    }
  }
`;
