import { css } from 'lit';
import { lastIndex } from './sentence-layout.js';

export const sentenceStyles = css`
  .line,
  .lines {
    position: relative;
    direction: ltr;
    inline-size: var(--width);
    max-inline-size: 100%;
    padding-inline-end: ${lastIndex}px;
  }
  .lines {
    inline-size: auto;
  }
  svg {
    display: block;
    overflow: visible;
    forced-color-adjust: none;
  }
  [role='radiogroup'] {
    display: flex;
  }
  .lines [role='radiogroup'] {
    flex-wrap: wrap;
  }
  .column {
    display: flex;
    flex-direction: column;
    flex: 1 0 auto;
    align-items: center;
    min-inline-size: var(--pitch);
    max-inline-size: 100%;
    padding-inline: calc(var(--padding) - 4px);
  }
  .lines .column {
    flex-grow: 0;
  }
  button {
    position: relative;
    min-inline-size: min(4rem, 100%);
    max-inline-size: 100%;
    padding: 2px 4px 4px;
    overflow-wrap: anywhere;
    border: 0;
    border-block-end: 2px solid transparent;
    background: none;
    color: inherit;
    font: var(--font) / 2.125rem var(--mh-font-prose);
    cursor: pointer;
  }
  button:hover {
    border-color: var(--mh-line);
  }
  [aria-checked='true'] {
    border-color: var(--mh-ink);
  }
  .narrow button {
    min-block-size: 44px;
  }
  sub {
    position: absolute;
    font: var(--mh-cell) var(--mh-font-ui);
    color: var(--mh-ink-3);
    inset-block-end: 2px;
    margin-inline-start: 2px;
  }
  ul {
    contain: inline-size; /* the list changes with the query, and must not move words */
    align-self: stretch;
    margin-block-start: 6px;
    min-block-size: calc(var(--most) * 1.0625rem);
  }
  li {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.25rem;
    font: 0.8125rem/1.0625rem var(--mh-font-ui);
  }
  .head {
    flex: none; /* so that 12 does not touch its weight */
    color: var(--mh-ink-2);
    min-inline-size: 1ch;
    margin-inline-end: 0.25rem;
  }
  .narrow li {
    font-size: 0.71875rem;
    gap: 0.125rem;
  }
  .narrow .head {
    margin-inline-end: 0.1875rem; /* or a head's number and its ".96" read as one number */
  }
  .narrow .swatch {
    inline-size: 0.5rem;
    block-size: 0.5rem;
  }
  @media (forced-colors: active) {
    button {
      border-color: Canvas;
    }
    [aria-checked='true'] {
      border-color: Highlight;
    }
  }
`;
