import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import { ElementReader, type ElementMarkup } from './elements.js';

/** What a lesson's text needs from outside. */
export interface LessonParts {
  /** HTML of an element; reports what is wrong with it. */
  element(element: ElementMarkup, line: number): string;
  /** The address of an image, as a data: URL; reports if there is none. */
  image(source: string, line: number): string;
  /** The address that a link gets; reports if it leads nowhere. */
  link(address: string, line: number): string;
  report(line: number, message: string): void;
}

const lineOf = ({ meta }: { meta: unknown }) => (meta as { line: number }).line;

/** A lesson's HTML, and the text of its first heading of the first level; empty if it has none. */
export interface RenderedLesson {
  readonly html: string;
  readonly heading: string;
}

/**
 * Renders a lesson. Tags of HTML stay text: of markup, only our elements are read, and each is
 * written anew.
 *
 * @param firstLine  the line of the file in which the text begins
 */
export function renderMarkdown(
  text: string,
  firstLine: number,
  parts: LessonParts,
): RenderedLesson {
  const markdown = markdownIt({ html: false, linkify: false, typographer: false });
  const { validateLink } = markdown;
  // Paths of this machine are a likely mistake: they are reported, not shown as text.
  markdown.validateLink = (address) => /^file:/iu.test(address) || validateLink(address);
  passLines(markdown, firstLine);
  readElements(markdown, firstLine, parts);
  writeImagesAndLinks(markdown, parts);
  writeCodeAndTables(markdown);
  reportLostCells(markdown, firstLine, parts);
  const tokens = markdown.parse(text, {});
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    heading: headingIn(tokens),
  };
}

/** A place in a paragraph and its line, which go forward together. */
interface Place extends Record<PropertyKey, unknown> {
  line: number;
  at: number;
}

/** Inline rules do not know their line: here they get a place in their paragraph, as `env`. */
function passLines(markdown: MarkdownIt, firstLine: number) {
  markdown.core.ruler.at('inline', (state) => {
    let first = 0;
    for (const token of state.tokens) {
      first = token.map?.[0] ?? first; // the cells of a table have the line of their row
      if (token.type !== 'inline') continue;
      let line = firstLine + first;
      const place: Place = { line, at: 0 };
      state.md.inline.parse(token.content, state.md, place, (token.children ??= []));
      for (const child of token.children) {
        if (child.type.endsWith('break')) line += 1;
        if (['image', 'link_open'].includes(child.type)) child.meta = { line };
      }
    }
  });
}

function lineAt({ src, pos, env }: { src: string; pos: number; env: unknown }): number {
  const place = env as Place;
  for (; place.at < pos; place.at++) if (src[place.at] === '\n') place.line += 1;
  return place.line;
}

const startTag = /<mh-[a-z-]{0,40}/iuy;

/** Our elements, between paragraphs and in them. */
function readElements(markdown: MarkdownIt, firstLine: number, parts: LessonParts) {
  const elements = new ElementReader();
  markdown.block.ruler.before(
    'paragraph',
    'element',
    (state, start, _end, silent) => {
      const from = state.bMarks[start]! + state.tShift[start]!;
      if (state.sCount[start]! - state.blkIndent >= 4 || !state.src.startsWith('<mh-', from))
        return false;
      const found = elements.read(state.src, from);
      const lineEnd = found ? state.src.indexOf('\n', found.end) : -1;
      const rest = found && state.src.slice(found.end, lineEnd < 0 ? undefined : lineEnd);
      if (!found || rest!.trim() !== '') return false;
      if (silent) return true;
      const token = state.push('html_block', '', 0);
      token.content = `${parts.element(found.element, firstLine + start)}\n`;
      state.line = start + state.src.slice(from, found.end).split('\n').length;
      return true;
    },
    { alt: ['paragraph'] },
  );
  markdown.inline.ruler.before('text', 'element', (state, silent) => {
    startTag.lastIndex = state.pos;
    const [start] = startTag.exec(state.src) ?? [];
    if (start === undefined) return false;
    const small = start.toLowerCase();
    const found = start === small ? elements.read(state.src, state.pos) : null;
    if (!found) {
      const message =
        start === small
          ? 'an element has no end tag, or a wrong start tag'
          : `tags are written in small letters: ${small}>`;
      if (!silent) parts.report(lineAt(state), message);
      return false;
    }
    if (!silent)
      state.push('html_inline', '', 0).content = parts.element(found.element, lineAt(state));
    state.pos = found.end;
    return true;
  });
  markdown.inline.ruler.before('text', 'comment', (state, silent) => {
    if (!silent && state.src.startsWith('<!--', state.pos))
      parts.report(lineAt(state), 'a comment would be shown as text; take it out');
    return false;
  });
  const unread = /\[[^\]\n]{0,200}\]\(([^()<>\n]{1,200} [^()<>\n]{0,200}[./]\w{1,40})\)/uy;
  markdown.inline.ruler.after('image', 'space in an address', (state, silent) => {
    unread.lastIndex = state.pos;
    const [, address] = (!silent && unread.exec(state.src)) || [];
    if (address !== undefined)
      parts.report(
        lineAt(state),
        `a space ends an address; write <${address}>, or %20 for each space`,
      );
    return false;
  });
}

function writeImagesAndLinks({ renderer: { rules } }: MarkdownIt, parts: LessonParts) {
  const { image } = rules;
  rules['image'] = (tokens, index, ...others) => {
    const token = tokens[index]!;
    const source = String(token.attrGet('src') ?? '');
    if (token.children?.some(({ type }) => type === 'html_inline'))
      parts.report(lineOf(token), 'an element in the description of an image is not shown');
    token.attrSet('src', parts.image(source, lineOf(token)));
    return image!(tokens, index, ...others);
  };
  rules['link_open'] = (tokens, index, options, _, self) => {
    const token = tokens[index]!;
    const address = parts.link(String(token.attrGet('href') ?? ''), lineOf(token));
    token.attrSet('href', address);
    // A course's page may be a frame, in which other pages refuse to be shown.
    if (/^(https?:|files\/)/iu.test(address)) {
      token.attrSet('target', '_blank');
      token.attrSet('rel', 'noopener noreferrer');
    }
    return self.renderToken(tokens, index, options);
  };
}

function writeCodeAndTables({ renderer: { rules } }: MarkdownIt) {
  for (const code of ['fence', 'code_block'] as const) {
    const render = rules[code]!;
    // Long lines scroll, so the keyboard must reach them.
    rules[code] = (...given) => render(...given).replace('<pre>', '<pre tabindex="0">');
  }
  for (const cell of ['th_open', 'td_open']) {
    // The page's policy allows no style attribute.
    rules[cell] = (tokens, index, options, _, self) => {
      const token = tokens[index]!;
      const [, side] = /^text-align:(\w+)$/u.exec(String(token.attrGet('style') ?? '')) ?? [];
      token.attrs = side ? [['class', side]] : null;
      return self.renderToken(tokens, index, options);
    };
  }
  rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
}

/** Cells that a row has more than the head are not shown. */
function reportLostCells(markdown: MarkdownIt, firstLine: number, parts: LessonParts) {
  markdown.core.ruler.push('lost cells', ({ src, tokens }) => {
    const lines = src.split('\n');
    let wanted = 0;
    for (const { type, map } of tokens) {
      if (type === 'table_open') wanted = 0;
      else if (type === 'th_open') wanted += 1;
      if (type !== 'tr_open' || wanted === 0) continue; // 0: the row of the head begins
      const row = lines[map![0]]!.replace(/^[>\s]+/u, '').trimEnd();
      const cells = row.split(/(?<!\\)\|/u);
      if (cells[0] === '') cells.shift();
      if (cells.at(-1) === '') cells.pop();
      if (cells.length > wanted)
        parts.report(
          firstLine + map![0],
          `this row has ${cells.length} cells and the head ${wanted}; write \\| for a | that is text`,
        );
    }
  });
}

function headingIn(tokens: readonly Token[]): string {
  const place = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1');
  const parts = (place < 0 ? null : tokens[place + 1]?.children) ?? [];
  const text = parts.map(({ type, content }) =>
    ['text', 'code_inline'].includes(type) ? content : type.endsWith('break') ? ' ' : '',
  );
  return text.join('').trim();
}
