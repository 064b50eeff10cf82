import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { tabStyles } from '../../ui/tab-style.js';
import { tableStyles } from '../../ui/table-style.js';
import { panelStyles } from './panel.js';
import { pictureStyles } from './picture.js';
import { trafficStyles } from './traffic.js';
import { endOfRow } from '../../ui/row-style.js';
import { controlRow, smallText } from '../../ui/style-parts.js';

const layout = css`
  [role='tablist'] {
    margin-block: 0 12px;
  }
  .now {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 24px;
    min-block-size: 1.5rem;
    margin-block-end: 12px;
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .ticks {
    display: flex;
    align-items: end;
    gap: 2px;
    block-size: 1.125rem;
    forced-color-adjust: none;
  }
  .ticks i {
    inline-size: 14px;
    block-size: 6px;
    background: var(--head);
    opacity: 0.75;
  }
  .ticks .first:not(:first-child) {
    margin-inline-start: 6px;
  }
  .ticks .current {
    block-size: 18px;
    opacity: 1;
  }
  .ticks .to-come {
    background: var(--mh-kept);
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 28px;
    margin-block-start: 12px;
    align-items: center;
  }
  .keys .scale .words {
    order: -1;
    flex: none;
  }
  .keys .gradient {
    inline-size: 90px;
  }
  .keys .rings {
    ${smallText}
    margin-inline-start: auto;
  }
  .row {
    ${controlRow}
    gap: 16px 28px;
  }
  .layer {
    margin-block-start: 16px;
  }
  .walk {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .walk .filled {
    min-inline-size: 9.5rem;
  }
  .row > .range {
    flex: 0 1 11rem;
  }
  .row .field {
    min-inline-size: 7rem;
  }
  .layer .field.text {
    flex: 1 1 20rem;
  }
  .layer .field.text input {
    font: 1.0625rem/1.5 var(--mh-font-prose);
  }
  .last {
    ${endOfRow}
  }
  @container (inline-size < 30rem) {
    .row > * {
      flex: 1 0 100%;
    }
    .walk button {
      flex: 1;
      min-block-size: 44px;
    }
    .segments > form {
      inline-size: 100%;
    }
    .segments span,
    .long button {
      min-block-size: 44px;
    }
    .ticks i {
      flex: 1;
    }
    .ticks {
      inline-size: 100%;
    }
    .keys .rings,
    .last {
      margin: 0;
    }
  }
`;

export const memoryStyles: CSSResultGroup = [
  figureElementStyles,
  scaleKeyStyles,
  tabStyles,
  tableStyles,
  pictureStyles,
  panelStyles,
  trafficStyles,
  layout,
];
