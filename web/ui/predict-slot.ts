import { html, type TemplateResult } from 'lit';
import type { Question, Verdict } from './predict.js';

/**
 * Where a figure asks for a prediction, and then says whether it was right.
 * @param waiting  shown until the verdict, if that takes a while
 */
export const predictSlot = (
  prediction: Question | null,
  verdict: Verdict | null,
  guess: (option: number) => void,
  waiting = '',
): TemplateResult =>
  html`<mh-predict
    slot="predict"
    .prediction=${prediction}
    .verdict=${verdict}
    .waiting=${waiting}
    @guess=${({ detail }: CustomEvent<number>) => guess(detail)}
  ></mh-predict>`;
