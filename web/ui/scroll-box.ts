import { html, nothing, type TemplateResult } from 'lit';

/** Wide content that scrolls within its box, also by keyboard. */
export const scrollBox = (label: string, content: TemplateResult, dir?: 'ltr'): TemplateResult =>
  html`<div class="wide" dir=${dir ?? nothing} tabindex="0" role="region" aria-label=${label}>
    ${content}
  </div>`;
