import { html, type TemplateResult } from 'lit';
import type { Question, Verdict } from './predict.js';

/** Where a figure asks for a prediction, and then says whether it was right. */
export const predictSlot = (
  prediction: Question | null,
  verdict: Verdict | null,
  guess: (option: number) => void,
): TemplateResult =>
  html`<mh-predict
    slot="predict"
    .prediction=${prediction}
    .verdict=${verdict}
    @guess=${({ detail }: CustomEvent<number>) => guess(detail)}
  ></mh-predict>`;
