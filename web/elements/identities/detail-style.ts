import { css } from 'lit';
import { hintText, wrappedCode } from '../../ui/style-parts.js';

export const detailStyles = css`
  .heading {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 24px;
  }
  h3,
  h4 {
    margin: 0;
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .about {
    min-block-size: 1.25rem;
    margin-block-end: 12px;
  }
  .halves {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 18rem;
    gap: 24px 36px;
  }
  .reserved {
    min-block-size: calc(4.5rem + var(--tallest));
  }
  .heads {
    display: grid;
    grid-template-columns: max-content 1fr 1.5rem 1fr 1fr max-content;
    gap: 18px 14px;
    margin-block-end: 14px;
  }
  .part {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
  }
  .titles {
    align-items: end;
    min-block-size: 2.5rem;
  }
  .titles b {
    font: 600 var(--mh-label) var(--mh-font-ui);
  }
  .head-name {
    display: flex;
    align-items: center;
    gap: 8px;
    min-inline-size: 4.5rem;
    font: 600 var(--mh-label) var(--mh-font-ui);
  }
  .side {
    display: flex;
    align-items: center;
    gap: 10px;
  }
  .side mh-map-picture {
    border-block-start: 2px solid var(--head);
    padding-block-start: 3px;
    forced-color-adjust: none;
  }
  .same {
    text-align: center;
    font-size: 1.25rem;
  }
  .square {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 1.375rem;
    block-size: 1.375rem;
    background: var(--mh-ink-3);
    color: var(--mh-page);
    border: 2px solid var(--mh-ink-3);
    font: 600 var(--mh-cell) var(--mh-font-ui);
  }
  .square.ring {
    background: var(--mh-stage);
    color: var(--mh-ink);
    border-color: var(--mh-ink);
  }
  .difference {
    min-inline-size: 5.25rem;
    text-align: end;
    white-space: nowrap;
  }
  .titles .difference {
    white-space: normal;
    max-inline-size: 5.75rem;
  }
  .wrong {
    font-weight: 650;
  }
  .changed {
    min-block-size: 23rem;
  }
  .changed pre {
    margin: 6px 0 4px;
    padding: 8px 12px;
    ${wrappedCode}
    background: var(--mh-sunk);
    border-inline-start: 3px solid transparent;
    font: 0.8125rem/1.25rem var(--mh-font-mono);
  }
  .changed pre.on {
    border-inline-start-color: var(--mh-ink);
  }
  .changed .hint {
    margin-block-end: 10px;
  }
  .changed h4 {
    margin-block-start: 16px;
  }
  .changed h4:first-child {
    margin-block-start: 0;
  }
  .large {
    display: block;
    margin-block-start: 6px;
    font: 1.5rem/1.75rem var(--mh-font-prose);
  }
  @container (inline-size < 70rem) {
    .halves {
      grid-template-columns: minmax(0, 1fr);
    }
    .changed {
      min-block-size: 0;
    }
  }
  .small {
    display: none;
    ${hintText}
  }
  @container (inline-size < 40rem) {
    .reserved {
      min-block-size: 0;
    }
    .heads {
      grid-template-columns: minmax(0, 1fr) 1.25rem minmax(0, 1fr);
      gap: 8px 6px;
    }
    .titles {
      display: none;
    }
    .part {
      row-gap: 10px;
      padding-block-end: 10px;
      border-block-end: 1px solid var(--mh-hair);
    }
    .head-name,
    .minus,
    .long .side {
      grid-column: 1 / -1;
    }
    .head-name {
      grid-row: 1;
    }
    .small {
      display: block;
      inline-size: 5.5rem;
    }
    .part .difference {
      grid-column: 3;
      grid-row: 1;
      justify-self: end;
    }
    .long .same {
      grid-column: 2;
      grid-row: 1;
    }
    .minus {
      flex-wrap: wrap;
    }
  }
  /* Large text on a phone: one side below the other. */
  @container (inline-size < 18rem) {
    .heads {
      grid-template-columns: minmax(0, 1fr);
    }
    .part > * {
      grid-area: auto / 1 !important;
    }
  }
`;
