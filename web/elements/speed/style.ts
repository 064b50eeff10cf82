import { css, type CSSResultGroup } from 'lit';
import { byHandStyles } from '../../ui/clipboard.js';
import { controlStyles } from '../../ui/control-style.js';
import { noticeStyles } from '../../ui/notice.js';
import { base, tokens, widthContainer } from '../../ui/style.js';
import { figureFrame, hintText, resultText } from '../../ui/style-parts.js';
import { hintRow } from '../../ui/row-style.js';

const layout = css`
  ${widthContainer}
  figure {
    ${figureFrame}
  }
  h2 {
    font: 600 var(--mh-question) var(--mh-font-ui);
  }
  .controls {
    display: flex;
    align-items: center;
    gap: 12px 24px;
    margin-block: 16px 24px;
  }
  .controls button {
    min-inline-size: 8.75rem; /* as wide as "Measure again", so that nothing moves */
  }
  .course {
    position: relative;
    flex: 1;
    max-inline-size: 30rem;
    padding-block: 8px;
    color: var(--mh-ink-2);
  }
  progress {
    appearance: none;
    position: absolute;
    inset-block-end: -2px;
    inset-inline-start: 0;
    inline-size: 100%;
    block-size: 6px;
    border: 0;
    background: var(--mh-kept);
  }
  progress::-webkit-progress-bar {
    background: var(--mh-kept);
  }
  progress::-webkit-progress-value {
    background: var(--mh-ink);
  }
  progress::-moz-progress-bar {
    background: var(--mh-ink);
  }
  progress[hidden] {
    display: none;
  }
  .notice {
    margin-block-end: 24px;
  }
`;

const table = css`
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
`;

const sentences = css`
  .method,
  figcaption {
    max-inline-size: 42.5rem;
    color: var(--mh-ink-2);
  }
  .method {
    margin-block-start: 12px;
    font: var(--mh-label) var(--mh-font-ui);
  }
  figcaption {
    min-block-size: 3rem;
    margin-block-start: 24px;
    font: var(--mh-caption) var(--mh-font-ui);
  }
  figcaption b {
    ${resultText}
  }
  .foot {
    ${hintRow}
  }
  @media (pointer: coarse) {
    .foot {
      min-block-size: 44px;
    }
  }
`;

/** In narrow containers, the unit is below its number and the bar below its row. */
const narrow = css`
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
      inline-size: 20%;
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
  @container (inline-size < 40rem) {
    .controls {
      flex-direction: column;
      align-items: stretch;
    }
    .controls button {
      min-block-size: 44px;
    }
    .course {
      flex: none;
    }
  }
`;

export const speedStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  byHandStyles,
  layout,
  table,
  sentences,
  narrow,
];
