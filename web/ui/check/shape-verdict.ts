import { css, html, nothing, type TemplateResult } from 'lit';
import type { FormatError, ShapeVerdict } from '../../../emscripten/package/index.js';
import { axisPairs, splitAtColumn } from './answer-parts.js';
import { icon } from '../icons.js';
import { scrollBox } from '../scroll-box.js';
import { inEnglish } from '../in-english.js';
import { withSymbols } from '../symbols.js';
import { checkWords } from './words/index.js';
import { captionText, wrappedCode } from '../style-parts.js';

/** An answer, the shape in it, and the core's verdict. */
export interface ShapeResult {
  readonly text: string;
  readonly shape: readonly number[];
  readonly verdict: ShapeVerdict;
}

/** The labels of an axis table. */
interface AxisWords {
  readonly table: string;
  readonly axis: string;
  readonly yours: string;
  readonly core: string;
  /** For screen readers, at the first wrong axis. */
  readonly wrong: string;
}

/** The answer axis by axis. The right shape is below it once it may be shown. */
export function axisTable(
  answered: readonly number[] | undefined,
  wrongAxis: number | null | undefined,
  actual: readonly number[] | null,
  { axis, core, table, wrong, yours }: AxisWords = checkWords.shape,
): TemplateResult | typeof nothing {
  const pairs = axisPairs(answered ?? [], actual ?? []);
  if (pairs.length === 0) return nothing;
  const cell = (size: number | undefined, index: number) =>
    index === wrongAxis
      ? html`<td class="wrong">${size}<span class="unseen">${wrong}</span></td>`
      : html`<td>${size}</td>`;
  return scrollBox(
    table,
    html`<table>
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
    </table>`,
    'ltr',
  );
}

/** The verdict: right, or the first wrong axis and the usual reason. */
export function verdictOn({ verdict }: ShapeResult, explanation: string): TemplateResult {
  return html`<p class="verdict">
    ${verdict.correct ? icon('right') : nothing}
    <b>${lead(verdict)}</b>
    ${withSymbols(explanation)}
  </p>`;
}

/** The verdict for screen readers. */
export const verdictText = ({ verdict }: ShapeResult, explanation: string): string =>
  `${lead(verdict)} ${explanation}`;

function lead({ correct, axis }: ShapeVerdict): string {
  const { notYet, notYetAxis, right } = checkWords.shape;
  return correct ? right : axis === null ? notYet : notYetAxis(axis);
}

/** An answer that is not a shape, with the parser's error. */
export interface UnreadableShape {
  readonly text: string;
  readonly error: FormatError;
}

/** Where the parser stopped, and why. */
export const whyUnreadable = (error: FormatError): TemplateResult =>
  html`<b>${checkWords.shape.unreadable(error.column ?? 1)}</b> ${inEnglish(withoutColumn(error))}`;

export function unreadable({ text, error }: UnreadableShape): TemplateResult {
  return html`<p class="verdict">${whyUnreadable(error)}</p>
    ${text.trim() ? markColumn(text, error.column ?? 1) : nothing}`;
}

/** A line of text with one column marked. */
export function markColumn(line: string, column: number): TemplateResult {
  const { before, at, after } = splitAtColumn(line, column);
  return html`<p class="echo" dir="ltr" aria-hidden="true">${before}<b>${at}</b>${after}</p>`;
}

/** The core's message without its position, which is shown separately. */
export const withoutColumn = ({ message }: FormatError): string =>
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
    ${captionText}
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
    ${wrappedCode}
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
