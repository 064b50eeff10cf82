import { css } from 'lit';
import { drawing, hintText, nextPart } from '../../ui/style-parts.js';

export const pictureStyles = css`
  .stacks {
    display: grid;
    gap: 12px;
  }
  .track {
    position: relative;
    display: flex;
    direction: ltr; /* an axis from 0 */
    block-size: 18px;
    margin-block: 6px;
    forced-color-adjust: none;
  }
  .track span {
    inline-size: calc(100% * var(--share));
  }
  .track i {
    position: absolute;
    inset-block: -5px;
    inset-inline-start: calc(100% * var(--at) - 1px);
    inline-size: 2px;
    background: var(--mh-ink);
    box-shadow: 0 0 0 1px var(--mh-page);
  }
  .ink {
    background: var(--mh-ink);
  }
  .track .line,
  .key.line {
    background: var(--mh-line);
  }
  .kept {
    background: var(--mh-kept);
  }
  .parts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
    ${hintText}
  }
  .parts b {
    color: var(--mh-ink);
  }
  .key {
    display: inline-block;
    inline-size: 10px;
    block-size: 10px;
    margin-inline-end: 7px;
    border-radius: 2px;
    forced-color-adjust: none;
  }
  .track small {
    position: absolute;
    inset-block-end: 100%;
    inset-inline-end: 0;
    color: var(--mh-ink);
    font: normal var(--mh-label) var(--mh-font-ui);
    white-space: nowrap;
  }
  .factor:last-child {
    justify-items: start;
  }
  .plotted {
    display: grid;
    gap: 24px 48px;
    ${nextPart}
  }
  .plotted .tables {
    display: grid;
    gap: 24px;
    align-content: start;
    min-inline-size: 0;
  }
  .plotted th {
    white-space: normal;
  }
  .plot {
    ${drawing}
    font-family: var(--mh-font-ui);
    margin-block-start: 8px;
  }
`;
