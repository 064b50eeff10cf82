import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from './control-style.js';
import { base, tokens, widthContainer } from './style.js';

/** What the styles of every figure element begin with. */
export const figureElementStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  css`
    ${widthContainer}
    .box {
      min-block-size: 320px;
    }
    .caption b {
      color: var(--mh-ink);
      font-weight: 650;
    }
  `,
];
