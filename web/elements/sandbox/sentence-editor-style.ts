import { css } from 'lit';
import { fieldName, kindText } from '../../ui/style-parts.js';

export const sentenceEditorStyles = css`
  ol {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    max-block-size: 264px;
    overflow-y: auto;
    padding: 3px;
    margin: -3px;
  }
  li {
    border: 1px solid var(--mh-line);
    border-radius: var(--mh-radius);
    background: var(--mh-stage);
  }
  li.selected {
    border-color: var(--mh-ink);
  }
  li.unknown {
    border-style: dashed;
    border-color: var(--mh-ink);
  }
  li.unknown input {
    text-decoration-line: underline;
    text-decoration-style: wavy;
    text-decoration-thickness: 1px;
    text-underline-offset: 4px;
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 14px;
    max-block-size: 200px;
    overflow-y: auto;
    margin-block-start: 4px;
    padding-inline: 3px;
    margin-inline: -3px;
  }
  .known {
    margin-block-start: 12px;
  }
  ul li {
    border: 0;
    background: none;
  }
  li label {
    display: flex;
    align-items: baseline;
    gap: 6px;
    padding-inline-start: 8px;
  }
  li span {
    font: var(--mh-cell) var(--mh-font-ui);
    color: var(--mh-ink-3);
  }
  li input {
    field-sizing: content;
    min-inline-size: 2.5em;
    max-inline-size: 16em;
    min-block-size: calc(var(--mh-target) - 2px);
    padding: 0;
    padding-inline-end: 8px;
    border: 0;
    border-radius: var(--mh-radius);
    background: none;
    color: inherit;
    font: 1.0625rem/1.5 var(--mh-font-prose);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 20px;
    margin-block-start: 8px;
  }
  .used {
    ${kindText}
  }
  .whole {
    align-items: end;
  }
  .whole label {
    flex: 1 1 320px;
  }
  .whole span {
    ${fieldName}
  }
  .entry {
    font: 1.0625rem/1.5 var(--mh-font-prose);
  }
`;
