import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from '../../ui/controls.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { base, tokens, widthContainer } from '../../ui/style.js';
import { tableStyles } from '../../ui/table-style.js';
import { detailStyles } from './detail.js';
import { rowStyles } from './rows.js';
import { rulerStyles } from './ruler.js';
import { schemeStyles } from './scheme-view.js';

const layout = css`
  ${widthContainer}
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
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .row .text input {
    font-family: var(--mh-font-prose);
    font-style: italic;
  }
  .reset {
    align-self: end;
    display: flex;
    align-items: center;
    min-block-size: var(--mh-target);
    margin-inline-start: auto;
  }
  .caption b {
    color: var(--mh-ink);
    font-weight: 650;
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
  tokens,
  base,
  controlStyles,
  tableStyles,
  scaleKeyStyles,
  schemeStyles,
  rulerStyles,
  rowStyles,
  detailStyles,
  layout,
];
