/** How large the reader's text is, 1 at 16 px: sizes of pictures grow with it. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** A length in px at the default text size, as one that grows with the text. */
export const rem = (px: number): string => `${px / 16}rem`;
