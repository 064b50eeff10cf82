import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { tableStyles } from '../../ui/table-style.js';
import { caseCss } from './case.js';
import { rowStyles } from './row-style.js';
import { sceneStyles } from './looks.js';
import { controlRow } from '../../ui/style-parts.js';

const layout = css`
  .row {
    ${controlRow}
    gap: 8px 36px;
  }
  .row > .range {
    flex: 0 1 15rem;
  }
  .draws > .hint:first-child {
    display: block;
    margin-block-end: 6px;
  }
  /* Its space is kept, so that nothing moves when it comes and goes. */
  .progress {
    display: inline-block;
    min-inline-size: 7rem;
    margin-inline-start: 12px;
    white-space: nowrap;
  }
  .reset {
    display: flex;
    align-items: center;
    min-block-size: var(--mh-target);
    margin-inline-start: auto;
  }
  [slot='stage'] > section {
    padding-block: 18px 24px;
  }
  section + section {
    border-block-start: 1px solid var(--mh-hair);
  }
  [slot='stage'] > section:last-of-type {
    padding-block-end: 0;
  }
  mh-predict {
    margin-block-start: 20px;
  }
  h3 {
    font: 600 var(--mh-caption) var(--mh-font-ui);
  }
  h3 + .hint {
    margin-block-end: 16px;
    max-inline-size: 60rem;
  }
  .size {
    white-space: nowrap;
  }
  .case {
    margin-block-start: 24px;
  }
  /* As high as what will be there, so that nothing moves under a reader's eyes. */
  mh-figure {
    --stage-height: 87.25rem;
    --caption-height: 4.5rem;
  }
  .drawing {
    box-sizing: border-box;
    min-block-size: var(--stage-height);
  }
  .caption:empty {
    min-block-size: var(--caption-height);
  }
  @container (inline-size < 60rem) {
    mh-figure {
      --stage-height: 110rem;
    }
  }
  @container (inline-size < 45rem) {
    mh-figure {
      --stage-height: 180rem;
    }
  }
  @container (inline-size < 36rem) {
    mh-figure {
      --stage-height: 188rem;
      --caption-height: 6rem;
    }
  }
  @container (inline-size < 30rem) {
    mh-figure {
      --stage-height: 200rem;
      --caption-height: 7.5rem;
    }
    .row > .range {
      flex: 1 0 100%;
    }
    .reset {
      margin-inline-start: 0;
    }
  }
  @container (inline-size < 22rem) {
    mh-figure {
      --stage-height: 207rem;
      --caption-height: 9rem;
    }
  }
`;

export const saturationStyles: CSSResultGroup = [
  figureElementStyles,
  tableStyles,
  sceneStyles,
  rowStyles,
  caseCss,
  layout,
];
