import { css } from 'lit';

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
    color: var(--mh-ink);
    font-weight: 600;
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: baseline;
    color: var(--mh-ink-2);
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .where table {
    inline-size: 100%;
    border-collapse: collapse;
    font: var(--mh-control) var(--mh-font-ui);
  }
  .where :is(th, td) {
    padding: 6px 8px;
    text-align: end;
    font-weight: 400;
    border-block-end: 1px solid var(--mh-hair);
  }
  .where th:first-child {
    text-align: start;
  }
  .where thead th {
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
    border-color: var(--mh-line);
  }
  .where .head > * {
    background: var(--mh-sunk);
    font-weight: 650;
  }
  .sum {
    margin-block-start: 10px;
    color: var(--mh-ink-2);
  }
  sub {
    font-size: 0.75em;
    line-height: 0;
  }
  .places {
    margin-block-start: 24px;
    padding-block-start: 18px;
    border-block-start: 1px solid var(--mh-hair);
  }
  .layers {
    display: grid;
    gap: 16px 40px;
  }
  .layers p {
    max-inline-size: 42.5rem;
    color: var(--mh-ink-2);
    font: var(--mh-caption) var(--mh-font-ui);
  }
  /* Large text on a phone. */
  @container (inline-size < 18rem) {
    .where :is(th, td) {
      padding-inline: 3px;
    }
  }
`;
