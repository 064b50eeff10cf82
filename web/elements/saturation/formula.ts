import { html, mathml, type TemplateResult } from 'lit';

/** d with a name below it, inside a sentence. */
export const size = (name: 'head' | 'model'): TemplateResult =>
  html`<span class="size" dir="ltr"><i class="word">d</i><sub>${name}</sub></span>`;

/** Its square root. */
export const root = (name: 'head' | 'model'): TemplateResult =>
  html`<math
    ><mo form="prefix" stretchy="false">√</mo
    >${mathml`<msub><mi>d</mi><mi>${name}</mi></msub>`}</math
  >`;
