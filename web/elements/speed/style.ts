import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from '../../ui/control-style.js';
import { embedStyles } from '../../ui/embeddable-element.js';
import { noticeStyles } from '../../ui/notice.js';
import { base, tokens, widthContainer } from '../../ui/style.js';
import { figureFrame, resultText } from '../../ui/style-parts.js';
import { tableStyles } from './table-style.js';
import { hintRow } from '../../ui/row-style.js';

const layout = css`
  ${widthContainer}
  figure {
    ${figureFrame}
  }
  h2 {
    font: 600 var(--mh-question) var(--mh-font-ui);
  }
  .controls {
    display: flex;
    align-items: center;
    gap: 12px 24px;
    margin-block: 16px 24px;
  }
  .controls button {
    min-inline-size: 8.75rem; /* as wide as "Measure again", so that nothing moves */
  }
  .course {
    position: relative;
    flex: 1;
    max-inline-size: 30rem;
    padding-block: 8px;
    color: var(--mh-ink-2);
  }
  progress {
    appearance: none;
    position: absolute;
    inset-block-end: -2px;
    inset-inline-start: 0;
    inline-size: 100%;
    block-size: 6px;
    border: 0;
    background: var(--mh-kept);
  }
  progress::-webkit-progress-bar {
    background: var(--mh-kept);
  }
  progress::-webkit-progress-value {
    background: var(--mh-ink);
  }
  progress::-moz-progress-bar {
    background: var(--mh-ink);
  }
  progress[hidden] {
    display: none;
  }
  .notice {
    margin-block-end: 24px;
  }
`;

const sentences = css`
  .method,
  figcaption {
    max-inline-size: 42.5rem;
    color: var(--mh-ink-2);
  }
  .method {
    margin-block-start: 12px;
    font: var(--mh-label) var(--mh-font-ui);
  }
  figcaption {
    display: grid;
    margin-block-start: 24px;
    font: var(--mh-caption) var(--mh-font-ui);
  }
  figcaption > * {
    grid-area: 1 / 1;
  }
  .longest {
    visibility: hidden;
  }
  figcaption b {
    ${resultText}
  }
  .foot {
    ${hintRow}
  }
  @media (pointer: coarse) {
    .foot {
      min-block-size: 44px;
    }
  }
`;

const narrow = css`
  @container (inline-size < 40rem) {
    .controls {
      flex-direction: column;
      align-items: stretch;
    }
    .controls button {
      min-block-size: 44px;
    }
    .course {
      flex: none;
    }
  }
`;

export const speedStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  embedStyles,
  layout,
  tableStyles,
  sentences,
  narrow,
];
