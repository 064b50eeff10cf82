import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { tableStyles } from '../../ui/table-style.js';
import { detailStyles } from './detail-style.js';
import { rowStyles } from './rows-style.js';
import { rulerStyles } from './ruler.js';
import { schemeStyles } from './scheme-view.js';
import { hintText, wordText } from '../../ui/style-parts.js';
import { endOfRow } from '../../ui/row-style.js';

const layout = css`
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 8px 36px;
  }
  .row > .entered {
    flex: 0 1 15rem;
  }
  .row .label {
    margin-block-end: 6px;
    ${hintText}
  }
  .row .text input {
    ${wordText}
  }
  .reset {
    ${endOfRow}
  }
  @container (inline-size < 30rem) {
    .row > .entered {
      flex: 1 0 100%;
    }
    .reset {
      margin-inline-start: 0;
    }
  }
`;

export const identitiesStyles: CSSResultGroup = [
  figureElementStyles,
  tableStyles,
  scaleKeyStyles,
  schemeStyles,
  rulerStyles,
  rowStyles,
  detailStyles,
  layout,
];
