import { readFileSync } from 'node:fs';
import temml from 'temml';

/** The fields of a quiz with displayed text. */
const shown = ['question', 'text', 'feedback', 'explanation'];

/**
 * Converts formulas in quizzes, `$…$`, to MathML at build time, as in the lesson's prose. Their text
 * is kept in `alttext`, and {placeholders} in both. Symbols outside formulas, such as W_Q, are drawn
 * by the page.
 */
export function quizFormulas() {
  const file = /\/quiz\/quizzes\/[\w-]+(?<!schema)\.json$/;
  return {
    name: 'quiz-formulas',
    enforce: 'pre',
    load(id) {
      if (!file.test(id)) return null;
      const quiz = JSON.parse(readFileSync(id, 'utf8'), (key, value) =>
        shown.includes(key) && typeof value === 'string' ? withMathMl(value) : value,
      );
      return { code: JSON.stringify(quiz), moduleType: 'json' };
    },
  };
}

/** @throws if a `$` has no closing one, or a formula has an unknown sign */
export function withMathMl(text) {
  const parts = text.split('$');
  if (parts.length % 2 === 0) throw new Error(`A $ is missing in "${text}"`);
  return parts
    .map((part, index) => (index % 2 === 1 ? beforeEquals(part).map(mathMl).join(' ') : part))
    .join('');
}

/** Splits a formula at equals signs, since lines cannot break within MathML. */
const beforeEquals = (formula) => formula.split(/ (?=[=≠≤] )/u);

function mathMl(formula) {
  const placeholders = [];
  const latex = toLatex(
    formula.replace(/\{[^{}]*\}/gu, (each) => `⟦${placeholders.push(each) - 1}⟧`),
  );
  const markup = temml.renderToString(latex, { xml: true, throwOnError: true });
  const alttext = formula.replace(/&/gu, '&amp;').replace(/"/gu, '&quot;').replace(/</gu, '&lt;');
  return markup
    .replace(/<math[^>]*>/u, `<math alttext="${alttext}">`)
    .replace(/<mtext>⟦(\d+)⟧<\/mtext>/gu, (_, index) => `<mn>${placeholders[index]}</mn>`);
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const signs = {
  ...{ '·': '\\cdot ', '×': '\\times ', '−': '-', '∞': '\\infty ', '…': '\\ldots ', Σ: '\\sum ' },
  ...{
    θ: '\\theta ',
    ᵀ: '^\\top ',
    '≠': '\\neq ',
    '≤': '\\leq ',
    '≈': '\\approx ',
    '√': '\\sqrt ',
  },
};

/** Converts a typed formula such as "8 · T · d_model²" or "q · k / √d_head" to LaTeX. */
function toLatex(formula) {
  const token = /⟦\d+⟧|[A-Za-z]+(?:_[A-Za-z\d]+)*|\d[\d.,]*|[⁰¹²³⁴-⁹]+|√\(([^()]*)\)|[^\s]|\s+/gu;
  return formula.replace(token, (each, root) => {
    if (root !== undefined) return `\\sqrt{${toLatex(root)}}`;
    if (each[0] === '⟦') return `{\\text{${each}}}`;
    if (/^[A-Za-z]/u.test(each)) return name(each);
    if (superscripts.includes(each[0])) {
      return `^{${[...each].map((digit) => superscripts.indexOf(digit)).join('')}}`;
    }
    if (/^[\d\s+=/()[\]|,:<>-]/u.test(each)) return each;
    if (!Object.hasOwn(signs, each)) throw new Error(`'${each}' is no sign of a formula`);
    return signs[each];
  });
}

/** d_model and W_Q have a subscript; softmax and num_heads are words. */
function name(written) {
  const [base, index, ...more] = written.split('_');
  const word = (text) => (text.length === 1 || /^\d+$/u.test(text) ? text : `\\text{${text}}`);
  if (more.length > 0 || /^num$/u.test(base)) return `{\\text{${written.replace(/_/gu, '\\_')}}}`;
  if (index !== undefined) return `{${word(base)}_{${word(index)}}}`;
  return base.length === 1 ? base : `\\operatorname{${base}}`;
}
