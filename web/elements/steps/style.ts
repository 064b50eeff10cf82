import { css, type CSSResultGroup } from 'lit';
import { figureElementStyles } from '../../ui/figure-element-style.js';
import { cellEditorStyles } from '../../ui/edit/cell-editor.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { originStyles } from './origin-view.js';
import { tickStyles } from './ticks.js';
import { captionText, hintText, smallText } from '../../ui/style-parts.js';

const layout = css`
  h3 {
    display: flex;
    align-items: baseline;
    gap: 8px;
    font: 600 1.0625rem/1.5rem var(--mh-font-ui);
  }
  h4 {
    margin: 0;
  }
  .step {
    min-block-size: 3rem;
    max-inline-size: 42.5rem;
    ${captionText}
  }
  .walk {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    margin-block: 10px 20px;
  }
  .walk .link {
    margin-inline-start: 12px;
  }
  .walk .field {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .walk .field > span {
    margin: 0;
  }
  .walk .filled {
    min-inline-size: 10.5rem;
  }
  button[aria-disabled='true'] {
    color: var(--mh-ink-3);
    cursor: default;
  }
  .notice {
    margin-block: 12px 20px;
  }
  .matrices {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    align-content: flex-start;
    gap: 20px 24px;
  }
  .matrix h4 {
    display: flex;
    align-items: baseline;
    gap: 7px;
    margin-block-end: 6px;
    font: 400 var(--mh-label) var(--mh-font-ui);
  }
  .matrix .name {
    font: 600 0.8125rem/1.25rem var(--mh-font-mono);
  }
  .matrix .size {
    color: var(--mh-ink-2);
  }
  .owners {
    display: flex;
    flex-wrap: wrap;
    gap: 0 14px;
    max-inline-size: 20rem;
    margin-block-start: 6px;
    ${smallText}
  }
  .scales {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 32px;
    margin-block-start: 12px;
  }
  .halves {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px 48px;
  }
  @container (inline-size >= 56rem) {
    .halves {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  .row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr));
    gap: 16px 32px;
    margin-block-end: 16px;
  }
  .row > * {
    align-self: start;
  }
  .row > .switch {
    margin-block-start: 1.625rem;
  }
  @container (inline-size >= 62.5rem) {
    .row {
      grid-auto-flow: column;
      grid-auto-columns: minmax(min-content, 1fr);
      grid-template-columns: none;
    }
    .row > .switch {
      white-space: nowrap;
    }
  }
  .field.text input {
    font: 1.0625rem/1.5 var(--mh-font-prose);
  }
  .end {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 20px;
    ${hintText}
  }
  .end :last-child {
    margin-inline-start: auto;
  }
  @container (inline-size < 25rem) {
    .walk button:is(.plain, .filled) {
      flex: 1 1 auto;
      min-block-size: 44px;
    }
  }
`;

export const stepsStyles: CSSResultGroup = [
  figureElementStyles,
  scaleKeyStyles,
  cellEditorStyles,
  tickStyles,
  originStyles,
  layout,
];
