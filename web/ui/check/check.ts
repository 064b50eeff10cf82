import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { parseReveal, progress, type Tries } from './tries.js';
import { EmbeddableElement, embedStyles } from '../embeddable-element.js';
import { controlStyles } from '../control-style.js';
import { button } from '../controls.js';
import { ElementState } from '../element-state.js';
import { SharedEngine } from '../engine.js';
import { sendEvent, sendReady, type AnswerDetail } from '../events.js';
import { sayAgain } from '../say-again.js';
import { codeStyles, exerciseStyles } from './exercise-style.js';
import { noticeStyles } from '../notice.js';
import { nextSeed } from '../../lib/state-fields.js';
import { followLanguage } from '../../lib/language.js';
import { spoken } from '../../lib/symbols.js';
import { withSymbols } from '../symbols.js';
import { checkWords } from './words/index.js';
import { base, tokens } from '../style.js';
import { withoutEngine } from '../without-engine.js';
import { wideButton } from '../style-parts.js';

/**
 * The base class of all checks: makes the question from a seed, counts tries, reveals the right
 * answer and sends events. Subclasses define the question and how the core grades it.
 *
 * @attr seed - 0 to 9999, selects the question
 * @attr reveal - when the right answer is shown: second-try, any-time (on request), never
 * @attr section - the address of the section about this topic, for "Go to the section"
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export abstract class Check<State extends Tries> extends EmbeddableElement {
  static override properties: PropertyDeclarations = {
    seed: {},
    reveal: {},
    section: {},
    announcement: { state: true },
  };
  declare seed: string;
  declare reveal: string;
  declare section: string;
  /** The text that screen readers announce. */
  declare announcement: string | TemplateResult;

  /** The attributes that select the question. When one changes, the question starts again. */
  protected abstract readonly questionSettings: readonly string[];
  /** Makes a valid state from anything. Missing fields are taken from the attributes. */
  protected abstract read(input: unknown): State;
  /** Gets the question and verdicts from the core. Leaves out invalid answers. */
  protected abstract grade(state: State, engine: Engine): State;
  protected abstract draw(): TemplateResult;
  protected abstract readonly isSolved: boolean;
  /** The last answer with its grade. */
  protected abstract readonly lastAnswer: Pick<AnswerDetail, 'question' | 'answer' | 'correct'>;
  /** The visible answers and verdicts in words, for screen readers. */
  protected abstract readonly verdictText: string;
  /** The question as plain text. */
  protected abstract readonly prompt: string;
  protected get embeddable() {
    return {
      title: this.prompt,
      attributes: [...this.questionSettings, 'reveal'],
      state: this.#state,
    };
  }
  /** The language of the question; null if it is that of the element. */
  protected get promptLanguage(): string | null {
    return 'en';
  }
  /** The question with formatted formulas. */
  protected get formattedPrompt(): string | TemplateResult {
    return this.prompt;
  }

  readonly #state = new ElementState<State>(this, {
    settings: () => this.questionSettings,
    initial: () => this.read(null),
    read: (input) => this.read(input),
    show: (state) => this.#show(state),
  });
  readonly #shared = new SharedEngine(
    this,
    (engine) => {
      this.#state.refresh();
      sendReady(this, engine);
    },
    () => this.loadContent(),
    () => this.isContentThere(),
  );

  constructor() {
    super();
    followLanguage(this, () => this.forgetWords());
    this.seed = '';
    this.reveal = 'second-try';
    this.section = '';
    this.announcement = '';
  }

  /** Loads the file with the questions, if there is one. */
  protected loadContent(): Promise<unknown> {
    return Promise.resolve();
  }

  /** Whether another element had that file loaded already. */
  protected isContentThere(): boolean {
    return true;
  }

  /** What the element shows if the file could not be loaded; by default one for all checks. */
  protected get failedTitle(): string | undefined {
    return undefined;
  }

  /** Loads the file again, because the page chose another. */
  protected loadAgain() {
    void this.#shared.loadAgain();
  }

  /** All that is needed to show the same again. Anything may be assigned; it is checked. */
  get state(): State {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#state.assign(input);
  }

  protected get canTryAnother(): boolean {
    return true;
  }
  /** The address of the section that explains this topic, or empty. */
  protected get sectionAddress(): string {
    return this.section;
  }

  protected get progress() {
    return progress(this.state, this.isSolved, parseReveal(this.reveal));
  }

  override render() {
    return this.#shared.engine ? this.draw() : withoutEngine(this.#shared, this.failedTitle);
  }

  /** Drops announcements in the old language. */
  protected forgetWords() {
    this.announcement = '';
  }

  protected frame(name: string, body: TemplateResult): TemplateResult {
    const prompt = this.formattedPrompt;
    const text = withSymbols(prompt);
    const spokenText = typeof prompt === 'string' ? nothing : spoken(this.prompt); // for MathML
    const lang = this.promptLanguage ?? nothing;
    return html`<section role="group" aria-labelledby="question">
      <p class="kind">${checkWords.kind(name, this.state.answers.length)}</p>
      <h2 id="question" aria-label=${spokenText} lang=${lang}>${text}</h2>
      ${body} ${this.embedThis()}
      <p class="unseen" role="status">${withSymbols(this.announcement)}</p>
    </section>`;
  }

  /** The buttons for another question, the answer and the section, once they are available. */
  protected nextSteps(): TemplateResult {
    const { isRevealed, canReveal } = this.progress;
    const { goToSection, showAnswer, tryAnother } = checkWords;
    return html`${isRevealed && this.canTryAnother ? button(tryAnother, this.#onTryAnother) : nothing}
    ${canReveal ? button(showAnswer, this.#onShowAnswer, 'link') : nothing}
    ${isRevealed && this.sectionAddress ? html`<a href=${this.sectionAddress}>${goToSection}</a>` : nothing}`;
  }

  /** Announces a text, also if it is the same as before: it is removed first. */
  protected announce(text: string | TemplateResult) {
    sayAgain(this, (text) => (this.announcement = text), text);
  }

  protected submit(answer: string) {
    const wasRevealed = this.progress.isRevealed;
    this.change({ ...this.state, answers: [...this.state.answers, answer] });
    this.announce(this.verdictText);
    // After the answer was shown, further tries are not reported to the page.
    if (wasRevealed) return;
    const attempts = this.state.answers.length;
    sendEvent(this, 'mh-answer', { id: this.id, ...this.lastAnswer, attempts });
  }

  /** The learner changed the state. */
  protected change(state: State) {
    this.#state.change(state);
  }

  #show(state: State): State {
    const { engine } = this.#shared;
    this.announcement = '';
    return engine ? this.grade(state, engine) : state;
  }

  #onShowAnswer = () => {
    this.change({ ...this.state, shown: true });
    this.announce(this.verdictText);
  };

  #onTryAnother = (event: Event) => {
    // Ignore the second click of a double click on Check: the verdict has not been read yet.
    if ((event as MouseEvent).detail > 1) return;
    this.change({ ...this.state, seed: nextSeed(this.state.seed), answers: [], shown: false });
    this.announce(this.prompt);
  };

  static override styles = [
    tokens,
    base,
    controlStyles,
    noticeStyles,
    exerciseStyles,
    codeStyles,
    embedStyles,
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
          ${wideButton}
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
