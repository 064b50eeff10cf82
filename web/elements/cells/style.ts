import { css } from 'lit';
import {
  captionText,
  focusRing,
  kindText,
  strongText,
  wideButton,
  wrappedCode,
} from '../../ui/style-parts.js';

/** A cell and its editor: highlighted lines below a textarea with transparent text. */
export const cellStyles = css`
  .keys {
    ${kindText}
  }
  .code {
    margin-block-start: 12px;
    border-radius: var(--mh-radius);
    background: var(--mh-sunk);
    overflow: hidden;
  }
  .code:focus-within {
    ${focusRing}
  }
  pre,
  .editor {
    font: var(--mh-label) var(--mh-font-mono);
    text-align: start;
    tab-size: 4;
  }
  pre {
    margin: 0;
    overflow-x: auto;
  }
  .code > pre {
    padding: 12px 16px;
  }
  .output {
    max-block-size: 24rem;
    margin-block-start: 12px;
    overflow: auto;
  }
  .output > pre {
    padding-inline: 16px;
    overflow: visible;
  }
  .output:empty {
    display: none;
  }
  .output .error {
    border-inline-start: 3px solid var(--mh-ink);
    padding-inline-start: 13px;
  }
  .hint,
  .verdict,
  .solution {
    margin-block-start: 12px;
    ${captionText}
  }
  .verdict {
    display: grid;
    grid-template-columns: 18px 1fr;
    column-gap: 12px;
    max-inline-size: 656px;
  }
  .verdict .icon {
    margin-block-start: 3px;
    color: var(--mh-ink);
  }
  b {
    ${strongText}
  }
  .solution pre {
    margin-block-start: 4px;
    padding: 12px 16px;
    border-radius: var(--mh-radius);
    background: var(--mh-sunk);
    color: var(--mh-ink);
  }
  .notice {
    margin-block-start: 12px;
  }
  .row {
    column-gap: 16px;
  }
  .row .link {
    color: var(--mh-ink-2);
  }
  @container (inline-size < 400px) {
    .row .plain,
    .row .filled {
      ${wideButton}
    }
  }

  .prism-code-editor {
    display: grid;
    grid: 1fr / 0 1fr;
    counter-reset: line;
    overflow: auto;
    white-space: pre;
    isolation: isolate;
    --indent: calc(16px + var(--number-width) + 16px);
    scroll-padding-inline-start: calc(var(--indent) + 2ch);
  }
  .prism-code-editor::before {
    content: '';
    background: var(--mh-sunk);
    pointer-events: none;
  }
  .pce-wrapper {
    position: relative;
    margin-block: 12px;
    pointer-events: none;
    text-size-adjust: none;
  }
  .pce-overlays {
    position: absolute;
    inset: 0;
  }
  .pce-line,
  .pce-textarea {
    position: relative;
    padding-inline: var(--indent) 16px;
  }
  .pce-textarea {
    all: unset;
    box-sizing: border-box;
    padding-inline: var(--indent) 16px;
    inline-size: 100%;
    block-size: 100%;
    overflow: hidden;
    color: transparent;
    caret-color: var(--mh-ink);
    pointer-events: auto;
  }
  .pce-textarea::selection {
    background: var(--mh-kept);
    color: transparent;
  }
  .pce-line::before,
  .prism-code-editor::before {
    position: sticky;
    inset-inline-start: 0;
    z-index: 2;
    inline-size: var(--indent);
    block-size: 100%;
  }
  .pce-line::before {
    counter-increment: line;
    content: counter(line);
    display: inline-block;
    margin-inline-start: calc(-1 * var(--indent));
    padding-inline-end: 16px;
    color: var(--mh-ink-3);
    text-align: end;
  }
  .pce-line.wrong {
    background: var(--mh-stage);
  }
  .pce-line.wrong::before {
    border-inline-start: 3px solid var(--mh-ink);
    color: var(--mh-ink);
  }
  .token.keyword {
    font-weight: 600;
  }
  .token.comment {
    color: var(--mh-ink-2);
  }
  @media (forced-colors: active) {
    .pce-textarea {
      color: transparent;
      background: none;
      forced-color-adjust: none;
    }
  }
  @media print {
    .row,
    .keys {
      display: none;
    }
    .output {
      max-block-size: none;
    }
    pre {
      ${wrappedCode}
    }
  }
`;
