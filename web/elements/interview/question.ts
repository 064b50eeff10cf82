import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { withCode } from '../../ui/with-code.js';
import { maxNoteLength, ratings, type Attempt, type InterviewQuestion } from './state.js';
import { button, segments } from '../../ui/controls.js';
import { words } from './words/index.js';

/** Changes the learner's attempt at the open question. */
export type Change = (change: Partial<Attempt>) => void;

const stars = 3;

/** The difficulty and companies, below the question. */
export function questionFacts(question: InterviewQuestion, attempt: Attempt): TemplateResult {
  const { difficulties, errata, ratings } = words;
  const { stars: filled, companies } = question;
  return html`<p class="about">
    <span
      ><span class="stars" aria-hidden="true"
        >${'★'.repeat(filled)}${'☆'.repeat(stars - filled)}</span
      >
      ${difficulties[filled]}</span
    >
    <span>${companies.length > 0 ? companies.join(', ') : errata}</span>
    ${attempt.rating ? html`<b>${ratings[attempt.rating]}</b>` : nothing}
  </p>`;
}

/** The learner's answer, and after it the model answer with its points and the rating. */
export function questionBody(
  question: InterviewQuestion,
  attempt: Attempt,
  hint: string,
  change: Change,
  show: () => void,
): TemplateResult {
  const { note, aloud, show: showModel } = words;
  return html`<div class="body">
    <p class="title" aria-hidden="true">${withCode(question.question)}</p>
    <label class="note"
      ><span>${note}</span>
      <textarea
        class="entry"
        rows="4"
        maxlength=${maxNoteLength}
        .value=${live(attempt.note)}
        @input=${(event: Event) => change({ note: (event.target as HTMLTextAreaElement).value })}
      ></textarea>
    </label>
    ${checkbox(aloud, attempt.aloud, (on) => change({ aloud: on }))}
    ${
      attempt.shown
        ? modelAnswer(question, attempt, change)
        : html`<div class="row">
            ${button(showModel, show, 'filled')}<span class="hint" role="status">${hint}</span>
          </div>`
    }
  </div>`;
}

function modelAnswer(
  { answer, points }: InterviewQuestion,
  attempt: Attempt,
  change: Change,
): TemplateResult {
  const { named, rating } = attempt;
  const name = (point: number, on: boolean) => {
    const others = named.filter((each) => each !== point);
    change({ named: on ? [...others, point] : others });
  };
  return html`<h4 class="model" tabindex="-1">${words.model}</h4>
    <div class="prose" lang="en">
      ${answer.map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
    </div>
    <fieldset>
      <legend>${words.points}</legend>
      ${points.map((text, point) =>
        checkbox(withCode(text), named.includes(point), (on) => name(point, on)),
      )}
      <p class="hint" role="status">${words.named(named.length, points.length)}</p>
    </fieldset>
    ${segments({
      label: words.rate,
      name: 'rating',
      value: rating ?? '',
      choices: ratings.map((value) => ({ value, label: words.ratings[value] })),
      choose: (rating) => change({ rating: rating || null }),
    })}`;
}

/** A checkbox. Labels from the questions (not strings) are English in every language. */
const checkbox = (
  label: string | TemplateResult,
  on: boolean,
  set: (on: boolean) => void,
  isContent = typeof label !== 'string',
) =>
  html`<label class="tick"
    ><input
      type="checkbox"
      .checked=${live(on)}
      @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}
    /><span lang=${isContent ? 'en' : nothing}>${label}</span></label
  >`;
