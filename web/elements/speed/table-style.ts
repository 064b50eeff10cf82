import { css } from 'lit';
import { hintText } from '../../ui/style-parts.js';

/** The table of times, with a bar for each share of the peak. */
export const tableStyles = css`
  table {
    inline-size: 100%;
    table-layout: fixed;
    border-collapse: collapse;
  }
  caption {
    padding-block-end: 6px;
    text-align: inherit;
    ${hintText}
  }
  th,
  td {
    block-size: 2.5625rem;
    padding: 8px;
    text-align: end;
    font: var(--mh-control) var(--mh-font-ui);
    white-space: nowrap;
    border-block-end: 1px solid var(--mh-hair);
  }
  th:first-child {
    inline-size: 37%;
    text-align: inherit;
    white-space: normal;
  }
  thead th {
    block-size: auto;
    padding-block: 4px;
    ${hintText}
    border-block-end-color: var(--mh-line);
  }
  th:last-child,
  .share {
    inline-size: 28%;
    text-align: inherit;
  }
  b {
    font-weight: 600;
  }
  tbody th span {
    margin-inline-start: 8px;
    ${hintText}
  }
  /* Headings are aligned with the ends of the numbers. */
  thead th:is(:nth-child(2), :nth-child(3)) {
    padding-inline-end: calc(6rem + 12px);
  }
  .number [aria-hidden] {
    color: var(--mh-ink-3);
  }
  .unit {
    display: inline-block;
    inline-size: 6rem;
    text-align: start;
    ${hintText}
  }
  .share .number {
    display: inline-block;
    inline-size: 3.25rem;
    text-align: end;
    margin-inline-end: 16px;
  }
  /* The thin line is the peak. */
  .track {
    position: relative;
    display: inline-block;
    direction: ltr; /* an axis from 0 */
    inline-size: calc(100% - 3.25rem - 16px);
    block-size: 12px;
    vertical-align: -1px;
    forced-color-adjust: none;
  }
  .track::before,
  .track::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: calc(100% * var(--share));
    background: var(--mh-ink);
  }
  .peak .track::before {
    background: var(--mh-line);
  }
  .track::after {
    inset-block: -6px;
    inset-inline-start: 100%;
    inline-size: 1px;
    background: var(--mh-line);
  }
  /* In narrow containers, the unit is below its number and the bar below its row. */
  @container (inline-size < 60rem) {
    table {
      min-inline-size: 18rem;
    }
    thead th:nth-child(n) {
      padding: 4px 0;
      white-space: normal;
      vertical-align: bottom;
    }
    tbody :is(th, td) {
      padding: 8px 0 24px;
      vertical-align: top;
    }
    th:nth-child(n):first-child {
      inline-size: auto;
      padding-inline-end: 8px;
    }
    th:nth-child(2) {
      inline-size: 29%;
    }
    th:nth-child(3) {
      inline-size: 22%;
    }
    td:nth-child(3) {
      padding-inline-start: 6px;
    }
    th:last-child,
    .share {
      inline-size: 18%;
      text-align: end;
    }
    tbody th span,
    .unit {
      display: block;
      margin: 0;
      font: var(--mh-cell) var(--mh-font-ui);
    }
    .unit {
      inline-size: auto;
      text-align: end;
      white-space: normal;
    }
    .share .number {
      inline-size: auto;
      margin: 0;
    }
    tr {
      position: relative;
    }
    .track {
      position: absolute;
      inset-inline: 0;
      inset-block-end: 9px;
      inline-size: auto;
      block-size: 6px;
    }
    .track::after {
      inset-block: -3px;
    }
  }
`;
