import { html, svg, type TemplateResult } from 'lit';

const shapes = {
  /** A filled disc with a check. */
  right: svg`<circle cx="9" cy="9" r="8" fill="currentColor" /><path d="m5.2 9.3 2.6 2.6 5-5.6" stroke="var(--mh-page)" />`,
  /** A ring with a cross. */
  wrong: svg`<circle cx="9" cy="9" r="7.2" /><path d="m6.2 6.2 5.6 5.6m0-5.6-5.6 5.6" />`,
};

/** Icons of 18 px, always next to a word that says the same. */
export const icon = (name: keyof typeof shapes): TemplateResult =>
  html`<svg
    class="icon"
    width="18"
    height="18"
    viewBox="0 0 18 18"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${shapes[name]}
  </svg>`;
