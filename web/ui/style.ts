import { css, unsafeCSS } from 'lit';
import { tokenText } from '../lib/tokens.js';
import {
  focusRing,
  hintText,
  kindText,
  subscript,
  thinUnderline,
  unseen,
  wordText,
} from './style-parts.js';

/** For elements that are used on a page directly. Their parts inherit the tokens. */
export const tokens = css`
  ${unsafeCSS(tokenText)}
  /* In case the page has another theme. */
  .box:is([data-theme='light'], [data-theme='dark']) {
    background: var(--mh-page);
  }
`;

/** What all elements share: type, focus, links, text for screen readers only (.unseen). */
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
    word-break: normal;
    overflow-wrap: break-word;
    hyphens: manual;
    text-shadow: none;
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
    ${focusRing}
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
  /* On right-to-left pages, text keeps its own direction, so a minus stays before its number. */
  .box > * {
    text-align: -webkit-match-parent; /* Chromium's name for match-parent */
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
    ${wordText}
    font-size: 1.06em;
  }
  sub {
    ${subscript}
    white-space: nowrap;
  }
  .upright {
    font-style: normal;
  }
  a,
  .link {
    color: inherit;
    ${thinUnderline}
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
    ${hintText}
  }
  .kind {
    ${kindText}
  }
  .unseen {
    ${unseen}
  }
`;

/**
 * For elements whose layout depends on their own width. A container's content does not make it
 * wider, so the ::before gives the element a width in flex rows and automatic columns: 70rem, or
 * what fits.
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

/** Radio buttons and checkboxes in ink: a thin border, a thick one if checked. */
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
