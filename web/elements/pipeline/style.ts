import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { tabStyles } from '../../ui/tab-style.js';
import { panelStyles } from './panel-style.js';
import { pictureStyles } from './picture-style.js';

const controls = css`
  .notice {
    margin-block: 0 20px;
  }
  .row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
    gap: 16px 32px;
    margin-block-end: 16px;
  }
  @container (inline-size >= 37.5rem) {
    .row > .layer {
      grid-column: span 2;
    }
  }
  .row > * {
    align-self: start;
  }
  .end {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 20px;
  }
  .end > .link:first-of-type {
    margin-inline-start: auto;
  }
  @container (inline-size >= 37.5rem) {
    .opened {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (inline-size >= 62.5rem) {
    .opened {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .layers {
      grid-template-columns: auto minmax(0, 1fr);
      align-items: center;
    }
  }
  @media print {
    .spot {
      display: none;
    }
  }
`;

export const pipelineStyles: CSSResultGroup = [
  figureElementStyles,
  tabStyles,
  pictureStyles,
  panelStyles,
  controls,
];
