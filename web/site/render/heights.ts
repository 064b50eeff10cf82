/** The heights of elements and chapters in px, by id, each at 360, 768 and 1280 px. */
export type Heights = Readonly<Record<string, readonly number[]>>;

const media = ['(width < 43.75em)', '(43.75em <= width < 73.75em)', '(width >= 73.75em)'];

/**
 * CSS that reserves each element's height until it is there: what is below it does not move. Chapters
 * too far away to be laid out have a height too, see far.css.
 */
export const reserved = (heights: Heights, chapters: ReadonlySet<string>): string =>
  [
    ...media.map((query, column) => {
      const rules = Object.entries(heights).map(([id, row]) => {
        const name = chapters.has(id) ? '--chapter' : '--height';
        return `#${id} { ${name}: ${Math.round(row[column]! / 1.6) / 10}rem; }`; // 0.8 px is no shift
      });
      return `@media screen and ${query} { ${rules.join(' ')} }`;
    }),
    '.scripted:not(.unfetched) main [id]:not([data-ready]) { min-block-size: var(--height); }',
  ].join('\n');
