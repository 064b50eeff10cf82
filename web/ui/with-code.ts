import { html, type TemplateResult } from 'lit';
import { withSymbols } from './symbols.js';

/** Renders parts between backticks as code, from left to right. */
export const withCode = (text: string): TemplateResult =>
  html`${text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? html`<code dir="ltr">${part}</code>` : withSymbols(part),
    )}`;
