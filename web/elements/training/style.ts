import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from '../../ui/controls.js';
import { noticeStyles } from '../../ui/notice.js';
import { base, tokens, widthContainer } from '../../ui/style.js';

const layout = css`
  ${widthContainer}
  .box {
    min-block-size: 320px;
  }
  h3 {
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  b,
  .bold {
    font-weight: 600;
  }
  .caption b {
    font-weight: 650;
    color: var(--mh-ink);
  }
  .legend,
  .effect {
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .legend {
    max-inline-size: 56rem;
    margin-block: 4px 12px;
  }
  .effect {
    margin-block-start: 6px;
  }
  .notice {
    margin-block-end: 24px;
  }
  .row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr));
    gap: 16px 32px;
    margin-block-end: 16px;
  }
  .row.first {
    grid-template-columns: max-content 1fr 1fr 1fr minmax(
        12rem,
        1.5fr
      ); /* wide enough for task names */
    gap: 16px 32px;
  }
  .row > * {
    align-self: start;
  }
  .row > .switch,
  .equal > .switch {
    margin-block-start: 1.625rem;
  }
  .equal .segments {
    margin-block-start: 8px;
  }
  .end {
    display: flex;
    gap: 24px;
    justify-content: flex-end;
  }
  .surgery {
    margin-block-end: 24px;
    padding-block-end: 18px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .surgery .row {
    grid-template-columns: max-content minmax(0, 24rem);
    margin-block-end: 16px;
  }
  .surgery mh-predict {
    max-inline-size: 42.5rem;
  }
`;

const stage = css`
  .runs {
    margin-block-end: 24px;
    border-block-start: 1px solid var(--mh-hair);
  }
  .runs li {
    display: grid;
    grid-template-columns: 3rem minmax(9rem, 1.15fr) 8rem 7rem minmax(16rem, 2fr);
    gap: 2px 16px;
    padding-block: 12px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .runs .name {
    display: flex;
    align-items: center;
    gap: 14px;
    white-space: nowrap;
  }
  .line {
    inline-size: 26px;
    border-block-start: 2.5px solid var(--mh-ink);
    forced-color-adjust: none;
  }
  .line.b {
    border-block-start: 2px solid var(--mh-line);
  }
  .charts {
    display: grid;
    gap: 24px 48px;
  }
  .charts.beside {
    grid-template-columns: 48fr 52fr;
  }
  .small {
    display: grid;
    grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
    gap: 12px 32px;
    margin-block-start: 8px;
    font: var(--mh-label) var(--mh-font-ui);
  }
  .chart,
  .scrubber input {
    direction: ltr; /* steps always go from left to right */
  }
  .chart {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    overflow: visible;
    forced-color-adjust: none;
  }
  .chart path {
    fill: none;
    stroke: var(--mh-hair);
  }
  .chart .axis,
  .chart .chance,
  .chart .solved {
    stroke: var(--mh-line);
  }
  .chart .chance {
    stroke-dasharray: 2 3;
  }
  .chart .solved,
  .chart .cursor {
    stroke: var(--mh-ink);
  }
  .chart .cursor {
    stroke-dasharray: 1 2;
  }
  .chart .a {
    stroke: var(--mh-ink);
    stroke-width: 2.5;
    stroke-linejoin: round;
  }
  .chart .b {
    stroke: var(--mh-line);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .chart text {
    font: 12px var(--mh-font-ui);
    fill: var(--mh-ink);
    /* Stays readable on top of lines. */
    paint-order: stroke;
    stroke: var(--mh-page);
    stroke-width: 4px;
  }
  .chart .tick {
    fill: var(--mh-ink-3);
  }
  .chart .mark {
    font-weight: 600;
  }
  .chart .note {
    fill: var(--mh-ink-2);
  }
  .player {
    display: grid;
    grid-template-columns: auto auto minmax(12rem, 1fr) auto;
    align-items: center;
    gap: 12px 16px;
    margin-block-start: 24px;
  }
  .player .filled {
    min-inline-size: 6.5rem; /* as wide as "Run again", so that nothing moves */
  }
  .scrubber {
    display: flex;
    align-items: center;
    gap: 16px;
  }
  .scrubber input {
    flex: 1;
    min-inline-size: 6rem;
    min-block-size: var(--mh-target);
    margin: 0;
    accent-color: var(--mh-ink);
  }
  .scrubber span {
    min-inline-size: 8.5rem;
    white-space: nowrap;
  }
  .player .segments {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .player legend {
    float: inline-start;
    margin: 0;
  }
  .further {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 24px;
    min-block-size: 24px;
    margin-block-start: 8px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .history {
    display: flex;
    gap: 24px;
  }
`;

const matrix = css`
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  caption {
    padding-block: 12px 6px;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
    text-align: inherit;
  }
  th,
  td {
    padding-block: 7px;
    padding-inline: 0 16px;
    border-block-end: 1px solid var(--mh-hair);
    font: var(--mh-control) var(--mh-font-ui);
    text-align: inherit;
  }
  thead th {
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
    border-block-end-color: var(--mh-line);
    white-space: nowrap;
  }
  .whole th {
    color: var(--mh-ink-2);
  }
  .head {
    display: flex;
    align-items: center;
    gap: 7px;
    font-weight: 600;
    white-space: nowrap;
  }
  small {
    color: var(--mh-ink-2);
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .reads-below {
    display: none;
    font: var(--mh-cell) var(--mh-font-ui);
  }
  td.map {
    inline-size: 96px;
    block-size: 63px;
  }
  td.reads {
    min-inline-size: 8rem;
  }
  .bar {
    min-inline-size: 8.5rem;
    white-space: nowrap;
  }
  .number {
    display: inline-block;
    inline-size: 2.5rem;
    text-align: end;
  }
  .whole .number {
    color: var(--mh-ink-2);
  }
  .operated th[scope='row'] {
    min-inline-size: 12rem;
  }
  /* Grey: the remaining accuracy. Coloured: lost without the head. Thin line: chance. */
  .track {
    position: relative;
    display: inline-block;
    direction: ltr; /* an axis from 0 to 1 */
    inline-size: min(7rem, 100% - 2.75rem);
    block-size: 9px;
    forced-color-adjust: none;
  }
  .track::before,
  .track::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
  }
  .track::before {
    inline-size: calc(100% * (var(--left) + var(--lost)));
    background: linear-gradient(
      to right,
      var(--mh-kept) calc(100% * var(--left) / (var(--left) + var(--lost) + 0.0001)),
      var(--colour) 0
    );
  }
  .track::after {
    inset-block: -4px;
    inset-inline-start: calc(100% * var(--chance));
    inline-size: 1px;
    background: var(--mh-ink-3);
  }
`;

const narrow = css`
  @container (inline-size < 56.25rem) {
    .row.first {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .row.first > :is(:first-child, :last-child) {
      grid-column: 1 / -1;
    }
    .runs li {
      grid-template-columns: 3rem minmax(0, 1fr) auto;
    }
    .runs .fate {
      grid-column: 2 / -1;
    }
    .runs li > :nth-child(4) {
      grid-column: 2;
    }
    .player {
      grid-template-columns: auto auto 1fr;
    }
    .scrubber {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    .player .segments {
      justify-self: end;
    }
    th.reads,
    td.reads {
      display: none;
    }
    .reads-below {
      display: block;
    }
  }
  @container (inline-size < 35rem) {
    .row,
    .row.first,
    .surgery .row {
      grid-template-columns: minmax(0, 1fr);
      gap: 12px;
    }
    .switch {
      display: flex;
      flex-direction: row-reverse;
      justify-content: space-between;
      margin-block-start: 0 !important;
      min-block-size: 44px;
    }
    .segments > div {
      inline-size: auto;
    }
    .segments span,
    .field select,
    .field input,
    .player button,
    .further button {
      min-block-size: 44px;
    }
    .player {
      grid-template-columns: 1fr 1fr;
    }
    .player .segments {
      grid-column: 1 / -1;
      justify-self: stretch;
    }
    .player .segments > div {
      flex: 1;
    }
    .runs li {
      grid-template-columns: 3rem minmax(0, 1fr);
    }
    .runs li > :nth-child(n + 3) {
      grid-column: 2;
    }
    .small {
      gap: 12px 16px;
    }
    td.map {
      inline-size: 56px;
    }
    .map,
    .matrix th:first-child {
      padding-inline-end: 8px;
    }
    .matrix th:first-child {
      min-inline-size: 6.5rem;
      position: sticky;
      inset-inline-start: 0;
      z-index: 1;
      background: var(--mh-page);
    }
    .end {
      justify-content: flex-start;
    }
  }
`;

export const trainingStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  layout,
  stage,
  matrix,
  narrow,
];
