import { css, html, nothing, type TemplateResult } from 'lit';
import type { Museum, Test, Verdict } from '../lib/museum.js';
import { visitTo, type MuseumState } from '../lib/museum-state.js';
import { listing } from './museum-listing.js';
import { strings } from './strings.js';

/** A row by number, 0 for the correct program, and a column by the test's id. */
export interface Cell {
  readonly number: number;
  readonly test: string;
}

/** What the table and its words are made of. */
export interface Results {
  readonly museum: Museum;
  readonly state: MuseumState;
  /** The bug's name where the learner knows it; else empty. */
  readonly nameOf: (number: number) => string;
}

/** Exhibits x tests: a cell has a verdict once its test was run. */
export function matrix(
  results: Results,
  chosen: Cell | null,
  choose: (cell: Cell) => void,
): TemplateResult {
  const { exhibits, tests } = results.museum.content;
  const { caption, exhibit, title } = strings.museum.table;
  const numbers = [...exhibits.map((_, index) => index + 1), 0];
  const cell = (number: number, test: Test) => {
    const verdict = verdictAt(results, number, test);
    if (!verdict) return html`<td><span class="unseen">${strings.museum.notRun}</span></td>`;
    const isChosen = chosen?.number === number && chosen.test === test.id;
    const words = strings.museum.verdicts[verdict.kind];
    return html`<td>
      <button
        type="button"
        class=${verdict.kind}
        aria-pressed=${isChosen}
        aria-label=${strings.museum.table.cell(titleOf(results, number), test.name, words)}
        @click=${() => choose({ number, test: test.id })}
      >
        ${words}
      </button>
    </td>`;
  };
  return html`<p class="note">${caption}</p>
    <div class="wide" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption class="unseen">
          ${title}
        </caption>
        <thead>
          <tr>
            <th scope="col">${exhibit}</th>
            ${tests.map(({ short }) => html`<th scope="col">${short}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${numbers.map(
            (number) =>
              html`<tr class=${number === results.state.exhibit ? 'current' : ''}>
                <th scope="row">${rowHead(results, number)}</th>
                ${tests.map((test) => cell(number, test))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function rowHead({ nameOf }: Results, number: number): TemplateResult {
  if (number === 0) return html`${strings.museum.correct}`;
  return html`${number} <span class="name">${nameOf(number)}</span>`;
}

/** The chosen cell: what was measured there, and by which code. */
export function cellDetail(results: Results, { number, test: id }: Cell): TemplateResult {
  const test = results.museum.content.tests.find((each) => each.id === id)!;
  const verdict = results.museum.verdict(number, test);
  const { museum } = strings;
  return html`<p>
      <b
        >${museum.table.cell(titleOf(results, number), test.name, museum.verdicts[verdict.kind])}.</b
      >
      ${test.claim}
    </p>
    <p>
      ${verdict.measurement ? html`${test.measure}: ` : nothing}<b>${museum.measured(verdict)}</b>.
    </p>
    <details>
      <summary class="link">${museum.table.code}</summary>
      ${listing(test.source, museum.table.code)}
    </details>`;
}

/** The table in sentences, a row each. */
export function inWords(results: Results): string[] {
  const { exhibits, tests } = results.museum.content;
  const { museum } = strings;
  const rows = [...exhibits.map((_, index) => index + 1), 0].map((number) => ({
    number,
    verdicts: tests.flatMap((test) => {
      const verdict = verdictAt(results, number, test);
      const words = verdict && `${museum.verdicts[verdict.kind]} (${museum.measured(verdict)})`;
      return words ? [`${test.name} ${words}`] : [];
    }),
  }));
  const tested = rows.filter(({ verdicts }) => verdicts.length > 0);
  const exhibitsTested = tested.filter(({ number }) => number > 0).length;
  const named = exhibits.filter((_, index) => results.nameOf(index + 1) !== '').length;
  return [
    museum.words(exhibitsTested, exhibits.length, named),
    ...tested.map(({ number, verdicts }) => museum.row(titleOf(results, number), verdicts)),
  ];
}

export const titleOf = ({ nameOf }: Results, number: number): string =>
  number === 0 ? strings.museum.correct : strings.museum.exhibit(number, nameOf(number));

/** Null as long as the test was not run there. */
function verdictAt({ museum, state }: Results, number: number, test: Test): Verdict | null {
  return visitTo(state, number).tests.includes(test.id) ? museum.verdict(number, test) : null;
}

export const matrixStyles = css`
  .wide {
    position: relative;
    max-block-size: none;
  }
  .matrix table {
    min-inline-size: 100%;
  }
  .matrix th,
  .matrix td {
    padding: 2px 6px;
    text-align: start;
  }
  .matrix th[scope='row'] {
    min-inline-size: 40px;
    max-inline-size: 210px;
    white-space: normal;
  }
  .matrix thead th + th {
    padding-inline-start: 10px;
  }
  .matrix td {
    min-inline-size: 62px;
    block-size: 32px;
  }
  .matrix .current th {
    font-weight: 600;
  }
  .matrix .name {
    color: var(--mh-ink-2);
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .matrix td button {
    min-block-size: 28px;
    inline-size: 100%;
    padding: 0 4px;
    border: 0;
    border-radius: 2px;
    background: none;
    color: var(--mh-ink-2);
    font: var(--mh-cell) var(--mh-font-ui);
    text-align: start;
  }
  .matrix td button.exposes {
    color: var(--mh-ink);
    font-weight: 600;
  }
  .matrix td button[aria-pressed='true'] {
    background: var(--mh-ink);
    color: var(--mh-page);
  }
  @media (pointer: coarse) {
    .matrix td button {
      min-block-size: 44px;
      min-inline-size: 56px;
    }
  }
  @media (forced-colors: active) {
    .matrix td button[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;
