import { css, html, nothing, type TemplateResult } from 'lit';
import type { FormatError, ShapeVerdict } from '../../../emscripten/package/index.js';
import { axisPairs, splitAtColumn } from './answer-parts.js';
import { icon } from '../icons.js';
import { inEnglish } from '../../lib/in-english.js';
import { uiWords } from '../words/index.js';

/** An answer, the shape that it says, and the core's verdict on it. */
export interface Graded {
  readonly text: string;
  readonly shape: readonly number[];
  readonly verdict: ShapeVerdict;
}

/** What the rows of an axis table are called. */
interface AxisWords {
  readonly table: string;
  readonly axis: string;
  readonly yours: string;
  readonly core: string;
  /** Said of the first wrong axis. */
  readonly wrong: string;
}

/** The answer axis by axis; the core's row stands below it once it may be seen. */
export function axisTable(
  answered: readonly number[] | undefined,
  wrongAxis: number | null | undefined,
  actual: readonly number[] | null,
  { axis, core, table, wrong, yours }: AxisWords = uiWords.shape,
): TemplateResult | typeof nothing {
  const pairs = axisPairs(answered ?? [], actual ?? []);
  if (pairs.length === 0) return nothing;
  const cell = (size: number | undefined, index: number) =>
    index === wrongAxis
      ? html`<td class="wrong">${size}<span class="unseen">${wrong}</span></td>`
      : html`<td>${size}</td>`;
  return html`<div class="wide" dir="ltr" tabindex=${pairs.length > 4 ? 0 : nothing}>
    <table>
      <caption class="unseen">
        ${table}
      </caption>
      <tr>
        <th scope="row">${axis}</th>
        ${pairs.map((_, index) => html`<th scope="col">${index}</th>`)}
      </tr>
      ${
        answered
          ? html`<tr>
              <th scope="row">${yours}</th>
              ${pairs.map(({ answered: size }, index) => cell(size, index))}
            </tr>`
          : nothing
      }
      ${
        actual
          ? html`<tr>
              <th scope="row">${core}</th>
              ${pairs.map(({ actual: size }) => html`<td>${size}</td>`)}
            </tr>`
          : nothing
      }
    </table>
  </div>`;
}

/** Right, or the first wrong axis and what such an answer usually means. */
export function verdictOn({ verdict }: Graded): TemplateResult {
  return html`<p class="verdict">
    ${verdict.correct ? icon('right') : nothing}
    <b>${lead(verdict)}</b>
    ${inEnglish(verdict.explanation)}
  </p>`;
}

/** The same for a screen reader. */
export const spokenVerdict = ({ verdict }: Graded): string =>
  `${lead(verdict)} ${verdict.explanation}`;

function lead({ correct, axis }: ShapeVerdict): string {
  const { notYet, notYetAxis, right } = uiWords.shape;
  return correct ? right : axis === null ? notYet : notYetAxis(axis);
}

/** Text that is no shape, repeated with the place that could not be read. */
export interface Unread {
  readonly text: string;
  readonly error: FormatError;
}

export function unreadable({ text, error }: Unread): TemplateResult {
  return html`<p class="verdict">
      <b>${uiWords.shape.unreadable(error.column ?? 1)}</b> ${inEnglish(reason(error))}
    </p>
    ${text.trim() ? markedAt(text, error.column ?? 1) : nothing}`;
}

/** A line of code with the column marked. */
export function markedAt(line: string, column: number): TemplateResult {
  const { before, at, after } = splitAtColumn(line, column);
  return html`<p class="echo" dir="ltr" aria-hidden="true">${before}<b>${at}</b>${after}</p>`;
}

/** The core's message without the place, which stands before it. */
export const reason = ({ message }: FormatError): string =>
  message.replace(/^(?:shape|formula), column \d+: /u, '');

export const verdictStyles = css`
  .wide {
    margin-block-start: 12px;
  }
  table {
    border-collapse: collapse;
  }
  tr {
    border-block-end: 1px solid var(--mh-hair);
  }
  th,
  td {
    min-inline-size: 64px;
    padding: 7px 4px;
    font-weight: 400;
    text-align: center;
  }
  th[scope='row'] {
    min-inline-size: 110px;
    padding-inline: 0 12px;
    color: var(--mh-ink-2);
    text-align: inherit;
    white-space: nowrap;
  }
  .wrong {
    border-block-end: 2px solid var(--mh-ink);
    font-weight: 600;
  }
  .verdict {
    margin-block-start: 14px;
    color: var(--mh-ink-2);
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .verdict b {
    color: var(--mh-ink);
  }
  .verdict .icon {
    margin-inline-end: 2px;
    color: var(--mh-ink);
    vertical-align: -4px;
  }
  .echo {
    margin-block-start: 6px;
    font: 0.875rem/1.5rem var(--mh-font-mono);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .echo b {
    border-block-end: 2px solid var(--mh-ink);
  }
  @container (inline-size < 400px) {
    th,
    td {
      min-inline-size: 48px;
    }
    th[scope='row'] {
      min-inline-size: 96px;
    }
  }
`;
