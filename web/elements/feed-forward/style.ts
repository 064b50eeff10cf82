import { css, type CSSResultGroup } from 'lit';
import { factorStyles } from '../../ui/factors.js';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { tableStyles } from '../../ui/table-style.js';
import { stageStyles } from './stage.js';
import { drawing, hintText, subscript } from '../../ui/style-parts.js';
import { endOfRow } from '../../ui/row-style.js';

const drawings = css`
  .drawing {
    ${drawing}
  }
  .drawing text {
    font-family: var(--mh-font-ui);
    font-variant-numeric: tabular-nums lining-nums;
    white-space: pre;
  }
  .drawing .sign {
    font: 22px var(--mh-font-prose);
  }
`;

const layout = css`
  h3 {
    margin-block-end: 8px;
    font: 600 var(--mh-caption) var(--mh-font-ui);
  }
  h4 {
    margin: 0;
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  b {
    font-weight: 650;
  }
  .caption b {
    color: var(--mh-ink);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 8px 32px;
  }
  .row > .range {
    flex: 0 1 12rem;
  }
  .reset {
    ${endOfRow}
  }
  .numbers {
    margin-block-start: 16px;
  }
  .note {
    max-inline-size: 60rem;
    ${hintText}
  }
  section + section {
    margin-block-start: 28px;
    padding-block-start: 18px;
    border-block-start: 1px solid var(--mh-hair);
  }
  .factor sup {
    ${subscript}
  }
  .products {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    justify-content: space-between;
    margin-block-start: 12px;
  }
  .model {
    max-inline-size: 14rem;
    margin-block-end: 12px;
  }
  .curves {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(13.5rem, 1fr));
    gap: 0 24px;
    margin-block-start: -8px; /* with the margin of its parts, 16 */
  }
  .curve {
    display: grid;
    grid-row: span 4;
    grid-template-rows: subgrid;
    margin-block-start: 24px;
    padding-block-start: 10px;
    border-block-start: 3px solid transparent;
  }
  .curve.chosen {
    border-block-start-color: var(--mh-ink);
  }
  dl {
    margin: 8px 0 0;
    max-inline-size: 15rem;
    font: var(--mh-label) var(--mh-font-ui);
  }
  dl div {
    display: flex;
    justify-content: space-between;
    padding-block: 5px;
    border-block-end: 1px solid var(--mh-hair);
  }
  dt,
  dd b {
    color: var(--mh-ink);
  }
  dd {
    margin: 0;
    color: var(--mh-ink-2);
  }
  .layers {
    display: flex;
    flex-wrap: wrap;
    gap: 24px 48px;
    margin-block-start: 16px;
  }
  .layers > div {
    flex: 0 1 auto;
    max-inline-size: 100%;
  }
  .layers .drawing {
    margin-block: 8px;
  }
  .layers .share {
    max-inline-size: 30rem; /* both layers beside each other on a wide page */
    color: var(--mh-ink-2);
    font: var(--mh-control) var(--mh-font-ui);
  }
  .share b {
    color: var(--mh-ink);
  }
  @container (inline-size < 35rem) {
    .row > * {
      flex: 1 0 100%;
    }
    .reset {
      margin: 0;
    }
    .segments > form {
      inline-size: auto;
    }
    .segments span {
      padding-inline: 8px;
    }
    .model {
      max-inline-size: none;
    }
    .curves {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: 16px;
    }
    dl div {
      flex-wrap: wrap;
    }
    dd {
      margin-inline-start: auto;
    }
  }
`;

export const feedForwardStyles: CSSResultGroup = [
  figureElementStyles,
  scaleKeyStyles,
  tableStyles,
  drawings,
  factorStyles,
  stageStyles,
  layout,
];
