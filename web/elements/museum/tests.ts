import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { withSymbols } from '../../ui/symbols.js';
import type { Test, Verdict } from './museum.js';
import type { MuseumTour } from './tour.js';
import { inEnglish } from '../../ui/in-english.js';
import { words } from './words/index.js';
import { hintText, strongText } from '../../ui/style-parts.js';

/** The available tests, with the verdicts of those that were run. */
export function testList(
  tour: MuseumTour,
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
): TemplateResult {
  const { oracle, title } = words.tests;
  return html`<h3 id="tests-title">${title}</h3>
    <ul aria-labelledby="tests-title">
      ${tour.availableTests.map(
        (test) =>
          html`<li class="test">
            ${testRow(tour, test, chosen.has(test.id), () => toggle(test.id))}
          </li>`,
      )}
    </ul>
    ${tour.progress.isRevealed ? nothing : html`<p class="note">${oracle}</p>`}`;
}

function testRow(
  tour: MuseumTour,
  test: Test,
  isChosen: boolean,
  toggle: () => void,
): TemplateResult {
  const { id, name, claim } = test;
  const verdict = tour.verdictAt(tour.number, test);
  return html`<label>
      <input
        type="checkbox"
        aria-describedby="claim-${id}"
        .checked=${live(isChosen)}
        @change=${toggle}
      />${inEnglish(withSymbols(name))}
    </label>
    ${verdict ? result(verdict) : nothing}
    <p id="claim-${id}">
      ${inEnglish(withSymbols(claim))}${verdict?.error ? html` <b>${inEnglish(verdict.error)}</b>` : nothing}
    </p>`;
}

function result({ kind, measurement }: Verdict): TemplateResult {
  const { number, verdicts } = words;
  return html`<p class=${kind}>
    ${verdicts[kind]}${measurement ? html` ${number(measurement.measured)}` : nothing}
  </p>`;
}

export const testStyles = css`
  .test {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: center;
    column-gap: 12px;
    padding-block: 2px 6px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .test label {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: var(--mh-target);
    font: 500 var(--mh-control) var(--mh-font-ui);
    cursor: pointer;
  }
  .test p {
    ${hintText}
  }
  .test [id^='claim'] {
    grid-column: 1 / -1;
    padding-inline-start: 30px;
  }
  .test .exposes {
    ${strongText}
  }
  input[type='checkbox'] {
    flex: none;
    appearance: auto;
    accent-color: var(--mh-ink);
  }
`;
