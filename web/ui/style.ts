import { css, unsafeCSS } from 'lit';
import { tokenText } from '../lib/tokens.js';

/** For every element that stands in a page by itself: parts within it inherit the tokens. */
export const tokens = css`
  ${unsafeCSS(tokenText)}
  /* On a page of another theme. */
  .box:is([data-theme='light'], [data-theme='dark']) {
    background: var(--mh-page);
  }
`;

/** What all parts share: type, focus, links, the words that only a screen reader gets. */
export const base = css`
  :host {
    display: block;
  }
  .box {
    color: var(--mh-ink);
    font: var(--mh-control) var(--mh-font-ui);
    font-variant-numeric: tabular-nums lining-nums;
    text-align: start;
    text-indent: 0;
    text-transform: none;
    letter-spacing: normal;
    word-spacing: normal;
    white-space: normal;
    print-color-adjust: exact;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :focus-visible {
    outline: 2px solid var(--mh-ink);
    outline-offset: 2px;
  }
  h2,
  h3,
  p,
  ol,
  ul,
  fieldset,
  figure {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  /* Text runs as its own script does, a minus before its number, also where the page is mirrored. */
  .box > * {
    text-align: -webkit-match-parent; /* Chromium has it by this name only */
    text-align: match-parent;
  }
  * {
    unicode-bidi: plaintext;
  }
  [dir='ltr'],
  math,
  pre,
  code {
    direction: ltr;
    unicode-bidi: isolate;
  }
  ol,
  ul {
    list-style: none;
  }
  .word {
    font-family: var(--mh-font-prose);
    font-style: italic;
    font-size: 1.06em;
  }
  a,
  .link {
    color: inherit;
    text-decoration-line: underline;
    text-decoration-thickness: 1px;
    text-decoration-color: var(--mh-line);
    text-underline-offset: 3px;
  }
  a:hover,
  .link:hover:not([disabled]) {
    color: var(--mh-ink);
    text-decoration-color: var(--mh-ink);
  }
  .swatch {
    display: inline-block;
    flex: none;
    inline-size: 0.625rem;
    block-size: 0.625rem;
    border-radius: 2px;
    border: 2px solid var(--head, var(--mh-line));
    background: var(--head, none);
    forced-color-adjust: none;
  }
  .swatch.hollow {
    background: none;
  }
  .swatch.none {
    visibility: hidden;
  }
  .wide {
    overflow-x: auto;
  }
  .hint {
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .kind {
    color: var(--mh-ink-3);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/**
 * For an element that is laid out by its own width. Its box then has no width of its own: in a flex
 * row or an automatic column, the element is as wide as a wide figure, or as there is room for.
 */
export const widthContainer = css`
  :host::before {
    content: '';
    display: grid;
    grid-template-columns: minmax(0, 70rem);
    block-size: 0;
  }
  .box {
    container-type: inline-size;
  }
`;

/** A radio button in ink: a ring, chosen a thick one. A checkbox is one with corners. */
export const radio = css`
  input:where([type='radio'], [type='checkbox']) {
    appearance: none;
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    border: 1px solid var(--mh-line);
    border-radius: 50%;
    background: var(--mh-stage);
    cursor: pointer;
  }
  input:where([type='radio'], [type='checkbox']):checked {
    border: 6px solid var(--mh-ink);
  }
`;
