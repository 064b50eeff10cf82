import { css, type CSSResultGroup } from 'lit';
import { byHandStyles } from '../../ui/clipboard.js';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { tableStyles } from '../../ui/table-style.js';
import { alignmentStyles } from './alignment-style.js';
import { dropoutStyles } from './dropout-view.js';
import { emptyRowStyles } from './empty-row.js';
import { mapsStyles } from './maps.js';
import { maskPictureStyles } from './preset-picture.js';
import { otherPresetStyles } from './other-presets.js';
import { presetStyles } from './preset-tabs.js';
import { rowPanelStyles } from './row-panel.js';
import { stageStyles } from './stage.js';
import { weightGridStyles } from './weight-grid.js';
import { endOfRow } from '../../ui/row-style.js';
import { controlRow, nextPart } from '../../ui/style-parts.js';

const layout = css`
  .row {
    ${controlRow}
    gap: 16px 32px;
  }
  .row > .range {
    flex: 0 1 12rem;
  }
  .row .field.text {
    min-inline-size: min(12rem, 100%);
  }
  .last {
    ${endOfRow}
    flex-direction: row-reverse; /* the button keeps its place when a message comes */
    gap: 12px;
    font: var(--mh-label) var(--mh-font-ui);
  }
  .part {
    ${nextPart}
  }
  .part > section > h3,
  .beside > section > h3 {
    margin-block-end: 8px;
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .beside {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 24px 48px;
  }
  .notice,
  .by-hand {
    margin-block-start: 16px;
  }
  @container (inline-size < 62.5rem) {
    .beside {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (inline-size < 30rem) {
    .row > * {
      flex: 1 0 100%;
    }
    .last {
      flex-direction: row;
      margin: 0;
    }
  }
`;

export const masksStyles: CSSResultGroup = [
  figureElementStyles,
  byHandStyles,
  scaleKeyStyles,
  tableStyles,
  weightGridStyles,
  maskPictureStyles,
  presetStyles,
  mapsStyles,
  stageStyles,
  rowPanelStyles,
  otherPresetStyles,
  alignmentStyles,
  emptyRowStyles,
  dropoutStyles,
  layout,
];
