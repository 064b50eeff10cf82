import { html, type TemplateResult } from 'lit';

/** Words with W_O and W_UV as they are written in formulas. */
export const withWeights = (text: string): TemplateResult =>
  html`${text
    .split(/(W_[A-Z]+)/u)
    .map((piece, i) =>
      i % 2 === 0
        ? piece
        : html`<span class="weight" dir="ltr"
            ><i class="word">W</i><sub>${piece.slice(2)}</sub></span
          >`,
    )}`;
