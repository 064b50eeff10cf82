import MarkdownIt from 'markdown-it';
import temml from 'temml';

const markdown = new MarkdownIt({ html: true, typographer: false });

/** Converts `$…$` to MathML, which browsers and screen readers support. */
markdown.inline.ruler.before('escape', 'mathematics', (state, silent) => {
  const match = /^\$([^\s$](?:[^$]*[^\s$])?)\$/u.exec(state.src.slice(state.pos));
  if (!match) return false;
  if (!silent) {
    state.push('html_inline', '', 0).content = temml.renderToString(match[1]!, { xml: true });
  }
  state.pos += match[0].length;
  return true;
});

// Wide tables and listings scroll within their box, also by keyboard.
markdown.renderer.rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';
markdown.renderer.rules['fence'] = (tokens, index) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
markdown.renderer.rules['th_open'] = () => '<th scope="col">';

/**
 * Renders the text of a lesson: prose with formulas and our elements. Elements at the top level are
 * as wide as the page.
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
