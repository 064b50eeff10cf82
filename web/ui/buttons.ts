import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from './symbols.js';

/** 'filled' is the main action, at most one per row; 'link' looks like a link. */
export function button(
  label: string | TemplateResult,
  press: (event: Event) => void,
  look: 'filled' | 'plain' | 'link' = 'plain',
  options: { pressed?: boolean; expanded?: boolean; disabled?: boolean } = {},
): TemplateResult {
  return html`<button
    type="button"
    class=${look}
    aria-pressed=${options.pressed ?? nothing}
    aria-expanded=${options.expanded ?? nothing}
    ?disabled=${options.disabled}
    @click=${press}
  >
    ${withSymbols(label)}
  </button>`;
}
