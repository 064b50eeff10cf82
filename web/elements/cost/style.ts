import { css, type CSSResultGroup } from 'lit';
import { byHandStyles } from '../../ui/clipboard.js';
import { controlStyles } from '../../ui/controls.js';
import { noticeStyles } from '../../ui/notice.js';
import { base, tokens, widthContainer } from '../../ui/style.js';
import { tabStyles } from '../../ui/tab-style.js';

const layout = css`
  ${widthContainer}
  .box {
    min-block-size: 320px;
  }
  h3 {
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  b {
    font-weight: 600;
  }
  .caption b {
    font-weight: 650;
    color: var(--mh-ink);
  }
  .top {
    display: flex;
    align-items: baseline;
    gap: 24px;
    border-block-end: 1px solid var(--mh-hair);
    margin-block-end: 16px;
  }
  .top [role='tablist'] {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    border: 0;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 32px;
    align-items: start;
  }
  .row > * {
    flex: 1 1 9.5rem;
    max-inline-size: 14rem;
  }
  .row > :is(.segments, .switch) {
    flex: none;
    max-inline-size: 100%;
  }
  .row > .switch {
    margin-block-start: 1.625rem;
  }
  .sizes {
    margin-block-start: 12px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .sizes b {
    color: var(--mh-ink);
  }
  .own {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
    gap: 12px 24px;
    margin-block-start: 12px;
    align-items: start;
  }
  .own legend {
    padding-block-end: 6px;
  }
  .own .switch {
    margin-block-start: 1.625rem;
  }
  .notice {
    margin-block: 16px 0;
  }
  .readings {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 20px;
    margin-block-start: 24px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--mh-hair);
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .readings span {
    color: var(--mh-ink);
    font-weight: 600;
  }
  .foot {
    display: contents;
  }
`;

const tables = css`
  .stage {
    display: grid;
    gap: 24px;
    margin-block-start: 16px;
  }
  table {
    min-inline-size: min(100%, 36rem);
    border-collapse: collapse;
  }
  table.bars,
  .plotted table {
    inline-size: 100%;
    min-inline-size: 0;
  }
  caption {
    padding-block-end: 4px;
    text-align: inherit;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  th,
  td {
    block-size: 2.25rem;
    padding: 6px 8px;
    text-align: end;
    font: var(--mh-control) var(--mh-font-ui);
    white-space: nowrap;
    border-block-end: 1px solid var(--mh-hair);
  }
  th:first-child {
    text-align: inherit;
  }
  thead :is(th, td) {
    block-size: auto;
    padding-block: 4px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
    border-block-end-color: var(--mh-line);
    vertical-align: bottom;
  }
  thead th:not(:first-child) {
    white-space: normal;
  }
  tbody th span {
    margin-inline-start: 8px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  tbody th b {
    font-weight: 500;
  }
  tr.main > * {
    background: var(--mh-sunk);
    font-weight: 600;
  }
  tr.main b {
    font-weight: 600;
  }
  .number {
    cursor: pointer;
  }
  .number:hover {
    text-decoration-line: underline;
    text-decoration-thickness: 1px;
    text-decoration-color: var(--mh-line);
    text-underline-offset: 3px;
  }
  .number[aria-selected='true'] {
    box-shadow: inset 0 0 0 2px var(--mh-ink);
  }
  .number:focus-visible {
    outline-offset: 1px;
  }
  .none {
    color: var(--mh-ink-3);
  }
  td.bar {
    inline-size: 30%;
    padding-inline-start: 16px;
  }
  .bar span {
    display: block;
    direction: ltr; /* an axis from 0 */
    inline-size: max(2px, calc(100% * var(--share)));
    block-size: 10px;
    background: var(--mh-line);
    forced-color-adjust: none;
  }
  .bar .main {
    background: var(--mh-ink);
  }
`;

const pictures = css`
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

const narrow = css`
  @container (inline-size >= 56.25rem) {
    .plotted {
      grid-template-columns: 3fr 2fr;
    }
  }
  @container (inline-size < 35rem) {
    .row > * {
      flex: 1 1 100%;
      max-inline-size: none;
    }
    .row > .segments {
      flex: 1 1 100%;
    }
    .row > .switch {
      flex: 1 1 100%;
      display: flex;
      flex-direction: row-reverse;
      justify-content: space-between;
      margin-block-start: 0;
    }
    .segments > div {
      inline-size: auto;
    }
    .row :is(select, .segments span, .switch),
    .own :is(select, input) {
      min-block-size: 44px;
    }
    .top {
      flex-wrap: wrap;
      justify-content: end;
      gap: 0;
      border: 0;
    }
    .top [role='tablist'] {
      flex: 1 0 100%;
      gap: 13px;
      border-block-end: 1px solid var(--mh-hair);
    }
    th,
    td {
      padding-inline: 5px;
    }
    tbody th {
      position: sticky;
      inset-inline-start: 0;
      background: var(--mh-page);
      white-space: normal;
      min-inline-size: 5.5rem;
    }
    tbody th span {
      display: block;
      margin: 0;
      font: var(--mh-cell) var(--mh-font-ui);
    }
    /* Below its row: beside it there is no room. */
    .bars tbody tr {
      position: relative;
    }
    .bars tbody :is(th, td) {
      padding-block-end: 18px;
    }
    .bars td.bar {
      inline-size: 0;
      padding: 0;
    }
    .bar span {
      position: absolute;
      inset-inline-start: 0;
      inset-block-end: 6px;
      block-size: 6px;
    }
    .product {
      gap: 6px 10px;
    }
    .factor b,
    .sign {
      font-size: 1.25rem;
    }
  }
`;

export const costStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  byHandStyles,
  tabStyles,
  layout,
  tables,
  pictures,
  narrow,
];
