import { css } from 'lit';
import { codeStyles, exerciseStyles } from '../../ui/check/exercise-style.js';
import { entryStyles } from './entry-style.js';
import { solutionStyles } from './verdict.js';
import { focusRing, hintText, kindText, strongText } from '../../ui/style-parts.js';

export const quizSetStyles = css`
  ${exerciseStyles}
  ${codeStyles}
  ${solutionStyles}
  ${entryStyles}
  .set {
    max-inline-size: 656px;
  }
  .set:has(> .beside) {
    display: grid;
    grid-template-columns: minmax(0, 41rem) minmax(0, 1fr);
    grid-template-rows: repeat(5, auto) 1fr;
    column-gap: 64px;
    max-inline-size: none;
  }
  .set:has(> .beside) > * {
    grid-column: 1;
  }
  .set > .beside {
    grid-column: 2;
    grid-row: 1 / -1;
    align-self: start;
    max-block-size: 40rem;
    overflow: auto;
  }
  .beside h3 {
    margin-block: 0 12px;
    font: 600 var(--mh-caption) var(--mh-font-ui);
  }
  h2 {
    margin-block-start: 24px;
    font: 600 var(--mh-caption) var(--mh-font-ui);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 24px;
    margin-block-end: 12px;
    ${hintText}
  }
  .steps-on {
    padding-block-start: 16px;
    border-block-start: 1px solid var(--mh-hair);
  }
  .question:focus {
    outline: none;
  }
  .done {
    padding-block: 14px;
    border-block-start: 2px solid var(--mh-ink);
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .again,
  .keep p {
    margin-block-start: 12px;
    ${hintText}
  }
  details {
    margin-block-start: 16px;
  }
  .list li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 24px;
    padding-block: 4px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .list button {
    text-align: start;
  }
  .list [aria-current] button {
    ${strongText}
  }
  .list .mark {
    display: inline;
    ${kindText}
  }
  .recap > li {
    padding-block: 14px;
    border-block-start: 1px solid var(--mh-hair);
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .recap .answer {
    white-space: pre-line;
  }
  .file span {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--mh-target);
    padding-inline: 16px;
    border: 1px solid var(--mh-line);
    border-radius: var(--mh-radius);
    background: var(--mh-stage);
    font: 500 var(--mh-control) var(--mh-font-ui);
    cursor: pointer;
  }
  .file :focus-visible + span {
    ${focusRing}
  }
  @media print {
    .row,
    .beside,
    details {
      display: none;
    }
  }
`;
