import { html, type TemplateResult } from 'lit';
import { headColours } from '../lib/tokens.js';

/** The colour of a head. Always show the head's number next to it. */
export const headColour = (head: number): string => `var(--mh-head-${head % headColours.length})`;

/** Swatches of heads 8 to 15 are hollow; from 16 on there is only the number. */
export function swatch(head: number, isInUse = true): TemplateResult {
  const round = Math.floor(head / headColours.length);
  const look = round > 1 ? 'none' : round === 1 || !isInUse ? 'hollow' : '';
  return html`<span class="swatch ${look}" .style=${`--head:${headColour(head)}`}></span>`;
}

/** A tied head has the weights of head 0, so it has its colour too, but its own number. */
export const colourIndex = (head: number, isTied: boolean): number => (isTied ? 0 : head);
