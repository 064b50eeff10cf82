import { css, html, type TemplateResult } from 'lit';
import { groupChanges, lineDiff, type DiffLine } from './line-diff.js';
import { words } from './words/index.js';
import { wrappedCode } from '../../ui/style-parts.js';

/** Unchanged lines shown around each change. */
const context = 2;

/** A program with line numbers, in a box that scrolls. */
export function listing(source: string, label: string): TemplateResult {
  return html`<pre class="code" dir="ltr" tabindex="0" role="region" aria-label=${label}><code
      >${lines(source).map((line) => html`<span class="line">${withComment(line)}</span>`)}</code
    ></pre>`;
}

/** The diff of two programs, with signs, and with words for screen readers. */
export function diff(before: string, after: string): TemplateResult {
  const parts = groupChanges(lineDiff(before.trimEnd(), after.trimEnd()), context);
  return html`<pre
    class="code diff"
    dir="ltr"
    tabindex="0"
    role="region"
    aria-label=${words.fix.diff}
  ><code>${parts.map((part, i) => html`${i > 0 ? gap() : ''}${part.map(diffLine)}`)}</code></pre>`;
}

const gap = () =>
  html`<span class="line gap"
    ><span aria-hidden="true">…</span><span class="unseen">${words.fix.gap}</span></span
  >`;

function diffLine({ kind, text }: DiffLine): TemplateResult {
  if (kind === 'kept') return html`<span class="line">${withComment(text)}</span>`;
  return html`<span class="line ${kind}"
    ><span class="unseen">${words.fix[kind]}</span>${text}</span
  >`;
}

const lines = (source: string) => source.trimEnd().split('\n');

/** Comments are set back; an empty line keeps its height. */
function withComment(line: string): TemplateResult {
  const at = line.search(/\/[/*]/u);
  if (at < 0) return html`${line || ' '}`;
  return html`${line.slice(0, at)}<span class="comment">${line.slice(at)}</span>`;
}

export const listingStyles = css`
  .code {
    margin: 0;
    padding: 12px 0;
    overflow-x: auto;
    background: var(--mh-sunk);
    border-radius: var(--mh-radius);
    color: var(--mh-ink);
    font: 0.8125rem/1.25rem var(--mh-font-mono);
    counter-reset: line;
  }
  .code code {
    display: block;
    inline-size: max-content;
    min-inline-size: 100%;
    font: inherit;
  }
  .line {
    display: block;
    padding-inline: 12px 16px;
    border-inline-start: 3px solid transparent;
    white-space: pre;
    counter-increment: line;
  }
  @media print {
    .line {
      ${wrappedCode}
    }
    .code code {
      inline-size: auto;
    }
  }
  .line::before {
    content: counter(line);
    display: inline-block;
    inline-size: 2ch;
    margin-inline-end: 14px;
    color: var(--mh-ink-3);
    text-align: end;
  }
  .comment {
    color: var(--mh-ink-2);
  }
  .diff .line::before {
    content: '';
  }
  .diff .added,
  .diff .removed {
    background: var(--mh-stage);
    border-color: var(--mh-line);
  }
  .diff .added {
    border-color: var(--mh-ink);
    font-weight: 600;
  }
  .diff .removed {
    color: var(--mh-ink-2);
  }
  .diff .added::before {
    content: '+';
    content: '+' / '';
    color: inherit;
  }
  .diff .removed::before {
    content: '−';
    content: '−' / '';
    color: inherit;
  }
`;
