import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { stageStyles } from './stage-style.js';
import { matrixStyles } from './matrix-style.js';
import { hintText } from '../../ui/style-parts.js';

const layout = css`
  h3 {
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  b,
  .bold {
    font-weight: 600;
  }
  .legend,
  .effect {
    ${hintText}
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
    .runs .progress {
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
    .segments > form {
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
    .player .segments > form {
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
  /* Large text on a phone. */
  @container (inline-size < 18rem) {
    .scrubber {
      flex-wrap: wrap;
    }
  }
`;

export const trainingStyles: CSSResultGroup = [
  figureElementStyles,
  layout,
  stageStyles,
  matrixStyles,
  narrow,
];
