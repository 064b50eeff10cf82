import { css } from 'lit';
import { hintText, nextPart, resultText } from '../../ui/style-parts.js';
import { headingRow } from '../../ui/row-style.js';

export const detailStyles = css`
  section > h3,
  .heading h3 {
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .halves {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 23.5rem;
    gap: 24px 32px;
    margin-block-start: 12px;
  }
  .costs .hint {
    max-inline-size: 60rem;
  }
  .hidden {
    min-block-size: 6rem;
    margin-block-start: 12px;
  }
  .table table,
  .big table {
    inline-size: 100%;
  }
  :is(.table, .big) :is(th, td) {
    padding-block: 8px;
  }
  .table :is(th, td) {
    padding-inline: 6px;
  }
  .table :is(td.accuracy, thead th:not(:last-child)) {
    text-align: start;
  }
  :is(.table, .big) thead th {
    vertical-align: bottom;
    white-space: normal;
  }
  .table tbody th {
    white-space: normal;
  }
  .table thead th:last-child,
  .table td:last-child {
    min-inline-size: 4.5rem;
    white-space: normal;
  }
  .main :is(th, td) {
    background: var(--mh-sunk);
  }
  th b {
    display: inline-block;
    min-inline-size: 2.25rem;
    ${resultText}
  }
  th b.again {
    visibility: hidden;
  }
  tbody th span {
    color: var(--mh-ink-2);
  }
  .accuracy span {
    vertical-align: middle;
  }
  .lost,
  .steps {
    font-weight: 650;
  }
  .share {
    position: relative;
    display: inline-block;
    inline-size: 44px;
    block-size: 9px;
    margin-inline-end: 6px;
    border: 1px solid var(--mh-hair);
    background: linear-gradient(
      to right,
      var(--mh-kept) calc(100% * var(--value)),
      transparent calc(100% * var(--value))
    );
    forced-color-adjust: none;
  }
  .share::after {
    content: '';
    position: absolute;
    inset-block: -4px;
    inset-inline-start: calc(100% * var(--chance));
    inline-size: 1px;
    background: var(--mh-ink);
  }
  .answers {
    margin-block-start: 16px;
    ${hintText}
  }
  .answers > p {
    max-inline-size: 43.75rem;
  }
  .answers .wide {
    margin-block-start: 12px;
  }
  .big .wide {
    max-block-size: none; /* four rows: it scrolls sideways only */
  }
  .wrong b {
    font-weight: 700;
  }
  .big {
    ${nextPart}
  }
  .heading {
    ${headingRow}
  }
  .sizes {
    margin-block: 12px 16px;
  }
  .factors {
    color: var(--mh-ink-2);
  }
  .big .main td {
    font-weight: 650;
  }
  td.bar {
    inline-size: 25%;
    min-inline-size: 80px;
    text-align: start;
  }
  td.bar span {
    display: block;
    inline-size: calc(100% * var(--share));
    min-inline-size: 2px;
    block-size: 10px;
    background: var(--mh-line);
    forced-color-adjust: none;
  }
  .main td.bar span {
    background: var(--mh-ink);
  }
`;
