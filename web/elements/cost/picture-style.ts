import { css } from 'lit';

export const pictureStyles = css`
  .stacks {
    display: grid;
    gap: 12px;
  }
  .track {
    position: relative;
    display: flex;
    direction: ltr; /* an axis from 0 */
    block-size: 18px;
    margin-block: 6px;
    forced-color-adjust: none;
  }
  .track span {
    inline-size: calc(100% * var(--share));
  }
  .track i {
    position: absolute;
    inset-block: -5px;
    inset-inline-start: calc(100% * var(--at) - 1px);
    inline-size: 2px;
    background: var(--mh-ink);
    box-shadow: 0 0 0 1px var(--mh-page);
  }
  .ink {
    background: var(--mh-ink);
  }
  .track .line,
  .key.line {
    background: var(--mh-line);
  }
  .kept {
    background: var(--mh-kept);
  }
  .parts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .parts b {
    color: var(--mh-ink);
  }
  .key {
    display: inline-block;
    inline-size: 10px;
    block-size: 10px;
    margin-inline-end: 7px;
    border-radius: 2px;
    forced-color-adjust: none;
  }
  .track small {
    position: absolute;
    inset-block-end: 100%;
    inset-inline-end: 0;
    color: var(--mh-ink);
    font: normal var(--mh-label) var(--mh-font-ui);
    white-space: nowrap;
  }
  .product {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 14px;
    margin-block: 8px;
    direction: ltr;
  }
  .factor {
    display: grid;
    justify-items: center;
    align-content: start;
  }
  .result {
    justify-items: start;
  }
  .factor b,
  .sign {
    font: 400 1.5rem/2rem var(--mh-font-prose);
    font-variant-numeric: tabular-nums lining-nums;
  }
  .sign {
    color: var(--mh-ink-2);
  }
  .factor small {
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .plotted {
    display: grid;
    gap: 24px 48px;
    margin-block-start: 24px;
    padding-block-start: 18px;
    border-block-start: 1px solid var(--mh-hair);
  }
  .plotted .tables {
    display: grid;
    gap: 24px;
    align-content: start;
    min-inline-size: 0;
  }
  .plotted th {
    white-space: normal;
  }
  .plot {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    margin-block-start: 8px;
    direction: ltr;
    overflow: visible;
    forced-color-adjust: none;
  }
  .plot path {
    fill: none;
    stroke: var(--mh-hair);
  }
  .plot .linear {
    stroke: var(--mh-ink);
    stroke-width: 2.5;
  }
  .plot .pairs {
    stroke: var(--mh-line);
    stroke-width: 2;
  }
  .plot .drop {
    stroke: var(--mh-line);
    stroke-dasharray: 2 3;
  }
  .plot .now {
    stroke: var(--mh-ink);
    stroke-dasharray: 1 2;
  }
  .plot circle {
    fill: var(--mh-page);
    stroke: var(--mh-ink);
    stroke-width: 2;
  }
  .plot text {
    font: 12px var(--mh-font-ui);
    fill: var(--mh-ink);
    /* Lines that run below it leave it legible. */
    paint-order: stroke;
    stroke: var(--mh-page);
    stroke-width: 4px;
  }
  .plot .tick {
    fill: var(--mh-ink-3);
  }
  .plot .mark {
    font-weight: 600;
  }
`;
