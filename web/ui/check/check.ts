import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { parseReveal, progress, type Tries } from './tries.js';
import { BoxedElement } from '../boxed-element.js';
import { button, controlStyles } from '../controls.js';
import { ElementState } from '../element-state.js';
import { SharedEngine } from '../engine.js';
import { sendEvent, type AnswerDetail } from '../events.js';
import { keepFocus } from '../focus.js';
import { codeStyles, exerciseStyles } from './exercise-style.js';
import { noticeStyles } from '../notice.js';
import { nextSeed } from '../../lib/state-fields.js';
import { followLanguage } from '../../lib/language.js';
import { uiWords } from '../words/index.js';
import { base, tokens } from '../style.js';
import { withoutEngine } from '../without-engine.js';

/**
 * What every check shares: its question is drawn from a seed and asked in a frame, tries are
 * counted, the right answer shows when it may, and the page is told. What it asks and how the core
 * grades it is the subclass's.
 *
 * @attr seed - 0 to 9999, draws the question
 * @attr reveal - when the right answer shows: second-try, any-time (on request), never
 * @attr section - the address of what the question is about, for "Go to the section"
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export abstract class Check<State extends Tries> extends BoxedElement {
  static override properties: PropertyDeclarations = {
    seed: {},
    reveal: {},
    section: {},
    announcement: { state: true },
  };
  declare seed: string;
  declare reveal: string;
  declare section: string;
  /** What a screen reader announces. */
  declare announcement: string;

  /** The attributes that choose the question. When one changes, it is asked afresh. */
  protected abstract readonly choosers: readonly string[];
  /** A valid state from anything; what it does not say, the attributes do. */
  protected abstract read(given: unknown): State;
  /** Asks the core for the question and the verdicts; leaves out answers that are none here. */
  protected abstract grade(state: State, engine: Engine): State;
  protected abstract draw(): TemplateResult;
  protected abstract readonly isFound: boolean;
  /** The last answer, graded. */
  protected abstract readonly last: Pick<AnswerDetail, 'question' | 'answer' | 'correct'>;
  /** What can be seen of answers and verdicts, in words. */
  protected abstract readonly spoken: string;
  /** The question in plain text. */
  protected abstract readonly prompt: string;
  /** The same, where it has formulas. */
  protected get shownPrompt(): string | TemplateResult {
    return this.prompt;
  }

  readonly #state = new ElementState<State>(this, {
    settings: () => this.choosers,
    initial: () => this.read(null),
    read: (given) => this.read(given),
    show: (state) => this.#show(state),
  });
  readonly #shared = new SharedEngine(
    this,
    (engine) => {
      this.#state.refresh();
      sendEvent(this, 'mh-ready', { engine: engine.version });
    },
    () => this.loadContent(),
  );

  constructor() {
    super();
    followLanguage(this, () => this.forgetWords());
    this.seed = '';
    this.reveal = 'second-try';
    this.section = '';
    this.announcement = '';
  }

  /** What the questions are made from, where that is a file of its own. */
  protected loadContent(): Promise<unknown> {
    return Promise.resolve();
  }

  /** All that is needed to show the same again. Anything may be assigned: it is checked. */
  get state(): State {
    return this.#state.value;
  }
  set state(given: unknown) {
    this.#state.assign(given);
  }

  protected get offersAnother(): boolean {
    return true;
  }
  /** Where what is asked is explained; empty where nobody said. */
  protected get place(): string {
    return this.section;
  }

  protected get progress() {
    return progress(this.state, this.isFound, parseReveal(this.reveal));
  }

  override render() {
    return this.#shared.engine ? this.draw() : withoutEngine(this.#shared);
  }

  /** What was said in another language. */
  protected forgetWords() {
    this.announcement = '';
  }

  protected frame(name: string, body: TemplateResult): TemplateResult {
    return html`<section aria-labelledby="question">
      <p class="kind">${uiWords.checks.kind(name, this.state.answers.length)}</p>
      <h2 id="question" lang="en">${this.shownPrompt}</h2>
      ${body}
      <p class="unseen" role="status">${this.announcement}</p>
    </section>`;
  }

  /** Another question, the answer, the section: each once it is time for it. */
  protected nextSteps(): TemplateResult {
    const { isRevealed, mayAsk } = this.progress;
    const { goToSection, showAnswer, tryAnother } = uiWords.checks;
    return html`${isRevealed && this.offersAnother ? button(tryAnother, this.#onTryAnother) : nothing}
    ${mayAsk ? button(showAnswer, this.#onShowAnswer, 'link') : nothing}
    ${isRevealed && this.place ? html`<a href=${this.place}>${goToSection}</a>` : nothing}`;
  }

  protected give(answer: string) {
    const wasRevealed = this.progress.isRevealed;
    this.change({ ...this.state, answers: [...this.state.answers, answer] });
    this.announcement = this.spoken;
    // Who has seen the answer may still try, but that tells nobody anything.
    if (wasRevealed) return;
    const attempts = this.state.answers.length;
    sendEvent(this, 'mh-answer', { id: this.id, ...this.last, attempts });
  }

  /** A change by the learner's hand. */
  protected change(state: State) {
    this.#state.change(state);
    void keepFocus(this, '.row button', '.entry');
  }

  #show(state: State): State {
    const { engine } = this.#shared;
    this.announcement = '';
    return engine ? this.grade(state, engine) : state;
  }

  #onShowAnswer = () => {
    this.change({ ...this.state, shown: true });
    this.announcement = this.spoken;
  };

  #onTryAnother = (event: Event) => {
    // The second click of a double one on Check: its verdict has not been read yet.
    if ((event as MouseEvent).detail > 1) return;
    this.change({ ...this.state, seed: nextSeed(this.state.seed), answers: [], shown: false });
    this.announcement = this.prompt;
  };

  static override styles = [
    tokens,
    base,
    controlStyles,
    noticeStyles,
    exerciseStyles,
    codeStyles,
    css`
      :host {
        max-inline-size: 656px;
      }
      .row:not(:has(*)) {
        display: none;
      }
      @container (inline-size < 400px) {
        .row .plain,
        .row .filled {
          flex: 1 0 100%;
          min-block-size: 44px;
        }
      }
      @media print {
        section {
          break-inside: avoid;
        }
      }
    `,
  ];
}
