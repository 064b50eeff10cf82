import { css } from 'lit';
import { focusRing, mapRow, pulledRow } from '../../ui/style-parts.js';

export const editorStyles = css`
  [role='grid'] {
    inline-size: max-content;
    direction: ltr;
    font: var(--mh-cell) var(--mh-font-ui);
    user-select: none;
  }
  .row {
    ${mapRow}
    grid-template-columns: var(--label);
  }
  .row.pulled {
    ${pulledRow}
  }
  .row.head {
    margin-block-end: 4px;
  }
  .label {
    display: flex;
    align-items: center;
    justify-content: center;
    min-block-size: 16px;
    white-space: nowrap;
    color: var(--mh-ink-2);
  }
  [role='rowheader'] {
    justify-content: flex-end;
    padding-inline-end: 7px;
  }
  .pulled [role='rowheader'] {
    color: var(--mh-ink);
    font-weight: 700;
  }
  .cell {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: center;
    inline-size: var(--cell);
    block-size: var(--cell);
    border: 1px solid transparent;
    cursor: pointer;
    touch-action: none;
    forced-color-adjust: none;
    background: var(--mh-page);
    color: var(--mh-ink-2);
  }
  .seen {
    background: var(--mh-kept);
    color: var(--mh-ink);
  }
  .hidden {
    border-color: var(--mh-hair);
  }
  .waits .cell {
    opacity: 0.5;
  }
  .cell:focus-visible {
    z-index: 2;
    ${focusRing}
  }
  /* One ring around all that is chosen, also across the gaps. */
  .cell::after {
    content: '';
    position: absolute;
    inset: -2px;
    border: 0 solid var(--mh-ink);
    pointer-events: none;
  }
  .ring::after {
    z-index: 1;
  }
  .top::after {
    border-block-start-width: 2px;
  }
  .bottom::after {
    border-block-end-width: 2px;
  }
  .left::after {
    border-inline-start-width: 2px;
  }
  .right::after {
    border-inline-end-width: 2px;
  }
  @media (forced-colors: active) {
    .hidden {
      border-color: GrayText;
    }
  }
`;
