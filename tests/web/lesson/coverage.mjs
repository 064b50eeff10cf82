import { readFileSync } from 'node:fs';

/** What the lesson must cover: the items of its inventory, and the mistakes of other lessons. */
export const items = [
  ...Array.from({ length: 124 }, (_, i) => `${i + 1}`),
  ...Array.from({ length: 21 }, (_, i) => `M${i + 1}`),
  ...Array.from({ length: 12 }, (_, i) => `N${i + 1}`),
];

/**
 * Where each is covered: the chapter, an element in it or null, and a sentence or a value that one
 * reads there.
 */
export const coverage = JSON.parse(
  readFileSync(new URL('../../../web/lesson/coverage.json', import.meta.url), 'utf8'),
);

export const missing = () => {
  const covered = new Set(coverage.map(({ item }) => item));
  return items.filter((item) => !covered.has(item));
};

/** Text as it is compared: white space and hyphenation do not matter. */
export const normal = (text) => text.replace(/[\s\u00ad\u2061\u200b]+/gu, ' ').trim();
