import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { splitFormulas } from './text.js';

/** A text with MathML. Only for texts of our quizzes: input from outside would run as HTML. */
export const withFormulas = (text: string): TemplateResult =>
  html`${splitFormulas(text).map((piece) => (piece.isMathMl ? unsafeHTML(piece.text) : piece.text))}`;
