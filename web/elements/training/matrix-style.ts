import { css } from 'lit';
import { hintText, smallText } from '../../ui/style-parts.js';

export const matrixStyles = css`
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  caption {
    padding-block: 12px 6px;
    ${hintText}
    text-align: inherit;
  }
  th,
  td {
    padding-block: 7px;
    padding-inline: 0 16px;
    border-block-end: 1px solid var(--mh-hair);
    font: var(--mh-control) var(--mh-font-ui);
    text-align: inherit;
  }
  thead th {
    ${hintText}
    border-block-end-color: var(--mh-line);
    white-space: nowrap;
  }
  .whole th {
    color: var(--mh-ink-2);
  }
  .head {
    display: flex;
    align-items: center;
    gap: 7px;
    font-weight: 600;
    white-space: nowrap;
  }
  small {
    ${smallText}
  }
  .reads-below {
    display: none;
    font: var(--mh-cell) var(--mh-font-ui);
  }
  td.map {
    inline-size: 96px;
    block-size: 63px;
  }
  td.reads {
    min-inline-size: 8rem;
  }
  .bar {
    min-inline-size: 8.5rem;
    white-space: nowrap;
  }
  .bar .number {
    display: inline-block;
    inline-size: 2.5rem;
    text-align: end;
  }
  .whole .number {
    color: var(--mh-ink-2);
  }
  .operated th[scope='row'] {
    min-inline-size: 12rem;
  }
  /* Grey: the remaining accuracy. Coloured: lost without the head. Thin line: chance. */
  .track {
    position: relative;
    display: inline-block;
    direction: ltr; /* an axis from 0 to 1 */
    inline-size: min(7rem, 100% - 2.75rem);
    block-size: 9px;
    forced-color-adjust: none;
  }
  .track::before,
  .track::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
  }
  .track::before {
    inline-size: calc(100% * (var(--left) + var(--lost)));
    background: linear-gradient(
      to right,
      var(--mh-kept) calc(100% * var(--left) / (var(--left) + var(--lost) + 0.0001)),
      var(--colour) 0
    );
  }
  .track::after {
    inset-block: -4px;
    inset-inline-start: calc(100% * var(--chance));
    inline-size: 1px;
    background: var(--mh-ink-3);
  }
`;
