import { css, type CSSResultGroup } from 'lit';
import { controlStyles } from './controls.js';
import { noticeStyles } from './notice.js';
import { scaleKeyStyles } from './scale-key.js';
import { base, tokens, widthContainer } from './style.js';

const layout = css`
  ${widthContainer}
  .box {
    min-block-size: 320px;
  }
  .top {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px 60px;
  }
  .top.beside {
    grid-template-columns: minmax(0, 1fr) 20rem;
    align-items: end;
  }
  .note {
    max-inline-size: 42.5rem;
    padding-block-end: 12px;
    font: var(--mh-caption) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .note .word {
    font-weight: 700;
    color: var(--mh-ink);
  }
  .note button.link,
  .layer button.link {
    display: inline;
    font: inherit;
    color: var(--mh-ink-2);
  }
  mh-sentence-editor {
    margin-block: 12px 16px;
  }
  .layer {
    margin-block: 12px;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
    gap: 16px 40px;
    margin-block-end: 16px;
  }
  .row > * {
    align-self: start;
  }
  .effect {
    margin-block-start: 6px;
    min-block-size: 20px;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .switch {
    margin-block-start: 1.625rem;
  }
  .removed {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .removed legend {
    float: inline-start;
    inline-size: 100%;
  }
  .removed button {
    padding: 4px 10px;
  }
  .end {
    display: flex;
    gap: 24px;
    justify-content: flex-end;
  }
  .maps {
    display: grid;
    grid-template-columns: repeat(var(--columns), minmax(0, var(--map)));
    gap: 32px 40px;
    margin-block: 16px 12px;
  }
  .maps h3 {
    display: flex;
    align-items: baseline;
    gap: 7px;
    font: 600 0.9375rem/1.5rem var(--mh-font-ui);
  }
  .entropy {
    margin-inline-start: auto;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .reading {
    block-size: 1.25rem;
    margin-block-end: 10px;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .reading:has(+ .without) {
    margin-block-end: 0;
  }
  .without {
    min-block-size: 2.5rem;
    margin-block-end: 10px;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .unbroken {
    display: inline-block;
  }
  .said {
    margin-block: 4px 16px;
    font: var(--mh-label) var(--mh-font-ui);
    color: var(--mh-ink-2);
  }
  .said .word,
  .said dd {
    color: var(--mh-ink);
  }
  .said dl {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 13rem));
    gap: 8px 24px;
    margin-block: 6px 0;
  }
  .said dd {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 6px;
    min-block-size: 24px;
    margin: 0;
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .notice {
    margin-block: 16px;
  }
  .caption b {
    font-weight: 650;
    color: var(--mh-ink);
  }
  @container (35rem <= inline-size < 56.25rem) {
    .row {
      grid-template-columns: 1fr 1fr;
    }
    .row > :nth-child(n + 3) .switch {
      margin-block-start: 0;
    }
  }
  @container (inline-size < 35rem) {
    .said dl {
      grid-template-columns: 1fr 1fr;
    }
    .row {
      grid-template-columns: 1fr;
      gap: 12px;
    }
    .switch {
      display: flex;
      flex-direction: row-reverse;
      justify-content: space-between;
      margin-block-start: 0;
      min-block-size: 44px;
    }
    .segments > div {
      inline-size: auto;
    }
    .segments span,
    .field select,
    .field input {
      min-block-size: 44px;
    }
    .end {
      justify-content: flex-start;
    }
  }
`;

export const sandboxStyles: CSSResultGroup = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  scaleKeyStyles,
  layout,
];
