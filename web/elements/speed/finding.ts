import { html, nothing, type TemplateResult } from 'lit';
import type { Speed } from './report.js';
import { decoding, largestLayer, subjects, type Subject } from './subjects.js';
import { words } from './words/index.js';

/**
 * A sentence about the largest layer, and about decoding. Its space is kept, so that nothing moves
 * when it comes.
 *
 * @param speeds  of the subjects, in their order
 */
export function finding(speeds: readonly Speed[]): TemplateResult {
  const { tokens } = largestLayer;
  const find = (subject: Subject) => speeds[subjects.indexOf(subject)];
  const share = find(largestLayer)?.share ?? null;
  const perSecond = find(decoding)?.perSecond ?? null;
  return html`<span class="longest" aria-hidden="true">${words.finding(1, tokens, 99_999)}</span>
    <span>${share === null ? nothing : words.finding(share, tokens, perSecond)}</span>`;
}
