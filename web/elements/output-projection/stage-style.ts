import { css } from 'lit';
import { smallText } from '../../ui/style-parts.js';

export const stageStyles = css`
  .board {
    position: relative;
    text-align: start; /* titles are above their matrices, also on right-to-left pages */
    font: var(--mh-label) var(--mh-font-ui);
  }
  .board h3 {
    font: 600 0.8125rem/1.25rem var(--mh-font-ui);
  }
  .size {
    color: var(--mh-ink-2);
    font-weight: 400;
  }
  .concat {
    position: relative;
    padding-inline-start: var(--label);
  }
  .bands {
    display: flex;
    margin-block: 4px 3px;
  }
  .bands span,
  .band {
    display: block;
    block-size: 3px;
    forced-color-adjust: none;
  }
  .band {
    margin-block-end: 3px;
  }
  .row-name {
    position: absolute;
    inset-inline-start: 0;
    max-inline-size: calc(var(--label) - 4px);
    overflow: hidden;
    text-overflow: ellipsis;
    font: 600 var(--mh-cell) var(--mh-font-ui);
  }
  .connector {
    position: absolute;
    inline-size: 2px;
    forced-color-adjust: none;
  }
  .name {
    display: block;
    margin-block-start: 4px;
    font: 600 var(--mh-cell) var(--mh-font-ui);
    white-space: nowrap;
  }
  .formula {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 6px 12px;
    font: 1.1875rem/1.625rem var(--mh-font-prose);
  }
  .formula :is(sub, sup) {
    font-size: 0.7em;
    line-height: 0;
  }
  .term span {
    display: block;
    margin-block-start: 4px;
    padding-block-start: 6px;
    border-block-start: 3px solid var(--head);
    ${smallText}
  }
  .banded {
    padding-inline-start: 5px;
    border-inline-start: 3px solid var(--head);
  }
  .sign {
    color: var(--mh-ink-2);
    font: 1.1875rem/1.5rem var(--mh-font-prose);
    text-align: center;
  }
  .length {
    padding-inline-start: 24px;
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .bar {
    block-size: 12px;
    forced-color-adjust: none;
  }
  .totals .length {
    font-weight: 650;
  }
  .below {
    margin-block-start: 6px;
    color: var(--mh-ink-2);
  }
  .difference {
    color: var(--mh-ink-2);
  }
  .large {
    color: var(--mh-ink);
    font: 1.1875rem/1.75rem var(--mh-font-prose);
  }
  .scale {
    gap: 4px 8px;
  }
  .scale .gradient {
    inline-size: 70px;
  }
  .scale .words {
    flex: none;
  }
  .wide-board .concat {
    min-block-size: var(--top);
  }
  .wide-board .formula {
    position: absolute;
    flex-wrap: nowrap;
    inset-block-start: 0;
    inset-inline: var(--from-wo) 0;
  }
  .wide-board .head-row {
    display: grid;
    grid-template-columns: var(--columns);
    min-block-size: var(--row);
    align-items: start;
  }
  .of-wo {
    inset-inline-start: var(--from-wo);
  }
  .of-products {
    inset-inline-start: var(--from-products);
  }
  .of-lengths {
    inset-inline-start: calc(var(--from-lengths) + 24px);
  }
  .wide-board > h3 {
    position: absolute;
    inset-block-start: calc(var(--top) - 28px);
  }
  .wide-board .scales,
  .wide-board .totals {
    min-block-size: 0;
  }
  .wide-board .totals {
    margin-block-start: 8px;
    padding-block-start: 12px;
  }
  .wide-board .scales {
    margin-block-start: 16px;
  }
`;
