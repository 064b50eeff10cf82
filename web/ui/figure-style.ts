import { css } from 'lit';
import {
  captionText,
  figureFrame,
  footRow,
  hintText,
  nextPart,
  strongText,
  wrappedCode,
} from './style-parts.js';

export const figureStyles = css`
  figure {
    ${figureFrame}
  }
  h2 {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
    font: 600 var(--mh-question) var(--mh-font-ui);
  }
  .number {
    font: 400 var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-3);
  }
  .stage {
    margin-block-start: 16px;
  }
  :host([controls-first]) figure {
    padding-block-start: 8px;
  }
  :host([controls-first]) :is(.controls, .stage) {
    margin-block-start: 8px;
  }
  :host([compact]) .detail {
    display: none;
  }
  .block {
    ${nextPart}
  }
  ::slotted([slot='predict']) {
    margin-block-start: 24px;
  }
  :host([predict-first]) ::slotted([slot='predict']) {
    margin-block-start: 12px;
  }
  figcaption {
    max-inline-size: 42.5rem;
    min-block-size: 48px;
    margin-block-start: 24px;
    ${captionText}
  }
  :host([compact]) figcaption {
    max-inline-size: 56rem;
    margin-block-start: 12px;
  }
  .foot {
    ${footRow}
  }
  :host([compact]) .foot {
    margin-block-start: 8px;
  }
  .foot [aria-expanded='true'] {
    ${strongText}
  }
  [role='status'] {
    ${hintText}
  }
  .panel,
  .by-hand {
    margin-block: 12px 8px;
  }
  pre {
    margin: 0;
    padding: 12px 16px;
    ${wrappedCode}
    background: var(--mh-sunk);
    border-radius: var(--mh-radius);
    font: 0.8125rem/1.25rem var(--mh-font-mono);
  }
  @media print {
    .foot,
    .controls {
      display: none;
    }
    figure {
      break-inside: avoid;
    }
    /* Picture and detail fill more than one page, so only the parts of the picture are not split. */
    :host([controls-first]) figure {
      break-inside: auto;
    }
  }
`;
