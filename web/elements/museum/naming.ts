import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { withSymbols } from '../../ui/symbols.js';
import { reason } from './reason.js';
import type { MuseumTour } from './tour.js';
import { inEnglish } from '../../ui/in-english.js';
import { icon } from '../../ui/icons.js';
import { words } from './words/index.js';
import { checkWords } from '../../ui/check/words/index.js';

/** The names to choose from, in alphabetical order, which gives no hint. */
export function naming(
  tour: MuseumTour,
  chosen: string | null,
  choose: (id: string) => void,
): TemplateResult {
  const { isRevealed } = tour.progress;
  const names = [...tour.exhibits].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return html`<fieldset class="names">
    <legend class="unseen">${words.naming.choose}</legend>
    ${names.map(({ id, name }) => {
      const isRight = id === tour.exhibit.id;
      const isTried = tour.visit.guesses.includes(id);
      const isMarked = isTried || (isRevealed && isRight);
      const label = inEnglish(withSymbols(name));
      return html`<div class="option">
        <span class="mark">
          <input
            id="name-${id}"
            type="radio"
            name="bug"
            class=${isMarked ? 'marked' : ''}
            aria-describedby=${isTried && !isRight ? `reason-${id}` : nothing}
            ?disabled=${isRevealed}
            .checked=${live(id === chosen)}
            @change=${() => choose(id)}
          />${isMarked ? icon(isRight ? 'right' : 'wrong') : nothing}
        </span>
        <label for="name-${id}">${isMarked ? html`<b>${label}</b>${mark(isRight)}` : label}</label>
        ${isTried && !isRight ? html`<p id="reason-${id}">${withSymbols(reason(tour, id))}</p>` : nothing}
      </div>`;
    })}
  </fieldset>`;
}

const mark = (isRight: boolean) => checkWords[isRight ? 'right' : 'yours'];

export const namingStyles = css`
  .names {
    columns: 2;
    column-gap: 48px;
  }
  @container (inline-size < 47.5rem) {
    .names {
      columns: 1;
    }
  }
`;
