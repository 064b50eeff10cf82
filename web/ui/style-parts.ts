import { css } from 'lit';

/** Declarations that several rules share: `.count { ${hintText} }`. */

/** What explains something: the class `hint`. */
export const hintText = css`
  color: var(--mh-ink-2);
  font: var(--mh-label) var(--mh-font-ui);
`;

/** The same, one step smaller. */
export const smallText = css`
  color: var(--mh-ink-2);
  font: var(--mh-cell) var(--mh-font-ui);
`;

export const captionText = css`
  color: var(--mh-ink-2);
  font: var(--mh-caption) var(--mh-font-ui);
`;

/** What is less important than a hint: the class `kind`. */
export const kindText = css`
  color: var(--mh-ink-3);
  font: var(--mh-label) var(--mh-font-ui);
`;

/** What matters most in a hint. */
export const strongText = css`
  color: var(--mh-ink);
  font-weight: 600;
`;

/** A result within a sentence or a calculation. */
export const resultText = css`
  color: var(--mh-ink);
  font-weight: 650;
`;

/** Words of the sentence, and letters of formulas. */
export const wordText = css`
  font-family: var(--mh-font-prose);
  font-style: italic;
`;

/** The name above a field. */
export const fieldName = css`
  display: block;
  margin-block-end: 6px;
  ${hintText}
`;

/** A part of a figure below another one. */
export const nextPart = css`
  margin-block-start: 24px;
  padding-block-start: 18px;
  border-block-start: 1px solid var(--mh-hair);
`;

/** A row of a map: its name, then its cells. The map sets --cell, --gap and --pull. */
export const mapRow = css`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: var(--cell);
  gap: var(--gap);
  margin-block-end: var(--gap);
  inline-size: max-content;
  transition: margin var(--mh-pull) var(--mh-ease);
`;

/** The chosen row, a little apart from the others. */
export const pulledRow = css`
  margin-block: var(--pull) calc(var(--pull) + var(--gap));
`;

export const thinUnderline = css`
  text-decoration-line: underline;
  text-decoration-thickness: 1px;
  text-decoration-color: var(--mh-line);
  text-underline-offset: 3px;
`;

/** Around what has the focus, or is chosen. */
export const focusRing = css`
  outline: 2px solid var(--mh-ink);
  outline-offset: 2px;
`;

/** The row or column that the learner asks about. */
export const inQuestion = css`
  background: var(--mh-sunk);
  font-weight: 650;
`;

/** One of several that are beside each other. */
export const chosenTab = css`
  color: var(--mh-ink);
  font-weight: 600;
  border-color: var(--mh-ink);
`;

/** For fingers. */
export const touchTarget = css`
  min-inline-size: 44px;
  min-block-size: 44px;
`;

/** A button on a phone: a row of its own. */
export const wideButton = css`
  flex: 1 0 100%;
  min-block-size: 44px;
`;

/** Radio buttons and checkboxes below a label of their own look. */
export const overLabel = css`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  margin: 0;
  opacity: 0;
  cursor: pointer;
`;

/** In Windows' high contrast, what is chosen or filled. */
export const highlighted = css`
  forced-color-adjust: none;
  background: Highlight;
  color: HighlightText;
`;

/** Only screen readers read it: the class `unseen`. */
export const unseen = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Controls beside each other: their names are on top, so they end on one line. */
export const controlRow = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
`;

/** A head's colour and name, as the title of a part. */
export const headTitle = css`
  display: flex;
  align-items: baseline;
  gap: 7px;
  font: 600 0.9375rem/1.5rem var(--mh-font-ui);
`;

/** What is read off, at the end of a title. */
export const reading = css`
  flex: 1;
  white-space: normal;
  overflow-wrap: anywhere;
  text-align: end;
`;

/** A number in a table, and its row's name. */
export const numberCell = css`
  text-align: end;
  font-weight: 400;
  border-block-end: 1px solid var(--mh-hair);
`;

/** Code on paper does not scroll. */
export const wrappedCode = css`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

/** Links in a row, at the end of a figure or an exercise. */
export const footRow = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 24px;
  margin-block-start: 16px;
`;

/** The rules above and below a figure. */
export const figureFrame = css`
  border-block-start: 2px solid var(--mh-ink);
  border-block-end: 1px solid var(--mh-hair);
  padding-block: 14px 12px;
`;

/** A tab with a head's name, and below it what it shows. */
export const headTab = css`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  justify-content: flex-end;
  gap: 6px;
  min-block-size: 44px;
  padding: 4px 0 6px;
  border: 0;
  border-block-end: 3px solid transparent;
  background: none;
  ${hintText}
`;

/** The names of a table's columns. */
export const columnHead = css`
  color: var(--mh-ink-2);
  border-block-end-color: var(--mh-line);
`;

/** The name of a group beside its choices instead of above them. */
export const legendBeside = css`
  float: inline-start; /* otherwise a legend is not a flex item */
  margin: 0;
`;

/** A drawing that shrinks with its figure. */
export const drawing = css`
  display: block;
  max-inline-size: 100%;
  block-size: auto;
  direction: ltr;
  overflow: visible;
  forced-color-adjust: none;
`;

/** Indices and powers: the line keeps its height. */
export const subscript = css`
  font-size: 0.75em;
  line-height: 0;
`;

/** A table as wide as its part, in the size of controls. */
export const wideTable = css`
  inline-size: 100%;
  border-collapse: collapse;
  font: var(--mh-control) var(--mh-font-ui);
`;
