/** The heights of elements and chapters in px, by id, each at 360, 768 and 1280 px. */
export type Heights = Readonly<Record<string, readonly number[]>>;

const media = ['(width < 43.75em)', '(43.75em <= width < 73.75em)', '(width >= 73.75em)'];

/**
 * CSS that reserves each element's height until it is there: what is below it does not move. Chapters
 * too far away to be laid out have a height too, see far.css. Each id is written once, with a height
 * for each width.
 */
export const reserved = (heights: Heights, chapters: ReadonlySet<string>): string =>
  [
    ...Object.entries(heights).map(([id, row]) => {
      const name = chapters.has(id) ? '--c' : '--h';
      const lengths = row.map((px, column) => `${name}${column}: ${rem(px)}`);
      return `#${id} { ${lengths.join('; ')}; }`;
    }),
    ...media.map(
      (query, column) => `@media screen and ${query} {
        .chapter { --chapter: var(--c${column}); }
        main [id] { --height: var(--h${column}); }
      }`,
    ),
    '.scripted:not(.unfetched) main [id]:not([data-ready]) { min-block-size: var(--height); }',
  ].join('\n');

/** To a tenth: browsers see no shift in less than a pixel. */
const rem = (px: number) => `${Math.round(px / 1.6) / 10}rem`;
