import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { BoxedElement } from './boxed-element.js';
import { controlStyles } from './control-style.js';
import { button } from './controls.js';
import { icon } from './icons.js';
import { followLanguage, language } from '../lib/language.js';
import { withSymbols } from './symbols.js';
import { uiWords } from './words/index.js';
import { base, radio } from './style.js';

/** A question about the result of a change, before the change is made. */
export interface Question {
  readonly id: string;
  readonly ask: string | TemplateResult;
  readonly options: readonly { readonly label: string }[];
  /** The label of the button that submits the guess. */
  readonly act: string;
}

/** Whether a guess was right. `words` may be a getter, so that it follows the language. */
export interface Verdict {
  readonly correct: boolean;
  readonly words: string | TemplateResult;
}
/** A prediction and whether it was correct, for the event mh-answer. */
export interface PredictionResult {
  readonly question: string;
  readonly answer: string;
  readonly correct: boolean;
}

const labelsOf = (question: Question | null | undefined) =>
  question?.options.map(({ label }) => label).join();

/**
 * Asks for a prediction before a change is made; then shows the verdict in the same place.
 *
 * Part of the figures. @attr compact - options are side by side on phones too
 * @fires guess - the index of the chosen option
 */
export class Predict extends BoxedElement {
  static override properties = {
    prediction: { attribute: false },
    verdict: { attribute: false },
    waiting: { attribute: false },
    guess: { state: true },
    isIncomplete: { state: true },
  };
  declare prediction: Question | null;
  declare verdict: Verdict | null;
  /** Shown from the guess to its verdict, if that takes a while. */
  declare waiting: string;
  declare guess: number | null;
  /** The form was submitted without choosing an option. */
  declare isIncomplete: boolean;
  /** The language of the options that are shown. */
  #language = language;
  /** The answer takes the focus from the question, and is read out for that. */
  #isFocused = false;

  constructor() {
    super();
    followLanguage(this);
    this.prediction = null;
    this.verdict = null;
    this.waiting = '';
    this.guess = null;
    this.isIncomplete = false;
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (this.hasUpdated && (changed.has('verdict') || changed.has('prediction'))) {
      this.#isFocused = this.renderRoot.querySelector('form:focus-within') !== null;
    }
    if (!changed.has('prediction')) return;
    const before = changed.get('prediction');
    const isTranslated = this.#language !== language;
    this.#language = language;
    const isSame = isTranslated || labelsOf(before) === labelsOf(this.prediction);
    if (isSame && before?.id === this.prediction?.id) return;
    this.guess = null;
    this.isIncomplete = false;
  }

  override render() {
    return html`${this.prediction ? this.#question(this.prediction) : ''}
      <div aria-live=${this.#isFocused ? 'off' : 'polite'}>
        ${this.prediction ? '' : this.#answer()}
      </div>`;
  }

  #question({ ask, options, act }: Question): TemplateResult {
    const { choose, first, lead } = uiWords.predict;
    return html`<form class="ask" @submit=${this.#onSubmit}>
      <p tabindex="-1"><b>${lead}</b> <span id="ask">${withSymbols(ask)}</span></p>
      <fieldset aria-describedby="ask">
        <legend class="unseen">${choose}</legend>
        ${options.map(
          ({ label }, index) =>
            html`<label
              ><input
                type="radio"
                name="guess"
                .checked=${index === this.guess}
                @change=${() => (this.guess = index)}
              />${label}</label
            >`,
        )}
        ${button(act, this.#onSubmit, 'filled')}
        <span role="status">${this.isIncomplete ? first : ''}</span>
      </fieldset>
    </form>`;
  }

  /** The verdict replaces the words in the paragraph that had its place: the focus stays there. */
  #answer(): TemplateResult | string {
    const words = this.verdict ? this.#verdict(this.verdict) : this.waiting;
    return words && html`<p class="ask" tabindex="-1">${words}</p>`;
  }

  #verdict({ correct, words }: Verdict): TemplateResult {
    const { right, wrong } = uiWords.predict;
    return html`${icon(correct ? 'right' : 'wrong')}
      <b>${correct ? right : wrong}</b> ${withSymbols(words)}`;
  }

  #onSubmit = (event: Event) => {
    event.preventDefault();
    this.isIncomplete = this.guess === null;
    if (this.isIncomplete) return;
    this.dispatchEvent(new CustomEvent('guess', { detail: this.guess }));
  };

  static override styles = [
    base,
    controlStyles,
    radio,
    css`
      .box {
        min-block-size: 4.5rem;
      }
      p.ask:focus {
        outline: none;
      }
      .icon {
        vertical-align: -4px;
      }
      .ask {
        border-inline-start: 3px solid var(--mh-ink);
        padding-block: 2px;
        padding-inline-start: 20px;
      }
      b {
        font-weight: 600;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 28px;
        margin-block-start: 6px;
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: 8px;
        min-block-size: var(--mh-target);
        cursor: pointer;
      }
      @container (inline-size < 35rem) {
        label,
        button.filled {
          min-block-size: 44px;
        }
        :host(:not([compact])) fieldset {
          flex-direction: column;
          align-items: stretch;
          gap: 0;
        }
        :host(:not([compact])) label {
          border-block-end: 1px solid var(--mh-hair);
        }
        :host(:not([compact])) button.filled {
          margin-block-start: 8px;
        }
      }
      :host([compact]) .ask {
        padding-inline-start: 14px;
      }
      :host([compact]) fieldset {
        column-gap: 18px;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];
}

/** A figure that asks. */
interface Host extends BoxedElement {
  announceLater(text: () => string | null): void;
}

/** The radio button with a question that an arrow key has reached. */
let reached: Element | null = null;

/**
 * A question waits for an answer: after the next update, its first option gets the focus. If an arrow
 * key reached the choice, the focus stays, since the next arrow key must go on in the group and not
 * choose an answer: the question is announced, and Space leads to it.
 */
export async function focusPrediction(host: Host) {
  await host.updateComplete;
  const predict = host.renderRoot.querySelector<Predict>('mh-predict');
  await predict?.updateComplete;
  const part = (selector: string) => predict?.renderRoot.querySelector<HTMLElement>(selector);
  const choice = host.shadowRoot!.activeElement as HTMLElement | null;
  const isChoice = choice !== reached && choice?.matches('[type=radio]');
  if (isChoice && choice!.matches(':focus-visible')) {
    reached = choice;
    choice!.onblur = () => (reached = null);
    host.announceLater(() => part('p')!.textContent);
  } else part(isChoice ? 'p' : 'input')?.focus();
}
