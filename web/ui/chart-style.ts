import { css } from 'lit';

/** A label that stays readable on top of lines. */
export const chartLabel = css`
  font: 12px var(--mh-font-ui);
  fill: var(--mh-ink);
  paint-order: stroke;
  stroke: var(--mh-page);
  stroke-width: 4px;
`;

export const thinLine = css`
  fill: none;
  stroke: var(--mh-hair);
`;
