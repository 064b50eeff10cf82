import { css, html, nothing, type TemplateResult } from 'lit';
import { FormatError } from '../../../emscripten/package/index.js';
import { GermanNumberError, UnitError, readAsGerman } from '../../lib/quantity.js';
import type { DrawnQuiz, Multiplication } from './drawn.js';
import type { Grade } from './grade.js';
import type { GradedAnswer } from './graded.js';
import { plainText } from './text.js';
import type { Quiz } from './question.js';
import { icon } from '../../ui/icons.js';
import { inEnglish } from '../../ui/in-english.js';
import { withFormulas } from './formula-text.js';
import { unreadable, whyUnreadable, withoutColumn } from '../../ui/check/shape-verdict.js';
import { words } from './words/index.js';

/** The verdict and feedback. For options, the feedback is in their own rows. */
export function verdictOn({ grade }: GradedAnswer, quiz: Quiz): TemplateResult {
  const feedback = quiz.type === 'multiple-response' ? '' : grade.feedback;
  return html`<p class="verdict">
    ${grade.isRight ? icon('right') : nothing} <b>${lead(grade, quiz)}</b>
    ${feedback ? withFormulas(feedback, quiz) : nothing} ${describeGrade(grade)}
  </p>`;
}

/** Removes the full stop of an option, to use it inside another sentence. */
export const withoutFullStop = (text: string): string => text.replace(/\.$/u, '');

/** The verdict for screen readers. */
export const verdictText = ({ grade }: GradedAnswer, quiz: Quiz): string =>
  words.verdict.of(
    withoutFullStop(grade.answerText),
    lead(grade, quiz),
    [plainText(grade.feedback), describeGrade(grade)].filter(Boolean).join(' '),
  );

function lead({ isRight, place }: Grade, { type }: Quiz): string {
  const { axis, line, notYet, right, step } = words.verdict;
  if (isRight) return right;
  if (place === undefined) return notYet;
  return type === 'shape' ? axis(place) : type === 'output' ? line(place + 1) : step(place + 1);
}

/** Feedback that is not in the quiz: a wrong unit, a number's size, missing options. */
function describeGrade({ rightUnit: meant, missing = 0, size, unit }: Grade): string {
  const say = words.verdict;
  if (meant) return say.unit(unit ?? '', meant);
  if (size) return say.size[size];
  return missing > 0 ? say.missing(missing) : '';
}

const inOneLine = (text: string | TemplateResult) => ({
  text,
  words: html`<p class="verdict">${text}</p>`,
});

const germanAdvice = (answer: string, spelling: string) =>
  answer.includes(',') ? words.decimalPoint(spelling) : words.noPoints(spelling);

/** Why an answer could not be read, as text and as HTML. Rethrows errors that are our own bugs. */
export function unreadableAnswer(answer: string, error: unknown, quiz: Quiz) {
  if (error instanceof UnitError) {
    const expected = (quiz.type === 'numeric' && quiz.unit) || words.plainNumber;
    return inOneLine(words.otherUnit(error.unit, expected));
  }
  if (error instanceof GermanNumberError) return inOneLine(germanAdvice(answer, error.spelling));
  if (!(error instanceof FormatError)) throw error;
  // The core parsed the number without its unit and separators, so its column would be wrong.
  if (quiz.type === 'numeric') {
    const german = readAsGerman(answer.trim());
    const reason = german === null ? withoutColumn(error) : germanAdvice(answer, german);
    return inOneLine(
      html`<b>${words.noNumber}</b> ${german === null ? inEnglish(reason) : reason}`,
    );
  }
  return { text: whyUnreadable(error), words: unreadable({ text: answer, error }) };
}

/** The right answer, why it is right, and the multiplication. */
export function solution(drawn: DrawnQuiz, isSolved: boolean): TemplateResult {
  const { quiz, right, explanation, multiplication } = drawn;
  const isAlreadyVisible =
    isSolved || quiz.type === 'multiple-choice' || quiz.type === 'multiple-response';
  return html`<div class="solution">
    ${isAlreadyVisible ? nothing : html`<p><b>${words.answer}</b></p>`}
    ${isAlreadyVisible ? nothing : html`<pre dir="ltr" tabindex="0">${right}</pre>`}
    <p>${withFormulas(explanation, quiz)}</p>
    ${multiplication ? multiplicationDetails(multiplication) : nothing}
  </div>`;
}

const multiplicationDetails = ({ formula, numbers, results }: Multiplication): TemplateResult =>
  html`<details>
    <summary class="link">${words.multiplication}</summary>
    <pre dir="ltr" tabindex="0">
${[formula, `= ${numbers}`, ...results.map((result) => `= ${result}`)].join('\n')}</pre>
  </details>`;

export const solutionStyles = css`
  .solution {
    margin-block-start: 16px;
    padding-block: 2px;
    padding-inline-start: 20px;
    border-inline-start: 3px solid var(--mh-ink);
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .solution pre {
    margin-block: 4px 8px;
    white-space: pre-wrap;
  }
`;
