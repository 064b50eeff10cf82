import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

/** A line for a typed answer. `#unread` says why it cannot be read. */
export const answerLine = (line: {
  /** For screen readers, if no label is around it. */
  label?: string;
  placeholder?: string;
  value: string;
  isUnreadable: boolean;
  isReadonly?: boolean;
  set: (value: string) => void;
}): TemplateResult =>
  html`<input
    class="entry"
    type="text"
    dir="ltr"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    maxlength="200"
    placeholder=${line.placeholder ?? nothing}
    aria-label=${line.label ?? nothing}
    aria-invalid=${line.isUnreadable ? 'true' : nothing}
    aria-describedby="unread"
    ?readonly=${line.isReadonly}
    .value=${live(line.value)}
    @input=${(event: Event) => line.set((event.target as HTMLInputElement).value)}
  />`;
