import { css } from 'lit';
import {
  captionText,
  columnHead,
  hintText,
  inQuestion,
  kindText,
  numberCell,
  resultText,
} from '../../ui/style-parts.js';

export const weightArithmeticStyles = css`
  .halves {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px 80px;
  }
  @container (inline-size >= 47.5rem) {
    .halves {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @media print {
    .halves {
      grid-template-columns: minmax(0, 1fr) !important;
      break-inside: avoid;
    }
  }
  h4 {
    margin: 0 0 6px;
    font: 500 var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .bars {
    display: grid;
    grid-template-columns: minmax(3.5rem, max-content) minmax(0, 1fr);
    align-items: center;
    gap: 2px 20px;
    overflow-x: auto;
    ${hintText}
  }
  .name {
    align-self: start;
    padding-block-start: calc(var(--half) - 10px);
    max-inline-size: 7.5rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .vector {
    display: grid;
    direction: ltr;
    /* Equal columns, none narrower than the longest number: spaced letters make them scroll. */
    grid-template-columns: repeat(var(--count), 1fr);
    inline-size: max-content;
    min-inline-size: min(100%, calc(var(--count) * 3.375rem));
    background: linear-gradient(var(--mh-line), var(--mh-line)) 0 var(--half) / 100% 1px no-repeat;
    forced-color-adjust: none;
  }
  .vector li {
    white-space: nowrap;
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 2px;
    padding-inline: 1px;
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .bar {
    position: relative;
    inline-size: min(2.125rem, 64%);
    block-size: calc(2 * var(--half) + 1px);
  }
  .bar::before {
    content: '';
    position: absolute;
    inset-inline: 0;
    inset-block: var(--top) var(--bottom);
    background: var(--head);
  }
  .result {
    margin-block-start: 12px;
    ${captionText}
  }
  small {
    margin-inline-start: 12px;
    ${kindText}
  }
  .result b {
    ${resultText}
  }
  .rows {
    overflow-x: auto;
  }
  .rows.long {
    max-block-size: 24.5rem;
  }
  .rows.long thead th {
    position: sticky;
    inset-block-start: 0;
    background: var(--mh-page);
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
    font: var(--mh-label) var(--mh-font-ui);
    font-size: 0.8125rem;
  }
  th,
  td {
    padding: 4px 8px;
    ${numberCell}
    white-space: nowrap;
  }
  thead th {
    ${columnHead}
  }
  th:first-child {
    text-align: inherit;
    max-inline-size: 9em;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  sub {
    font: 0.6875rem var(--mh-font-ui);
    color: var(--mh-ink-3);
    margin-inline-start: 2px;
    vertical-align: baseline;
  }
  .share {
    direction: ltr; /* an axis from 0 to 1 */
    inline-size: 24%;
    text-align: inherit;
  }
  .share span:not(.unseen) {
    display: block;
    block-size: 8px;
    background: var(--head);
    forced-color-adjust: none;
  }
  .in-question > * {
    ${inQuestion}
  }
  @container (inline-size < 26.25rem) {
    th,
    td {
      padding-inline: 4px;
    }
    .share {
      display: none;
    }
    .bars {
      grid-template-columns: minmax(0, 1fr);
    }
    .name {
      padding: 0;
    }
    .vector li {
      font-size: 0.65625rem;
    }
    .many li :last-child {
      display: none;
    }
  }
`;
