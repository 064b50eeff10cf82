import { css, html, nothing, type TemplateResult } from 'lit';
import type { PatternRun } from '../../../emscripten/package/index.js';
import { makeBlocks, type Block, type Origin } from './pattern-state.js';
import { words } from './words/index.js';
import { swatch } from '../../ui/swatch.js';
import { hintText } from '../../ui/style-parts.js';

/** Showing more elements than this would not help. */
const maxElements = 96;

/** A tensor's elements and where they came from: one table per index of the outer axes. */
export function patternGrid(title: string, run: PatternRun): TemplateResult {
  const { key, leftOut } = words.pattern;
  const blocks = makeBlocks(run, maxElements);
  const shown = blocks.reduce((sum, { rows }) => sum + rows.length * rows[0]!.length, 0);
  const all = run.origins.data.length;
  const isMarked = blocks.some(({ rows }) => rows.flat().some(({ isMisplaced }) => isMisplaced));
  return html`<h3>${title}</h3>
    <div class="blocks" tabindex="0" role="group" aria-label=${title}>${blocks.map(table)}</div>
    ${isMarked ? html`<p class="key">${key}</p>` : nothing}
    ${shown < all ? html`<p class="key">${leftOut(shown, all)}</p>` : nothing}`;
}

function table({ place, rows }: Block): TemplateResult {
  const { block, column, row } = words.pattern;
  return html`<table class="block" dir="ltr">
    ${
      place
        ? html`<caption>
            ${block(place)}
          </caption>`
        : nothing
    }
    <thead class="unseen">
      <tr>
        <td></td>
        ${rows[0]!.map((_, index) => html`<th scope="col">${column(index)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (origins, index) =>
          html`<tr>
            <th scope="row"><span class="unseen">${row(index)}</span></th>
            ${origins.map(cell)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const cell = ({ tag, head, isMisplaced }: Origin): TemplateResult =>
  html`<td class=${isMisplaced ? 'misplaced' : ''}>
    ${head === null ? nothing : swatch(head)}${tag}${
      isMisplaced ? html`<span class="unseen">${words.pattern.misplaced}</span>` : nothing
    }
  </td>`;

export const patternGridStyles = css`
  h3 {
    margin-block: 16px 8px;
    ${hintText}
  }
  .blocks {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 24px;
    position: relative; /* otherwise its .unseen parts widen a right-to-left page */
    overflow-x: auto;
  }
  .block {
    margin-inline-start: -4px; /* the border spacing around the hidden row heading */
    border-collapse: separate;
    border-spacing: 2px;
    font: var(--mh-cell) var(--mh-font-mono);
  }
  .block caption {
    padding: 0 4px 2px;
    color: var(--mh-ink-3);
    text-align: start;
  }
  .block tr {
    border: 0;
  }
  .block th {
    min-inline-size: 0;
    padding: 0;
  }
  .block td {
    min-inline-size: 0;
    padding: 4px 8px;
    border: 1px solid var(--mh-hair);
    text-align: start;
    white-space: nowrap;
  }
  .block td.misplaced {
    padding: 3px 7px;
    border: 2px dashed var(--mh-ink);
    font-weight: 600;
  }
  .block .swatch {
    margin-inline-end: 6px;
  }
  .key {
    margin-block-start: 6px;
    ${hintText}
  }
`;
