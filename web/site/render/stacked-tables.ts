import type { MarkdownIt, Token } from 'markdown-it';

/** In letters: a cell with more is read like a sentence. */
const sentence = 40;
/** With so many columns, sentences have no room beside each other on a phone. */
const manyColumns = 4;

/**
 * Tables of sentences get the class `stacked`, and each cell the name of its column: on a phone, a row
 * is a paragraph for each cell.
 */
export function stackedTables(markdown: MarkdownIt) {
  markdown.core.ruler.push('stacked-tables', ({ tokens }) => {
    tokens.forEach((token, start) => {
      if (token.type !== 'table_open') return;
      const end = tokens.findIndex((each, i) => i > start && each.type === 'table_close');
      stack(tokens.slice(start, end));
    });
  });
}

function stack(table: readonly Token[]) {
  const textOf = (type: string) =>
    table.flatMap((token, i) => (token.type === type ? [table[i + 1]!.content] : []));
  const names = textOf('th_open');
  const isLong = textOf('td_open').some((text) => text.length > sentence);
  const hasFormulas = names.some((name) => name.includes('$')); // numbers to compare
  if (names.length < manyColumns || !isLong || hasFormulas) return;
  table[0]!.attrSet('class', 'stacked');
  const cells = table.filter(({ type }) => type === 'td_open');
  cells.forEach((cell, i) => cell.attrSet('data-name', names[i % names.length]!));
}
