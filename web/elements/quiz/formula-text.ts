import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { withSymbols } from '../../ui/symbols.js';
import { isOfLesson } from './lesson-quizzes.js';
import type { Quiz } from './question.js';
import { plainText, splitFormulas } from './text.js';

/** The punctuation that a text begins with. */
const markOf = (text: string) => /^[.,;:?!)’”]*/u.exec(text)![0];
const afterMark = (text: string) => text.slice(markOf(text).length);

/** Questions are not translated. Those of the lesson are in English, others in the page's language. */
export const languageOf = (quiz: Quiz): string | null =>
  quiz.lang ?? (isOfLesson(quiz) ? 'en' : null);

/** Marks a text of a quiz with its language, for screen readers. */
export const inItsLanguage = (text: unknown, quiz: Quiz): TemplateResult =>
  html`<span lang=${languageOf(quiz) ?? nothing}>${text}</span>`;

/**
 * A text with MathML, marked with the language of its quiz. In a quiz from another file, markup
 * stays text: it would run as HTML. Such a file could even compose it, with {answer}, so its source cannot be checked for markup instead.
 */
export function withFormulas(text: string, quiz: Quiz): TemplateResult {
  const pieces = splitFormulas(text).map((piece, i, all) => {
    if (!piece.isMathMl) return withSymbols(all[i - 1] ? afterMark(piece.text) : piece.text);
    const formula = isOfLesson(quiz) ? unsafeHTML(piece.text) : piece.text;
    // Browsers break lines after a formula, even before a full stop.
    const isShort = plainText(piece.text).length < 24;
    return html`<span class=${isShort ? 'unbroken' : nothing}
      >${formula}${markOf(all[i + 1]!.text)}</span
    >`;
  });
  return inItsLanguage(pieces, quiz);
}
