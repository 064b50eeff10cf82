import { html, nothing, type TemplateResult } from 'lit';
import { symbols } from '../lib/symbols.js';

/**
 * A symbol as in a formula: `W_O` is W with an O below. The hair space makes screen readers and
 * copied texts say “W O”.
 */
export function symbol(text: string): TemplateResult {
  const [letter, index] = text.split(/[_\u200a]/u);
  const below = () =>
    html`<sub class=${/[a-z]{2}/u.test(index!) ? 'upright' : nothing}>${`\u200a${index}`}</sub>`;
  return html`<i class="word">${letter}${index && below()}</i>`;
}

/** Text with its symbols as in formulas. */
export const withSymbols = (text: string | TemplateResult): TemplateResult =>
  typeof text === 'string'
    ? html`${text.split(symbols).map((part, i) => (i % 2 ? symbol(part) : part))}`
    : text;
