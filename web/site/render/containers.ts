import type { MarkdownIt } from 'markdown-it';
import { formula, renderTitle } from './formula.js';
import { listings } from './listings.js';

/** Renders the parts of a chapter that have a form of their own: `::: name title` … `:::`. */
type Container = (content: string, title: string, markdown: MarkdownIt) => string;

const containers: Readonly<Record<string, Container>> = {
  formulas: (content, _, markdown) => {
    const items = listItems(content).map((item) => {
      const [tex, meaning] = splitFormula(item);
      return `<li>${wide(tex)}<span>${markdown.renderInline(meaning)}</span></li>`;
    });
    return `<ul class="formulas">\n${items.join('\n')}\n</ul>`;
  },
  derivation: (content, title, markdown) => {
    const items = listItems(content).map((item) => {
      const [tex, reason] = splitFormula(item);
      return `<li>${wide(tex)}<span>${markdown.renderInline(reason)}</span></li>`;
    });
    return `<details class="derivation">
<summary><b>Derivation: <span>${renderTitle(markdown, startSmall(title))}</span></b>
<span>${items.length} steps</span></summary>
<ol>\n${items.join('\n')}\n</ol>
</details>`;
  },
  code: (content, title) => listings(content, title),
  points: (content, _, markdown) =>
    `<div class="points">\n<h3>Key points</h3>\n${markdown.render(content)}</div>`,
  try: (content, _, markdown) =>
    `<div class="try">\n<h3>What to try</h3>\n${markdown.render(content)}</div>`,
  tldr: (content, _, markdown) =>
    `<aside class="tldr" aria-label="TL;DR">\n<p>TL;DR</p>\n${markdown.render(content)}</aside>`,
};

/** A formula that scrolls within its box where it is too wide. */
const wide = (tex: string) => `<div class="wide" tabindex="0">${formula(tex, 'display')}</div>`;

/** Adds the containers to a Markdown parser. */
export function addContainers(markdown: MarkdownIt) {
  const paragraphs = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before(
    'fence',
    'container',
    (state, start, end, silent) => {
      const line = (at: number) => state.getLines(at, at + 1, 0, false).trimEnd();
      const [, name, title = ''] = /^::: ?(\w+) ?(.*)$/u.exec(line(start)) ?? [];
      if (name === undefined) return false;
      const render = containers[name];
      let close = start + 1;
      while (close < end && line(close) !== ':::') close += 1;
      if (!render || close === end) throw new Error(`"${line(start)}" is not known or has no end`);
      if (silent) return true;
      const content = state.getLines(start + 1, close, 0, false);
      state.push('html_block', '', 0).content = `${render(content, title, markdown)}\n`;
      state.line = close + 1;
      return true;
    },
    paragraphs,
  );
}

/** The items of a list, which may continue in indented lines. */
const listItems = (content: string): string[] =>
  Array.from(content.matchAll(/^(?:-|\d+\.) (.*(?:\n +.*)*)/gmu), ([, item = '']) =>
    item.replace(/\s+/gu, ' '),
  );

/** An item is a formula and what it means. */
function splitFormula(item: string): [tex: string, meaning: string] {
  const [, tex, meaning] = /^\$([^$]+)\$\s*(.*)$/u.exec(item) ?? [];
  if (tex === undefined || !meaning) throw new Error(`"${item}" is no formula with its meaning`);
  return [tex, meaning];
}

/** The title goes on after a colon. A formula or a name, such as MHA, stays as it is. */
const startSmall = (title: string) =>
  /^\p{Lu}(?:\p{Ll}| )/u.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title;
