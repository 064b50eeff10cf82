import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from '../../ui/controls.js';
import { noticeStyles } from '../../ui/notice.js';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { headsInUseStyles } from './heads-in-use.js';
import { base, tokens, widthContainer } from '../../ui/style.js';

const layout = css`
  ${widthContainer}
  .box {
    min-block-size: 320px;
  }
  .experiments {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: 4px 24px;
  }
  @container (inline-size >= 62rem) {
    .experiments {
      grid-template-columns: auto auto auto;
      justify-content: space-between;
    }
  }
  .experiments .segments {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .experiments legend {
    float: inline-start; /* otherwise a legend is not a flex item */
    margin: 0;
  }
  .experiments legend,
  .experiments .switch {
    font: var(--mh-control) var(--mh-font-ui);
    color: var(--mh-ink);
  }
  .experiments .segments > div {
    inline-size: auto; /* sixteen heads wrap */
    min-inline-size: 0;
  }
  .experiments .segments label span {
    padding-inline: 8px;
  }
  .effect {
    min-block-size: 1rem;
    font: var(--mh-cell) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .last {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: 4px 16px;
  }
  .reset {
    padding-block-start: 6px;
  }
  .reset-below {
    display: none; /* it is above the picture */
  }
  .band {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px 40px;
  }
  .band.beside {
    grid-template: 'sentence ask' 1fr 'sentence answers' auto / minmax(0, 1fr) 30rem;
  }
  .ask {
    grid-area: ask;
  }
  .sentence {
    grid-area: sentence;
  }
  .answers {
    grid-area: answers;
  }
  .band:not(.beside) {
    grid-template-areas: 'ask' 'sentence' 'answers';
  }
  .band:not(.beside):not(:has(.answers)) {
    grid-template-areas: 'ask' 'sentence';
  }
  .ask mh-predict {
    min-block-size: 6rem;
  }
  .beside .ask mh-predict {
    min-block-size: 9rem;
  }
  .sentence.edit-beside {
    display: flex;
    align-items: end;
  }
  .edit {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
  }
  .edit-beside .edit {
    flex-direction: column;
    align-items: start;
    gap: 4px;
    inline-size: 5rem;
    min-block-size: 6.5rem;
    margin-inline-start: 16px;
  }
  .edit button {
    text-align: start;
  }
  .edit [aria-expanded='true'] {
    color: var(--mh-ink);
    font-weight: 600;
  }
  mh-sentence-editor {
    margin-block: 12px 16px;
  }
  .notes {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
    gap: 8px 40px;
    margin-block: 12px;
  }
  .layer {
    max-inline-size: 42.5rem;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .layer button.link {
    display: inline;
    font: inherit;
    color: var(--mh-ink-2);
  }
  .row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
    gap: 16px 40px;
    margin-block: 16px;
  }
  .row > * {
    align-self: start;
  }
  .row .effect {
    margin-block-start: 6px;
    min-block-size: 20px;
    font: var(--mh-label) var(--mh-font-ui);
  }
  .maps {
    display: grid;
    grid-template-columns: repeat(var(--columns), minmax(0, var(--map)));
    justify-content: space-between;
    gap: 24px 32px;
    margin-block: 12px;
  }
  .maps h3 {
    display: flex;
    align-items: baseline;
    gap: 7px;
    font: 600 0.9375rem/1.5rem var(--mh-font-ui);
    white-space: nowrap;
  }
  .reading {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    text-align: end;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .measured {
    margin-block-start: 8px;
    min-block-size: 3.75rem;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .unbroken {
    display: inline-block;
  }
  .answers {
    font: var(--mh-cell) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .answers .word,
  .answers dd {
    color: var(--mh-ink);
  }
  .answers p {
    min-block-size: 1.125rem;
  }
  .answers dl {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 4px 12px;
    margin: 0;
    min-block-size: 3.625rem;
  }
  .answers dd {
    margin: 0;
    font: var(--mh-control) var(--mh-font-ui);
  }
  .answers dd p {
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .answers .icon {
    vertical-align: -4px;
  }
  .notice {
    margin-block: 16px;
  }
  .caption b {
    font-weight: 650;
    color: var(--mh-ink);
  }
  @container (inline-size < 35rem) {
    .experiments {
      gap: 2px;
    }
    .experiment {
      display: grid;
      grid-template-columns: minmax(0, 1fr) fit-content(66%);
      column-gap: 8px;
    }
    .experiment > .control {
      display: contents; /* label and effect on the left, choices on the right */
    }
    .experiment legend {
      align-self: end;
    }
    .experiment .segments > div {
      grid-area: 1 / 2 / 3 / 3;
      align-self: center;
    }
    .experiment:has(.switch) {
      min-block-size: 44px;
      align-content: center;
    }
    .experiment .switch input {
      grid-area: 1 / 2 / 3 / 3;
      align-self: center;
      justify-self: end;
    }
    .experiment .switch input::before {
      content: ''; /* a larger touch target */
      position: absolute;
      inset: -13px;
    }
    .last > .experiment {
      flex: 1;
    }
    .reset {
      display: none;
    }
    .reset-below {
      display: block;
      margin-inline-start: auto;
    }
    .experiments .segments label span {
      padding-inline: 6px;
    }
    .segments label span,
    .field select,
    .field input {
      min-block-size: 42px;
    }
    .heads button {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
    .ask mh-predict {
      min-block-size: 13.25rem;
    }
    .answers dl {
      grid-template-columns: repeat(auto-fit, minmax(5.75rem, 1fr));
      min-block-size: 4.875rem;
    }
    .row {
      grid-template-columns: 1fr;
      gap: 12px;
    }
  }
  @media print {
    .maps {
      grid-template-columns: repeat(auto-fill, var(--map));
    }
    .maps section,
    .band {
      break-inside: avoid;
    }
  }
`;

export const sandboxStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  scaleKeyStyles,
  headsInUseStyles,
  layout,
];
