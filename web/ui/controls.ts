import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { spoken } from '../lib/symbols.js';
import { withSymbols } from './symbols.js';
import { button } from './buttons.js';
import { forgetRefused } from './field.js';
import { uiWords } from './words/index.js';

export { button };

/** One choice of `segments` or `list`. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** The label for screen readers, if they read `label` wrongly. */
  readonly spoken?: string;
}

/**
 * Two to four choices side by side: a radio group. Without a form, Chromium keeps radio buttons that
 * are removed from a shadow root; a form whose method is `dialog` sends nothing.
 */
export function segments<Value extends string>(control: {
  label: string;
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  choose: (value: Value) => void;
}): TemplateResult {
  return html`<fieldset class="control segments">
    <legend>${control.label}</legend>
    <form method="dialog">
      ${control.choices.map(
        ({ value, label, spoken: aloud }) =>
          html`<label>
            <input
              type="radio"
              name=${control.name}
              value=${value}
              aria-label=${aloud ? spoken(aloud) : nothing}
              .checked=${live(value === control.value)}
              @change=${() => control.choose(value)}
            /><span aria-hidden=${aloud ? 'true' : nothing}>${withSymbols(label)}</span>
          </label>`,
      )}
    </form>
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
    /><span>${withSymbols(control.label)}</span>
  </label>`;
}

/** A native range input with its name and value, as in "Tokens: 4,096". */
export function range(control: {
  name: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** How the value is written, where that is not the number itself. */
  shown?: string;
  disabled?: boolean;
  set: (value: number) => void;
}): TemplateResult {
  const { shown = String(control.value) } = control;
  return html`<label class="control range">
    <span>${control.name}<span aria-hidden="true">: ${shown}</span></span>
    <input
      type="range"
      min=${control.min}
      max=${control.max}
      step=${control.step}
      .value=${live(String(control.value))}
      aria-valuetext=${shown}
      ?disabled=${control.disabled}
      @input=${(event: Event) => control.set((event.target as HTMLInputElement).valueAsNumber)}
    />
  </label>`;
}

/** More than four choices: a native list. */
export function list(control: {
  label: string;
  value: string;
  choices: readonly Choice<string>[];
  disabled?: boolean;
  choose: (value: string) => void;
}): TemplateResult {
  return html`<label class="control field">
    <span>${withSymbols(control.label)}</span>
    <select
      ?disabled=${control.disabled}
      @change=${(event: Event) => control.choose((event.target as HTMLSelectElement).value)}
    >
      ${control.choices.map(
        ({ value, label }) =>
          html`<option value=${value} .selected=${live(value === control.value)}>
            ${spoken(label)}
          </option>`,
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
