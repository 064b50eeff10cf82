import { html, type TemplateResult } from 'lit';
import { headColours } from '../lib/tokens.js';

/** The colour of a head: always beside its number, never instead of it. */
export const headColour = (head: number): string => `var(--mh-head-${head % headColours.length})`;

/** Heads from 8 on are hollow, from 16 on only their number tells them apart. */
export function swatch(head: number, isInUse = true): TemplateResult {
  const round = Math.floor(head / headColours.length);
  const look = round > 1 ? 'none' : round === 1 || !isInUse ? 'hollow' : '';
  return html`<span class="swatch ${look}" .style=${`--head:${headColour(head)}`}></span>`;
}

/** A tied head has the weights of head 0, and so its colour; the number stays its own. */
export const colouredAs = (head: number, isTied: boolean): number => (isTied ? 0 : head);
