import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { controlsStyles } from './controls-style.js';
import { stageStyles } from './stage-style.js';
import { headsInUseStyles } from './heads-in-use.js';
import { touchTarget } from '../../ui/style-parts.js';

const layout = css`
  .notice {
    margin-block: 16px;
  }
  @container (inline-size < 35rem) {
    .experiments {
      gap: 2px;
    }
    .experiment {
      display: grid;
      grid-template-columns: minmax(0, 1fr) fit-content(66%);
      column-gap: 8px;
    }
    .experiment > .control {
      display: contents; /* label and effect on the left, choices on the right */
    }
    .experiment legend {
      align-self: end;
    }
    .experiment .segments > form {
      grid-area: 1 / 2 / 3 / 3;
      align-self: center;
    }
    .experiment:has(.switch) {
      min-block-size: 44px;
      align-content: center;
    }
    .experiment .switch input {
      grid-area: 1 / 2 / 3 / 3;
      align-self: center;
      justify-self: end;
    }
    .experiment .switch input::before {
      content: ''; /* a larger touch target */
      position: absolute;
      inset-block: -13px;
      inset-inline: -26px 0;
    }
    .last > .experiment {
      flex: 1;
    }
    .reset {
      display: none;
    }
    .reset-below {
      display: block;
      margin-inline-start: auto;
    }
    .experiments .segments label span {
      padding-inline: 6px;
    }
    .segments label span,
    .field select,
    .field input {
      min-block-size: 42px;
    }
    .heads button {
      ${touchTarget}
    }
    .ask mh-predict {
      min-block-size: 13.25rem;
    }
    .answers dl {
      grid-template-columns: repeat(auto-fit, minmax(5.75rem, 1fr));
      min-block-size: 4.875rem;
    }
    .row {
      grid-template-columns: 1fr;
      gap: 12px;
    }
  }
  @media print {
    .maps {
      grid-template-columns: repeat(auto-fill, var(--map));
    }
    .maps section,
    .band {
      break-inside: avoid;
    }
  }
`;

export const sandboxStyles: CSSResultGroup = [
  figureElementStyles,
  scaleKeyStyles,
  headsInUseStyles,
  controlsStyles,
  stageStyles,
  layout,
];
