import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { withSymbols } from '../../lib/symbols.js';
import { isOfLesson } from './lesson-quizzes.js';
import type { Quiz } from './question.js';
import { splitFormulas } from './text.js';

/**
 * A text with MathML, marked with the language of its quiz. In a quiz from another file, markup stays text: it would run as HTML. Such a
 * file could even compose it, with {answer}, so its source cannot be checked for markup instead.
 */
export function withFormulas(text: string, quiz: Quiz): TemplateResult {
  const pieces = splitFormulas(text).map((piece) =>
    piece.isMathMl && isOfLesson(quiz) ? unsafeHTML(piece.text) : withSymbols(piece.text),
  );
  return quiz.lang ? html`<span lang=${quiz.lang}>${pieces}</span>` : html`${pieces}`;
}
