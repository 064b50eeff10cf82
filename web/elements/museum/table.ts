import { css, html, nothing, type TemplateResult } from 'lit';
import { join } from 'lit/directives/join.js';
import { spoken } from '../../lib/symbols.js';
import { inEnglish } from '../../ui/in-english.js';
import { withSymbols } from '../../ui/symbols.js';
import type { Test } from './museum.js';
import type { TableCell, MuseumTour } from './tour.js';
import { listing } from './listing.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { words } from './words/index.js';
import { highlighted, smallText, strongText } from '../../ui/style-parts.js';

/** A table of exhibits x tests, with the verdicts of the tests that were run. */
export function matrix(
  tour: MuseumTour,
  chosen: TableCell | null,
  choose: (cell: TableCell) => void,
): TemplateResult {
  const { tests } = tour.museum.content;
  const { caption, exhibit, title } = words.table;
  const cell = (number: number, test: Test) => {
    const verdict = tour.verdictAt(number, test);
    if (!verdict) return html`<td><span class="unseen">${words.notRun}</span></td>`;
    const isChosen = chosen?.number === number && chosen.test === test.id;
    const outcome = words.verdicts[verdict.kind];
    return html`<td>
      <button
        type="button"
        class=${verdict.kind}
        aria-pressed=${isChosen}
        aria-label=${spoken(words.table.cell(exhibitTitle(tour, number), test.name, outcome))}
        @click=${() => choose({ number, test: test.id })}
      >
        ${outcome}
      </button>
    </td>`;
  };
  const tested = tour.rows.filter((number) => tests.some((test) => tour.verdictAt(number, test)));
  if (tested.length === 0) return html``;
  return html`<p class="note">${caption}</p>
    ${scrollBox(
      title,
      html`<table>
        <caption class="unseen">
          ${title}
        </caption>
        <thead>
          <tr>
            <th scope="col">${exhibit}</th>
            ${tests.map(({ short }) => html`<th scope="col">${inEnglish(withSymbols(short))}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${tested.map(
            (number) =>
              html`<tr class=${number === tour.number ? 'current' : ''}>
                <th scope="row">${rowHead(tour, number)}</th>
                ${tests.map((test) => cell(number, test))}
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}`;
}

function rowHead(tour: MuseumTour, number: number): TemplateResult {
  if (number === 0) return html`${words.correct}`;
  return html`${number} <span class="name">${inEnglish(withSymbols(tour.nameOf(number)))}</span>`;
}

/** The measurement of the chosen cell, and the test's code. */
export function cellDetail(tour: MuseumTour, { number, test: id }: TableCell): TemplateResult {
  const test = tour.museum.content.tests.find((each) => each.id === id)!;
  const verdict = tour.museum.verdict(number, test);
  return html`<p>
      <b
        >${withSymbols(words.table.cell(exhibitTitle(tour, number), test.name, words.verdicts[verdict.kind]))}.</b
      >
      ${inEnglish(withSymbols(test.claim))}
    </p>
    <p>
      ${verdict.measurement ? html`${inEnglish(withSymbols(test.measure))}: ` : nothing}<b>${words.measured(verdict)}</b>.
    </p>
    <details>
      <summary class="link">${words.table.code}</summary>
      ${listing(test.source, words.table.code)}
    </details>`;
}

/** The table in words, one sentence per row. */
export function tableSentences(tour: MuseumTour): (string | TemplateResult)[] {
  const rows = tour.rows.map((number) => ({
    number,
    verdicts: tour.museum.content.tests.flatMap((test) => {
      const verdict = tour.verdictAt(number, test);
      if (!verdict) return [];
      return [
        html`${inEnglish(withSymbols(test.name))} ${words.verdicts[verdict.kind]}
        (${words.measured(verdict)})`,
      ];
    }),
  }));
  const tested = rows.filter(({ verdicts }) => verdicts.length > 0);
  const exhibitsTested = tested.filter(({ number }) => number > 0).length;
  const revealed = tour.exhibits.filter((_, index) => tour.nameOf(index + 1) !== '').length;
  return [
    words.words(exhibitsTested, tour.exhibits.length, revealed),
    ...tested.map(
      ({ number, verdicts }) =>
        html`${withSymbols(exhibitTitle(tour, number))}: ${join(verdicts, '; ')}.`,
    ),
  ];
}

export const exhibitTitle = (tour: MuseumTour, number: number): string =>
  number === 0 ? words.correct : words.exhibit(number, tour.nameOf(number));

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
    min-inline-size: 9rem;
    max-inline-size: 13rem;
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
    ${smallText}
  }
  .matrix td button {
    min-block-size: 28px;
    inline-size: 100%;
    padding: 0 4px;
    border: 0;
    border-radius: 2px;
    background: none;
    ${smallText}
    text-align: start;
  }
  .matrix td button.exposes {
    ${strongText}
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
      ${highlighted}
    }
  }
`;
