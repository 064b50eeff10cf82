/** The reader's text size relative to 16 px. Pictures scale with it. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Converts px to rem, so that the length scales with the reader's text size. */
export const rem = (px: number): string => `${px / 16}rem`;
