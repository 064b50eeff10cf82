import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from './control-style.js';
import { noticeStyles } from './notice.js';
import { base, tokens, widthContainer } from './style.js';
import { resultText } from './style-parts.js';

/** What the styles of every figure element begin with. */
export const figureElementStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  css`
    ${widthContainer}
    .box {
      min-block-size: 320px;
    }
    .caption b {
      ${resultText}
    }
    /* Large text on a phone: what cannot wrap scrolls within its part of the figure. */
    @container (inline-size < 18rem) {
      :is([slot='stage'], [slot='detail']) {
        padding-inline: 4px; /* outlines of what has the focus */
        overflow-x: auto;
      }
      :is([slot='stage'], [slot='detail']) svg {
        overflow: visible;
      }
    }
  `,
];
