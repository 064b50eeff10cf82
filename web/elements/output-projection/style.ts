import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { tableStyles } from '../../ui/table-style.js';
import { panelStyles } from './panel.js';
import { reachStyles } from './reach.js';
import { stageStyles } from './stage-style.js';
import { endOfRow } from '../../ui/row-style.js';
import { controlRow } from '../../ui/style-parts.js';

const layout = css`
  .row {
    ${controlRow}
    gap: 16px 32px;
  }
  .layer {
    margin-block-start: 16px;
  }
  .row > .range {
    flex: 0 1 12rem;
  }
  .row .field {
    min-inline-size: 5.5rem;
  }
  .layer .field.text {
    min-inline-size: min(16rem, 100%);
  }
  .layer .field.text input {
    font: 1.0625rem/1.5 var(--mh-font-prose);
  }
  .last {
    ${endOfRow}
  }
  .wide-board .totals > div:not(.difference) {
    padding-inline-start: 8px;
  }
  .notice {
    margin-block-end: 20px;
  }
  @container (inline-size < 56.25rem) {
    .concat,
    .head-row {
      margin-block-end: 16px;
    }
    .head-row > .sign {
      display: block;
      padding-inline-start: 44px;
      text-align: start;
    }
    .head-row > :is(.banded, div:not(.block, .difference)) {
      margin-inline-start: 36px;
    }
    .totals > div:not(.difference) {
      padding-inline-start: 8px;
    }
    .totals > .difference {
      margin-block-end: 12px;
    }
    .length {
      padding-inline-start: 44px;
    }
    .of-head {
      margin-block-end: 16px;
    }
    .bars li {
      inline-size: 2.5rem;
    }
    .formula {
      margin-block: 16px;
    }
    .bars {
      grid-template-columns: minmax(0, 1fr);
      inline-size: max-content;
    }
  }
  @container (inline-size < 30rem) {
    .row > * {
      flex: 1 0 100%;
    }
    .last {
      margin: 0;
    }
  }
  /* Large text on a phone. */
  @container (inline-size < 18rem) {
    .panel :is(th, td) {
      padding-inline: 4px;
    }
    .panel th:first-child {
      white-space: normal;
    }
  }
`;

export const projectionStyles: CSSResultGroup = [
  figureElementStyles,
  scaleKeyStyles,
  tableStyles,
  stageStyles,
  panelStyles,
  reachStyles,
  layout,
];
