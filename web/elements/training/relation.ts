import { html, nothing, type TemplateResult } from 'lit';
import { words } from './words/index.js';

/** The formula symbols of relations that have one. */
const symbols: Readonly<Record<string, TemplateResult>> = {
  'x[i-1]': html`, x<sub>i−1</sub>`,
  'x[i-3]': html`, x<sub>i−3</sub>`,
  'x[i-5]': html`, x<sub>i−5</sub>`,
  'x[0]': html`, x<sub>0</sub>`,
};

/** The name of a relation and its symbol, if it has one. */
export const relationLabel = (relation: string): TemplateResult =>
  html`<b>${words.relation(relation)}</b>${symbols[relation] ?? nothing}`;
