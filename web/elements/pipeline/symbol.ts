import { html, type TemplateResult } from 'lit';

/** A tensor's letter as in a formula: W with a Q below. */
export function symbol(text: string): TemplateResult {
  const [name = '', index] = text.split('_');
  return html`<i class="word">${name}${index ? html`<sub>${index}</sub>` : ''}</i>`;
}
