import { html, nothing, type TemplateResult } from 'lit';
import { words } from './words/index.js';

/** What is asked of a token that stands so far before, as a variable. */
const symbols: Readonly<Record<string, TemplateResult>> = {
  'x[i-1]': html`, x<sub>i−1</sub>`,
  'x[i-3]': html`, x<sub>i−3</sub>`,
  'x[i-5]': html`, x<sub>i−5</sub>`,
  'x[0]': html`, x<sub>0</sub>`,
};

/** What is asked of a token, with its symbol where it has one. */
export const relationLabel = (relation: string): TemplateResult =>
  html`<b>${words.relation(relation)}</b>${symbols[relation] ?? nothing}`;
