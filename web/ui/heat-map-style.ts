import { css } from 'lit';
import { focusRing, mapRow, pulledRow } from './style-parts.js';

export const heatMapStyles = css`
  .box {
    position: relative;
  }
  [role='grid'] {
    inline-size: max-content;
    direction: ltr;
    touch-action: pan-y;
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .row {
    ${mapRow}
    grid-template-columns: var(--label) repeat(auto-fill, var(--cell));
  }
  .row.pulled {
    ${pulledRow}
  }
  .label {
    display: flex;
    align-items: center;
    justify-content: center;
    min-block-size: 16px;
    overflow: visible;
    white-space: nowrap;
    color: var(--mh-ink-2);
  }
  [role='rowheader'] {
    justify-content: flex-end;
    padding-inline-end: 7px;
    max-block-size: var(--height);
    min-block-size: 0;
  }
  .in-question {
    color: var(--mh-ink);
    font-weight: 700;
  }
  .head {
    margin-block-end: 4px;
  }
  [role='columnheader'].band {
    border-block-end: 3px solid var(--head);
    forced-color-adjust: none;
  }
  [role='rowheader'].band {
    padding-inline-end: 4px;
    border-inline-end: 3px solid var(--head);
    forced-color-adjust: none;
  }
  .cell {
    inline-size: var(--cell);
    block-size: var(--height);
    display: flex;
    align-items: center;
    justify-content: center;
    cursor: pointer;
    forced-color-adjust: none;
    overflow: hidden;
  }
  .cell:hover,
  .cell.marked {
    outline: 1px solid var(--mh-ink);
    outline-offset: 0;
  }
  .cell.chosen {
    position: relative;
    z-index: 1;
    outline: 2px solid var(--mh-ink);
    outline-offset: 0;
  }
  .cell:focus-visible {
    position: relative;
    z-index: 2;
    ${focusRing}
  }
  .editable .cell {
    cursor: ew-resize;
  }
  .cell.edited {
    position: relative;
  }
  .cell.edited::after {
    content: '';
    position: absolute;
    inset-block-start: 8%;
    inset-inline-end: 8%;
    inline-size: 6px;
    max-inline-size: 40%;
    aspect-ratio: 1;
    border-radius: 50%;
    background: currentColor;
  }
  .hidden {
    color: var(--mh-ink-3);
  }
  .quiet {
    visibility: var(--mh-quiet, hidden);
  }
  .head.row {
    position: relative;
    min-block-size: 16px;
  }
  .head.unlabelled {
    min-block-size: 0;
    margin: 0;
  }
  .ring {
    position: absolute;
    outline: 2px solid var(--mh-ink);
    pointer-events: none;
  }
  .painting {
    position: relative;
    padding-inline-start: var(--label);
    cursor: pointer;
  }
  .only {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .only .cell,
  .row-tick,
  .tick {
    position: absolute;
  }
  .row-tick {
    inset-inline-start: 0;
    inline-size: var(--label);
    justify-content: flex-end;
    padding-inline-end: 7px;
  }
  .tick {
    inline-size: var(--cell);
  }
  .finger {
    position: absolute;
    z-index: 3;
    transform: translate(-50%, -48px);
    padding: 4px 8px;
    background: var(--mh-ink);
    color: var(--mh-page);
    border-radius: var(--mh-radius);
    white-space: nowrap;
    pointer-events: none;
  }
`;
