import MarkdownIt from 'markdown-it';
import { addContainers } from './containers.js';
import { formulas, renderTitle, withoutMathMl } from './formula.js';
import { stackedTables } from './stacked-tables.js';

const markdown = new MarkdownIt({ html: true, typographer: false })
  .use(formulas)
  .use(addContainers)
  .use(stackedTables);

// A number and its unit stay on one line.
const beforeUnit = /(?<=\d) (?=(?:[KMGT]i?B|B|GFLOP\/s|ms|µs|s)\b)/gu;
const { text: plainText } = markdown.renderer.rules;
markdown.renderer.rules['text'] = (...given) => plainText!(...given).replace(beforeUnit, '\u00a0');

// Wide tables and listings scroll within their box, also by keyboard.
markdown.renderer.rules['table_open'] = (tokens, index, options, _, renderer) =>
  `<div class="wide" tabindex="0">${renderer.renderToken(tokens, index, options)}`;
markdown.renderer.rules['table_close'] = () => '</table></div>\n';
markdown.renderer.rules['fence'] = (tokens, index) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
// A header without text is no header. For one that is a formula, screen readers get its letters.
markdown.renderer.rules['th_open'] = (tokens, index) => {
  const { content, children } = tokens[index + 1]!;
  if (content === '') return '<td>';
  const [, tex] = /^\$([^$]+)\$$/u.exec(content) ?? [];
  if (tex === undefined) return '<th scope="col">';
  for (const child of children!)
    child.content = child.content.replace('<math', '<math aria-hidden="true"');
  return `<th scope="col"><span class="unseen">${tex.replace(/\\(?:text)?|[{}]/gu, '').replaceAll('_', ' ')}</span>`;
};
markdown.renderer.rules['th_close'] = (tokens, index) =>
  tokens[index - 1]!.content === '' ? '</td>\n' : '</th>\n';

markdown.renderer.rules['heading_open'] = (tokens, index, options, _, renderer) => {
  withoutMathMl(tokens[index + 1]!);
  return renderer.renderToken(tokens, index, options);
};

/** Renders a title or a question. */
export const renderLine = (text: string): string => renderTitle(markdown, text);

/** Renders text that is part of a page, such as a comment. */
export const renderText = (text: string): string => markdown.render(text);

/**
 * Renders the text of a page: prose with formulas and our elements. Elements at the top level are as
 * wide as the page.
 */
export function renderLesson(text: string): string {
  const parts: { isProse: boolean; html: string }[] = [];
  let depth = 0;
  for (const block of blocks(text)) {
    const isProse = depth > 0 || !block.startsWith('<mh-');
    const last = parts.at(-1);
    if (isProse && last?.isProse) last.html += block;
    else parts.push({ isProse, html: block });
    depth += count(block, /<div/gu) - count(block, /<\/div/gu);
  }
  return parts
    .map(({ isProse, html }) => (isProse ? `<div class="prose">${html}</div>` : html))
    .join('\n');
}

/** The HTML of each top-level block. */
function blocks(text: string): string[] {
  const environment = {};
  const tokens = markdown.parse(text, environment);
  const found: string[] = [];
  for (let start = 0, end = 1; start < tokens.length; start = end, end += 1) {
    while (end < tokens.length && tokens[end - 1]!.level + tokens[end - 1]!.nesting > 0) end += 1;
    found.push(markdown.renderer.render(tokens.slice(start, end), markdown.options, environment));
  }
  return found;
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
