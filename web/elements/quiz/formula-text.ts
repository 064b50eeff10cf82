import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { splitFormulas } from './text.js';

/** A quiz's own text with its formulas. It must hold nothing that a learner or an address wrote. */
export const withFormulas = (text: string): TemplateResult =>
  html`${splitFormulas(text).map((piece) => (piece.isMathMl ? unsafeHTML(piece.text) : piece.text))}`;
