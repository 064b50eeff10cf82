import { css } from 'lit';

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
    text-align: end;
    font-weight: 400;
    white-space: nowrap;
    border-block-end: 1px solid var(--mh-hair);
  }
  th:first-child {
    position: sticky;
    inset-inline-start: 0;
    background: var(--mh-page);
    text-align: inherit;
  }
  thead th {
    color: var(--mh-ink-2);
    border-block-end-color: var(--mh-line);
  }
`;
