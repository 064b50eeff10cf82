import { css } from 'lit';
import { headTitle, hintText, reading, smallText, strongText } from '../../ui/style-parts.js';

/** The sentence with its question and answers, and the maps of the heads. */
export const stageStyles = css`
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
    ${strongText}
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
    ${hintText}
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
    ${headTitle}
    white-space: nowrap;
  }
  .reading {
    ${reading}
    ${hintText}
  }
  .measured {
    margin-block-start: 8px;
    min-block-size: 3.75rem;
    ${hintText}
  }
  .unbroken {
    display: inline-block;
  }
  .answers {
    ${smallText}
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
`;
