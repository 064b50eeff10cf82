import { css } from 'lit';
import { columnHead, numberCell } from './style-parts.js';

/** Tables instead of a picture: horizontal hairlines, the first column stays when scrolling. */
export const tableStyles = css`
  .tables {
    display: grid;
    gap: 24px;
  }
  .wide {
    max-block-size: 420px;
  }
  table {
    border-collapse: collapse;
    font: var(--mh-label) var(--mh-font-ui);
  }
  caption {
    padding-block-end: 6px;
    text-align: inherit;
    color: var(--mh-ink-2);
    font-weight: 500;
  }
  th,
  td {
    padding: 4px 10px;
    ${numberCell}
    white-space: nowrap;
  }
  th:first-child {
    position: sticky;
    inset-inline-start: 0;
    background: var(--mh-page);
    text-align: inherit;
  }
  thead th {
    ${columnHead}
  }
`;
