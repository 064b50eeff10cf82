import { css } from 'lit';

export const deskTableStyles = css`
  .stage {
    display: grid;
    gap: 24px;
    margin-block-start: 16px;
  }
  table {
    min-inline-size: min(100%, 36rem);
    border-collapse: collapse;
  }
  table.bars,
  .plotted table {
    inline-size: 100%;
    min-inline-size: 0;
  }
  caption {
    padding-block-end: 4px;
    text-align: inherit;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  th,
  td {
    block-size: 2.25rem;
    padding: 6px 8px;
    text-align: end;
    font: var(--mh-control) var(--mh-font-ui);
    white-space: nowrap;
    border-block-end: 1px solid var(--mh-hair);
  }
  th:first-child {
    text-align: inherit;
  }
  thead :is(th, td) {
    block-size: auto;
    padding-block: 4px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
    border-block-end-color: var(--mh-line);
    vertical-align: bottom;
  }
  thead th:not(:first-child) {
    white-space: normal;
  }
  tbody th span {
    margin-inline-start: 8px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  tbody th b {
    font-weight: 500;
  }
  tr.main > * {
    background: var(--mh-sunk);
    font-weight: 600;
  }
  tr.main b {
    font-weight: 600;
  }
  .number {
    cursor: pointer;
  }
  .number:hover {
    text-decoration-line: underline;
    text-decoration-thickness: 1px;
    text-decoration-color: var(--mh-line);
    text-underline-offset: 3px;
  }
  .number[aria-selected='true'] {
    box-shadow: inset 0 0 0 2px var(--mh-ink);
  }
  .number:focus-visible {
    outline-offset: 1px;
  }
  .none {
    color: var(--mh-ink-3);
  }
  td.bar {
    inline-size: 30%;
    padding-inline-start: 16px;
  }
  .bar span {
    display: block;
    direction: ltr; /* an axis from 0 */
    inline-size: max(2px, calc(100% * var(--share)));
    block-size: 10px;
    background: var(--mh-line);
    forced-color-adjust: none;
  }
  .bar .main {
    background: var(--mh-ink);
  }
`;
