import { css } from 'lit';
import { controlStyles } from '../../ui/control-style.js';
import { embedStyles } from '../../ui/embeddable-element.js';
import { listingStyles } from './listing.js';
import { namingStyles } from './naming.js';
import { matrixStyles } from './table.js';
import { testStyles } from './tests.js';
import { exerciseStyles, optionStyles } from '../../ui/check/exercise-style.js';
import { noticeStyles } from '../../ui/notice.js';
import { base, radio, tokens } from '../../ui/style.js';
import { tableStyles } from '../../ui/table-style.js';
import { captionText, hintText, nextPart, unseen, wideButton } from '../../ui/style-parts.js';

export const museumStyles = [
  tokens,
  base,
  controlStyles,
  radio,
  noticeStyles,
  tableStyles,
  exerciseStyles,
  optionStyles,
  listingStyles,
  testStyles,
  namingStyles,
  matrixStyles,
  embedStyles,
  css`
    h3 {
      margin-block-end: 8px;
      font: 600 var(--mh-caption) var(--mh-font-ui);
    }
    .control {
      max-inline-size: 26rem;
      margin-block: 12px 20px;
    }
    .bench {
      display: grid;
      grid-template-columns: minmax(0, 43rem) minmax(20rem, 1fr);
      gap: 24px 36px;
    }
    @container (inline-size < 60rem) {
      .bench {
        grid-template-columns: minmax(0, 1fr);
      }
    }
    .note {
      margin-block: 10px;
      ${hintText}
    }
    .block {
      ${nextPart}
    }
    .why,
    .detail,
    .words {
      max-inline-size: 42.5rem;
      ${captionText}
    }
    .why b,
    .detail b {
      color: var(--mh-ink);
    }
    .why {
      margin-block-end: 12px;
    }
    .why .icon {
      position: static;
      color: var(--mh-ink);
      vertical-align: -4px;
    }
    .diff {
      max-inline-size: 43rem;
    }
    .detail {
      min-block-size: 7rem;
      margin-block-start: 16px;
    }
    .detail summary {
      display: inline-block;
      padding-block: 2px;
      margin-block: 4px;
      font: var(--mh-label) var(--mh-font-ui);
      cursor: pointer;
    }
    .foot {
      justify-content: space-between;
    }
    .words {
      margin-block-start: 8px;
    }
    @container (inline-size < 35rem) {
      .matrix .name {
        ${unseen}
      }
      .matrix th[scope='row'] {
        min-inline-size: 2.5rem;
        max-inline-size: 6rem;
      }
      .row .plain,
      .row .filled {
        ${wideButton}
      }
    }
    @media (pointer: coarse) {
      .detail summary {
        padding-block: 12px;
      }
    }
  `,
];
