import { css } from 'lit';
import { hintText } from './style-parts.js';

/** Hints beside each other, below a part. */
export const hintRow = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 24px;
  min-block-size: 24px;
  margin-block-start: 8px;
  ${hintText}
`;

/** A button at the end of such a row. */
export const endOfRow = css`
  align-self: end;
  display: flex;
  align-items: center;
  min-block-size: var(--mh-target);
  margin-inline-start: auto;
`;

/** The title of a part, and beside it what can be chosen for it. */
export const headingRow = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 4px 24px;
  margin-block-end: 8px;
`;
