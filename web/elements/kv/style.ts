import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from '../../ui/controls.js';
import { noticeStyles } from '../../ui/notice.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { base, tokens, widthContainer } from '../../ui/style.js';
import { tabStyles } from '../../ui/tab-style.js';
import { tableStyles } from '../../ui/table-style.js';

const stage = css`
  .forms {
    display: grid;
    grid-template-columns: repeat(var(--abreast), minmax(0, 1fr));
    gap: 24px 40px;
  }
  .form h3 {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 12px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .form h3 button {
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--mh-ink);
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .form h3 button:hover,
  .form h3 [aria-pressed='true'] {
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 4px;
  }
  .form b {
    color: var(--mh-ink);
    font-weight: 650;
  }
  .about {
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
    margin-block-end: 12px;
  }
  .drawing {
    position: relative;
    max-inline-size: 100%;
  }
  .drawing > mh-map-picture,
  .over {
    position: absolute;
  }
  .marks {
    position: relative;
    display: block;
    block-size: auto;
    max-inline-size: 100%;
    direction: ltr;
    overflow: visible;
    font-family: var(--mh-font-ui);
    font-variant-numeric: tabular-nums;
    forced-color-adjust: none;
    pointer-events: none;
  }
  .over {
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
  }
  .column:hover {
    outline: 1px dashed var(--mh-line);
  }
  .ring {
    border-radius: 50%;
    touch-action: none;
    cursor: grab;
  }
  .ring:active {
    cursor: grabbing;
  }
  .moved {
    max-inline-size: 55rem;
    min-block-size: 2.5rem;
    margin-block-start: 12px;
  }
  .scales {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 40px;
    margin-block-start: 8px;
  }
`;

const detail = css`
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
    color: var(--mh-ink);
    font-weight: 650;
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
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .answers > p {
    max-inline-size: 43.75rem;
  }
  .answers .wide {
    margin-block-start: 12px;
  }
  .wrong b {
    font-weight: 700;
  }
  .big {
    margin-block-start: 24px;
    padding-block-start: 18px;
    border-block-start: 1px solid var(--mh-hair);
  }
  .heading {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 4px 24px;
    margin-block-end: 8px;
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

const layout = css`
  ${widthContainer}
  .box {
    min-block-size: 320px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 16px 32px;
  }
  .row > .range {
    flex: 0 1 11rem;
  }
  .row .field {
    min-inline-size: 5.5rem;
    max-inline-size: 11rem;
  }
  .row.end {
    margin-block-start: 12px;
  }
  .last {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin-inline-start: auto;
  }
  .caption b {
    color: var(--mh-ink);
    font-weight: 650;
  }
  [role='tab'] span {
    color: var(--mh-ink-2);
    font: var(--mh-cell) var(--mh-font-ui);
  }
  @container (inline-size < 62.5rem) {
    .halves {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (inline-size < 30rem) {
    :is(.table, .big) tbody th {
      min-inline-size: 8.5rem;
      max-inline-size: 8.5rem;
      white-space: normal;
    }
    .row > :not(.end *) {
      flex: 1 0 100%;
    }
    .row .field {
      max-inline-size: none;
    }
    .last {
      margin: 0;
    }
  }
`;

export const kvStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  scaleKeyStyles,
  tableStyles,
  tabStyles,
  stage,
  detail,
  layout,
];
