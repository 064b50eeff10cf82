import { html, type TemplateResult } from 'lit';
import { headColours } from './tokens.js';

/** The colour of a head: always beside its number, never instead of it. */
export const headColour = (head: number): string => `var(--mh-head-${head % headColours.length})`;

/** Heads from 8 on are hollow, from 16 on only their number tells them apart. */
export function swatch(head: number): TemplateResult {
  const round = Math.floor(head / headColours.length);
  const look = round === 0 ? '' : round === 1 ? 'hollow' : 'none';
  return html`<span class="swatch ${look}" .style=${`--head:${headColour(head)}`}></span>`;
}
