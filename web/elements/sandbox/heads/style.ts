import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from '../../../ui/control-style.js';
import { noticeStyles } from '../../../ui/notice.js';
import { scaleKeyStyles } from '../../../ui/scale-key.js';
import { base, tokens, widthContainer } from '../../../ui/style.js';
import { headsInUseStyles } from '../heads-in-use.js';
import { hintText, legendBeside, reading, resultText, smallText } from '../../../ui/style-parts.js';

const layout = css`
  ${widthContainer}
  .box {
    min-block-size: 20rem;
  }
  mh-figure[partial] {
    min-block-size: var(--height, 0); /* what a page reserved for the whole figure */
  }
  .switches {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 40px;
  }
  .heads {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .heads legend {
    ${legendBeside}
  }
  .heads legend,
  .switch {
    font: var(--mh-control) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .switch {
    color: var(--mh-ink);
  }
  .heads button {
    min-inline-size: 52px;
  }
  .heads .swatch {
    flex: none;
  }
  .reset {
    margin-inline-start: auto;
  }
  .reset-below {
    display: none; /* it is above the picture */
  }
  .parts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .parts.beside {
    grid-template-columns: minmax(0, 41rem) 25rem;
    justify-content: space-between;
  }
  .words {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
  }
  .answers {
    display: flex;
    align-items: center;
    gap: 4px 12px;
    margin-block-start: 8px;
    padding-block-start: 8px;
    border-block-start: 1px solid var(--mh-hair);
    ${hintText}
  }
  .answers p {
    flex: none;
    inline-size: 6.5rem;
  }
  .answers dl {
    flex: 1;
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 4px 12px;
    margin: 0;
  }
  .answers dd {
    display: flex;
    align-items: center;
    gap: 0 6px;
    min-block-size: 1.5rem;
    margin: 0;
    white-space: nowrap;
    font: var(--mh-control) var(--mh-font-ui);
    color: var(--mh-ink);
  }
  .answers .icon {
    flex: none;
  }
  .maps {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px var(--gap);
  }
  h3 {
    display: flex;
    align-items: baseline;
    gap: 7px;
    min-block-size: 1.25rem;
    font: 600 var(--mh-label) var(--mh-font-ui);
    white-space: nowrap;
  }
  .reading {
    ${reading}
    ${smallText}
  }
  .scale {
    flex-wrap: nowrap;
    margin-block-start: 4px;
  }
  .scale .gradient {
    inline-size: 4rem;
  }
  .scale .words {
    flex: 1;
    display: block;
  }
  .caption {
    min-block-size: 3rem; /* two lines, and more where they are shorter */
  }
  @container (inline-size < 60rem) {
    .caption {
      min-block-size: 4.5rem;
    }
  }
  .sandbox {
    display: inline-flex;
    align-items: center;
    min-block-size: 24px;
    ${hintText}
  }
  @media (pointer: coarse) {
    .sandbox {
      min-block-size: 44px;
    }
  }
  .caption b {
    white-space: nowrap;
    ${resultText}
  }
  @container (inline-size < 35rem) {
    .switches {
      gap: 0;
    }
    .heads,
    .switch {
      flex: 1 0 100%;
      justify-content: space-between;
    }
    .heads button {
      min-block-size: 42px;
      min-inline-size: 49px;
    }
    .switch {
      flex-direction: row-reverse;
      min-block-size: 44px;
    }
    .reset {
      display: none;
    }
    .reset-below {
      display: block;
    }
    .answers {
      flex-direction: column;
      align-items: stretch;
    }
    .answers p {
      inline-size: auto;
    }
    .answers dl {
      gap: 4px 8px;
    }
    .answers dd {
      gap: 0 4px;
    }
    .maps {
      grid-template-columns: minmax(0, 1fr);
      margin-block-start: 8px;
    }
    .reading {
      text-align: start;
      white-space: normal;
    }
    .caption {
      min-block-size: 9rem;
    }
  }
  @container (inline-size < 16rem) {
    .answers dl {
      grid-template-columns: minmax(0, 1fr); /* large text on a phone */
    }
  }
  @media print {
    .parts {
      break-inside: avoid;
    }
  }
`;

export const headsStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  scaleKeyStyles,
  headsInUseStyles,
  layout,
];
