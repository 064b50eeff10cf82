import { css, type CSSResultGroup } from 'lit';
import { byHandStyles } from '../../ui/clipboard.js';
import { factorStyles } from '../../ui/factors.js';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { tabStyles } from '../../ui/tab-style.js';
import { deskTableStyles } from './table-style.js';
import { pictureStyles } from './picture-style.js';
import { hintText, strongText } from '../../ui/style-parts.js';

const layout = css`
  h3 {
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  b {
    font-weight: 600;
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
    ${hintText}
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
    ${hintText}
  }
  .readings span {
    ${strongText}
  }
  .foot {
    display: contents;
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
    .segments > form {
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
      /* Of a table that scrolls, as wide as what is seen. */
      inline-size: calc(var(--share) * min(100%, 100cqi));
      block-size: 6px;
    }
  }
`;

export const costStyles: CSSResultGroup = [
  figureElementStyles,
  byHandStyles,
  tabStyles,
  layout,
  deskTableStyles,
  factorStyles,
  pictureStyles,
  narrow,
];
