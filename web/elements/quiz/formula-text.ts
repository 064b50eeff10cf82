import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { piecesOf } from './text.js';

/** A quiz's own text with its formulas. It must hold nothing that a learner or an address wrote. */
export const withFormulas = (text: string): TemplateResult =>
  html`${piecesOf(text).map((piece) => (piece.isMathMl ? unsafeHTML(piece.text) : piece.text))}`;
