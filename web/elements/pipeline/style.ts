import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from '../../ui/controls.js';
import { noticeStyles } from '../../ui/notice.js';
import { base, tokens, widthContainer } from '../../ui/style.js';
import { tabStyles } from '../../ui/tab-style.js';

const layout = css`
  ${widthContainer}
  .box {
    min-block-size: 320px;
  }
  .band {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .picture,
  .over {
    position: relative;
    max-inline-size: 100%;
  }
  svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    forced-color-adjust: none;
    font-family: var(--mh-font-ui);
  }
  text {
    paint-order: stroke;
    stroke: var(--mh-page);
    stroke-width: 3px;
    stroke-linejoin: round;
  }
  .on text {
    stroke: none;
  }
  svg [data-tensor] {
    cursor: pointer;
  }
  .math,
  .sub {
    font-family: var(--mh-font-prose);
    font-style: italic;
  }
  .math {
    font-size: 15px;
  }
  .sub {
    font-size: 11px;
  }
  .axis {
    font-weight: 700;
    fill: var(--mh-ink);
    text-decoration: underline;
  }
  text .bold {
    font-weight: 600;
  }
  .spot {
    position: absolute;
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
  }
  .spot:hover {
    outline: 1px solid var(--mh-ink);
    outline-offset: 1px;
  }
  .picture .spot[aria-pressed='true'] {
    outline: 2px solid var(--mh-ink);
    outline-offset: 2px;
  }
  .spot:focus-visible {
    outline: 2px solid var(--mh-ink);
    outline-offset: 4px;
  }
  .ruler {
    display: none;
  }
  .steps {
    display: flex;
    flex-direction: column;
    gap: 12px;
    margin-block: 8px 24px;
  }
  .title {
    font: 600 var(--mh-label) var(--mh-font-ui);
  }
  .title span {
    margin-inline-end: 6px;
    color: var(--mh-ink-3);
    font-weight: 400;
  }
  .code {
    display: block;
    inline-size: 100%;
    margin-block: 4px;
    padding-block: 3px;
    padding-inline: 5px 8px;
    border: 0;
    border-inline-start: 3px solid transparent;
    border-radius: var(--mh-radius);
    background: var(--mh-sunk);
    color: inherit;
    text-align: start;
  }
  .code code {
    display: block;
    font: 0.8125rem/1.25rem var(--mh-font-mono);
    overflow-wrap: anywhere;
  }
  .code.lit {
    border-color: var(--mh-ink);
    border-radius: 0;
    background: var(--mh-stage);
  }
  .says {
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .says b {
    color: var(--mh-ink);
    font-weight: 600;
  }
  @container (inline-size >= 56.25rem) {
    [data-band='split'] .picture {
      align-self: end;
    }
    .band > [role='tablist'] {
      grid-column: 1 / -1;
    }
    .band {
      grid-template-columns: minmax(0, 1fr) 30px 260px;
      column-gap: 10px;
    }
    .steps {
      justify-content: space-around;
      margin-block: 0;
      padding-block: 8px;
    }
    [data-band='project'] .steps {
      justify-content: center;
    }
    .ruler {
      display: flex;
      justify-content: center;
      gap: 1.5px;
      forced-color-adjust: none;
    }
    .ruler i {
      inline-size: 2px;
    }
    .ruler.split {
      margin-block-start: 60px;
      border-block-start: 2px solid var(--mh-ink);
    }
    .ruler.merge {
      border-block-end: 2px solid var(--mh-ink);
    }
  }
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
  .notice {
    margin-block: 0 20px;
  }
  .row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
    gap: 16px 32px;
    margin-block-end: 16px;
  }
  @container (inline-size >= 37.5rem) {
    .row > .layer {
      grid-column: span 2;
    }
  }
  .row > * {
    align-self: start;
  }
  .end {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 20px;
  }
  .end > .link:first-of-type {
    margin-inline-start: auto;
  }
  @container (inline-size >= 37.5rem) {
    .opened {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (inline-size >= 62.5rem) {
    .opened {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .layers {
      grid-template-columns: auto minmax(0, 1fr);
      align-items: center;
    }
  }
  @media print {
    .spot {
      display: none;
    }
  }
`;

export const pipelineStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  tabStyles,
  layout,
];
