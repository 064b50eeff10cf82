import { css } from 'lit';
import { hintText, thinUnderline } from '../../ui/style-parts.js';

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
    ${hintText}
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
    ${hintText}
    border-block-end-color: var(--mh-line);
    vertical-align: bottom;
  }
  thead th:not(:first-child) {
    white-space: normal;
  }
  tbody th span {
    margin-inline-start: 8px;
    ${hintText}
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
    ${thinUnderline}
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
