import { css } from 'lit';
import { widthContainer } from '../style.js';
import { hintText } from '../style-parts.js';

/** An exercise: a rule on top, its kind, and the question. */
export const exerciseStyles = css`
  ${widthContainer}
  section {
    position: relative;
    border-block-start: 2px solid var(--mh-ink);
    padding-block-start: 14px;
  }
  h2 {
    font: 600 var(--mh-question) var(--mh-font-ui);
    text-wrap: balance;
  }
  b {
    font-weight: 600;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 24px;
    margin-block-start: 16px;
  }
  .row a {
    padding-block: 2px;
    ${hintText}
  }
  @media (pointer: coarse) {
    .row a {
      padding-block: 12px;
    }
  }
`;

/** Each option is a row: a mark and a label, and below them the feedback once there is one. */
export const optionStyles = css`
  .option {
    display: grid;
    grid-template-columns: 18px 1fr;
    column-gap: 12px;
    align-items: center;
    break-inside: avoid;
    border-block-end: 1px solid var(--mh-hair);
  }
  .mark {
    position: relative;
    display: flex;
  }
  .option input.marked {
    border: 0;
    background: none;
  }
  .mark .icon {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .option label {
    display: block;
    align-content: center;
    padding-block: 6px;
    min-block-size: var(--mh-target);
    font: var(--mh-caption) var(--mh-font-ui);
    cursor: pointer;
  }
  .option:has(:disabled) :is(input, label) {
    cursor: default;
  }
  .option > p {
    grid-column: 2;
    margin-block: -4px 6px;
    color: var(--mh-ink-2);
  }
`;

/** Code, and the summary that opens it. */
export const codeStyles = css`
  .unbroken {
    white-space: nowrap;
  }
  code {
    font-family: var(--mh-font-mono);
  }
  pre {
    margin: 8px 0 0;
    padding: 10px 14px;
    overflow-x: auto;
    background: var(--mh-sunk);
    border-radius: var(--mh-radius);
    font: 0.8125rem/1.375rem var(--mh-font-mono);
  }
  summary.link {
    display: inline-block;
    padding-block: 2px;
    ${hintText}
    cursor: pointer;
  }
  @media (pointer: coarse) {
    summary.link {
      padding-block: 12px;
    }
  }
`;
