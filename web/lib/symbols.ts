/** A letter and its index: with an underscore, or, read from the page, with a hair space. */
export const symbols = /\b([a-z][_\u200a]\w+)/giu;

/**
 * For labels that are only spoken, and for lists, which cannot lower a letter. The hair space makes
 * screen readers say “W O”.
 */
export const spoken = (text: string): string =>
  text.replace(symbols, (match) => match.replace('_', '\u200a'));
