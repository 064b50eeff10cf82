import { css } from 'lit';
import {
  captionText,
  hintText,
  inQuestion,
  nextPart,
  numberCell,
  smallText,
  strongText,
  wideTable,
} from '../../ui/style-parts.js';

/** The tabs of heads, the opened tensor, and where multi-head attention is used. */
export const panelStyles = css`
  [role='tablist'] {
    margin-block: 0 8px;
  }
  [role='tab'] {
    display: flex;
    align-items: center;
    gap: 6px;
    min-block-size: 44px;
  }
  h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 8px;
    margin-block-end: 12px;
    font: 600 1.0625rem/1.5rem var(--mh-font-ui);
  }
  h3 .size {
    color: var(--mh-ink-2);
    font: 400 var(--mh-label) var(--mh-font-ui);
  }
  h4 {
    margin: 0 0 6px;
    font: 500 var(--mh-label) var(--mh-font-ui);
  }
  h4 .made {
    font-weight: 400;
  }
  .opened {
    --mh-quiet: visible;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 40px;
    align-items: start;
  }
  .line {
    grid-column: 1 / -1;
    font: var(--mh-control) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .line b,
  .sum b {
    ${strongText}
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: baseline;
    ${smallText}
  }
  .where table {
    ${wideTable}
  }
  .where :is(th, td) {
    padding: 6px 8px;
    ${numberCell}
  }
  .where th:first-child {
    text-align: start;
  }
  .where thead th {
    ${hintText}
    border-color: var(--mh-line);
  }
  .where .head > * {
    ${inQuestion}
  }
  .sum {
    margin-block-start: 10px;
    color: var(--mh-ink-2);
  }
  .places {
    ${nextPart}
  }
  .layers {
    display: grid;
    gap: 16px 40px;
  }
  .layers p {
    max-inline-size: 42.5rem;
    ${captionText}
  }
  /* Large text on a phone. */
  @container (inline-size < 18rem) {
    .where :is(th, td) {
      padding-inline: 3px;
    }
  }
`;
