import { css, html, type TemplateResult } from 'lit';
import { button } from './controls.js';
import type { Refusal } from './field.js';
import { captionText, strongText } from './style-parts.js';

/** Something is missing or failed: what, why, and a button that repairs it. */
export interface Notice {
  readonly title: string | TemplateResult;
  readonly why: string | TemplateResult;
  readonly repair?: { readonly label: string; readonly act: () => void };
}

export function notice({ title, why, repair }: Notice): TemplateResult {
  return html`<div class="notice" role="alert">
    <p><b>${title}</b></p>
    <p>${why}</p>
    ${repair ? button(repair.label, repair.act) : ''}
  </div>`;
}

/** The same below a field. */
export const toRefusal = ({ title, why, repair }: Notice): Refusal => ({
  words: html`<b>${title}</b> ${why}`,
  repair,
});

export const noticeStyles = css`
  .notice {
    max-inline-size: 440px;
    padding: 16px 18px;
    border: 1px dashed var(--mh-line);
    ${captionText}
  }
  .notice b {
    ${strongText}
  }
  .notice [lang] {
    white-space: pre-line;
  }
  .notice button {
    margin-block-start: 10px;
    color: var(--mh-ink);
  }
`;
