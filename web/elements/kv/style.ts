import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { tabStyles } from '../../ui/tab-style.js';
import { tableStyles } from '../../ui/table-style.js';
import { stageStyles } from './stage-style.js';
import { detailStyles } from './detail-style.js';
import { controlRow, smallText } from '../../ui/style-parts.js';

const layout = css`
  .row {
    ${controlRow}
    gap: 16px 24px;
  }
  .row > .range {
    flex: 0 1 12.5rem; /* for labels on one line */
  }
  .row .field {
    min-inline-size: 5.5rem;
    max-inline-size: 11rem;
  }
  .row.end {
    margin-block-start: 12px;
  }
  .last {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin-inline-start: auto;
  }
  [role='tab'] span {
    ${smallText}
  }
  @container (inline-size >= 30rem) {
    .table tbody th {
      padding-inline-start: 2.875rem;
      text-indent: -2.5rem; /* where it wraps, below its name */
    }
    .table tbody th b {
      text-indent: 0;
    }
  }
  @container (inline-size < 62.5rem) {
    .halves {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (inline-size < 30rem) {
    :is(.table, .big) tbody th {
      min-inline-size: 8.5rem;
      max-inline-size: 8.5rem;
      white-space: normal;
    }
    .row > :not(.end *) {
      flex: 1 0 100%;
    }
    .row .field {
      max-inline-size: none;
    }
    .last {
      margin: 0;
    }
  }
`;

export const kvStyles: CSSResultGroup = [
  figureElementStyles,
  scaleKeyStyles,
  tableStyles,
  tabStyles,
  stageStyles,
  detailStyles,
  layout,
];
