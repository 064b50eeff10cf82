import type { MarkdownIt, Token } from 'markdown-it';
import temml from 'temml';

/**
 * MathML for a formula, which browsers and screen readers support. The page's policy allows no inline
 * styles: site.css has what Temml would write there.
 */
export const formula = (tex: string, style: 'inline' | 'display' = 'inline'): string =>
  temml
    .renderToString(style === 'display' ? `\\displaystyle ${tex}` : tex, { xml: true })
    .replace(/ (?:style|xmlns)="[^"]*"/gu, '')
    .replace(/<mi>(?=\p{L}{2})/gu, '<mi class="word">'); // softmax is upright

/**
 * Renders a title. In it, letters with their index are not MathML, which browsers leave out of the
 * names of links and headings.
 */
export function renderTitle(markdown: MarkdownIt, text: string): string {
  const [title] = markdown.parseInline(text, {});
  withoutMathMl(title!);
  return markdown.renderer.render([title!], markdown.options, {});
}

export function withoutMathMl({ children }: Token) {
  for (const child of children ?? []) child.content = symbol(child.info) ?? child.content;
}

/** A letter, with its index or power. The hair space makes screen readers say “W O”. */
function symbol(tex: string): string | null {
  const parts = /^([A-Za-z])(?:([_^])(?:([A-Za-z])|\\text\{(\w+)\}))?$/u.exec(tex);
  if (!parts) return null;
  const [, letter, sign, index, name] = parts;
  const tag = sign === '^' ? 'sup' : 'sub';
  const look = name ? ' class="upright"' : '';
  const script = sign ? `<${tag}${look}>\u200a${index ?? name}</${tag}>` : '';
  return `<i class="symbol">${letter}${script}</i>`;
}

/** Converts `$…$` in a line, and `$$…$$` as a paragraph of its own. */
export function formulas(markdown: MarkdownIt) {
  markdown.inline.ruler.before('escape', 'formula', (state, silent) => {
    const match = /^\$([^\s$](?:[^$]*[^\s$])?)\$([.,;:?!)’”]*)/u.exec(state.src.slice(state.pos));
    if (!match) return false;
    const [, tex = '', mark = ''] = match;
    // Browsers break lines after a formula, even before a full stop. A long formula may need a break.
    const isUnbroken = mark !== '' && tex.length < 24;
    const add = (type: string, content: string, info = '') => {
      if (!silent) Object.assign(state.push(type, '', 0), { content, info });
    };
    if (isUnbroken) add('html_inline', '<span class="unbroken">');
    add('html_inline', formula(tex), tex);
    if (mark) add('text', mark);
    if (isUnbroken) add('html_inline', '</span>');
    state.pos += match[0].length;
    return true;
  });
  markdown.block.ruler.before('paragraph', 'formula', (state, start, end, silent) => {
    const text = state.getLines(start, end, state.blkIndent, false);
    const [all, tex] = /^\$\$([^$]+)\$\$ *(?:\n|$)/u.exec(text) ?? [];
    if (all === undefined || tex === undefined) return false;
    if (silent) return true;
    const token = state.push('html_block', '', 0);
    token.content = `<div class="formula wide" tabindex="0">${formula(tex.trim(), 'display')}</div>\n`;
    state.line = start + all.trimEnd().split('\n').length;
    return true;
  });
}
