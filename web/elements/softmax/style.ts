import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { tableStyles } from '../../ui/table-style.js';
import { rowStyles } from './stage-style.js';
import { whyStyles } from './why.js';
import { controlRow, resultText, wideButton } from '../../ui/style-parts.js';

const layout = css`
  .row {
    ${controlRow}
    gap: 8px 36px;
  }
  .row > .range {
    flex: 0 1 13rem;
  }
  .history {
    display: flex;
    align-items: center;
    gap: 20px;
    min-block-size: var(--mh-target);
    margin-inline-start: auto;
  }
  .experiments {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    margin-block-start: 20px;
  }
  .found {
    min-block-size: 2.5rem;
    max-inline-size: 42.5rem;
    margin-block: 10px 12px;
    color: var(--mh-ink-2);
    font: var(--mh-control) var(--mh-font-ui);
  }
  .found b {
    ${resultText}
  }
  @container (inline-size < 30rem) {
    .row > .range {
      flex: 1 0 100%;
    }
    .history {
      margin-inline-start: 0;
    }
    .experiments button {
      ${wideButton}
    }
  }
`;

export const softmaxStyles: CSSResultGroup = [
  figureElementStyles,
  tableStyles,
  rowStyles,
  whyStyles,
  layout,
];
