import MarkdownIt from 'markdown-it';
import temml from 'temml';

const markdown = new MarkdownIt({ html: true, typographer: false });

/** `$…$` becomes MathML, which browsers lay out and screen readers read by themselves. */
markdown.inline.ruler.before('escape', 'mathematics', (state, silent) => {
  const match = /^\$([^\s$](?:[^$]*[^\s$])?)\$/u.exec(state.src.slice(state.pos));
  if (!match) return false;
  if (!silent) {
    state.push('html_inline', '', 0).content = temml.renderToString(match[1]!, { xml: true });
  }
  state.pos += match[0].length;
  return true;
});

// Wide tables and listings scroll inside themselves, by keyboard too.
markdown.renderer.rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';
markdown.renderer.rules['fence'] = (tokens, index) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
markdown.renderer.rules['th_open'] = () => '<th scope="col">';

/** A lesson's text as HTML: prose with formulas, and our own elements in it. */
export const renderLesson = (text: string): string => markdown.render(text);
