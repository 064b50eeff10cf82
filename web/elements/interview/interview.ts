import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { KeptAnswers } from './answers.js';
import { filters } from './filters.js';
import {
  applyFilters,
  computeQuestion,
  removeUnknown,
  hasAnswered,
  parseInterview,
  type Attempt,
  type InterviewQuestion,
  type InterviewState,
} from './state.js';
import { interviewText } from './text.js';
import { EmbeddableElement } from '../../ui/embeddable-element.js';
import { Clipboard } from '../../ui/clipboard.js';
import { button } from '../../ui/controls.js';
import { ElementState } from '../../ui/element-state.js';
import { SharedEngine } from '../../ui/engine.js';
import { focusPart } from '../../ui/focus.js';
import { sendReady } from '../../ui/events.js';
import { inEnglish } from '../../ui/in-english.js';
import { withCode } from '../../ui/with-code.js';
import { questionFacts, questionBody } from './question.js';
import { interviewStyles } from './style.js';
import { notice } from '../../ui/notice.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { withoutEngine } from '../../ui/without-engine.js';

/**
 * Interview questions with model answers, which are shown after the learner has answered. Learners
 * rate their answers themselves; ratings and notes stay on this device. The core computes most
 * numbers; those of papers and of published models are typed.
 *
 * @attr stars - 1 to 3: only questions of this difficulty
 * @attr company - only questions of this company; companies: of any company; errata: of none
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state - see events.ts
 */
export class Interview extends EmbeddableElement {
  static override properties = {
    stars: {},
    company: {},
    hint: { state: true },
    announcement: { state: true },
  };
  declare stars: string;
  declare company: string;
  declare hint: string;
  declare announcement: string;

  #questions: readonly InterviewQuestion[] = [];
  #answers = new KeptAnswers([]);
  readonly #state = new ElementState<InterviewState>(this, {
    settings: () => ['stars', 'company'],
    initial: () => parseInterview({ stars: this.stars || 0, company: this.company }),
    read: parseInterview,
    show: (state) => this.#show(state),
  });
  readonly #clipboard = new Clipboard(this);
  #uncomputed: readonly InterviewQuestion[] = [];
  readonly #shared = new SharedEngine(
    this,
    (engine) => this.#open(engine),
    async () => (this.#uncomputed = (await import('./questions/index.js')).interviewQuestions),
  );

  constructor() {
    super();
    followLanguage(this, () => (this.hint = this.announcement = ''));
    this.stars = this.company = '';
    this.hint = this.announcement = '';
  }

  /** All that is needed to show the same again, except the learner's texts. It is checked. */
  get state(): InterviewState {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#state.assign(input);
  }

  protected get embeddable() {
    const { name, question } = words;
    const title = `${name}: ${question}`;
    return { title, attributes: ['stars', 'company'], state: this.#state };
  }

  #open(engine: Engine) {
    this.#questions = this.#uncomputed.map((each) => computeQuestion(each, engine));
    this.#answers = new KeptAnswers(this.#questions);
    this.#state.refresh();
    sendReady(this, engine);
  }

  #show(state: InterviewState): InterviewState {
    this.hint = this.announcement = '';
    this.#clipboard.forget();
    return this.#questions.length > 0 ? removeUnknown(state, this.#questions) : state;
  }

  /** The learner changed the state. */
  #change(change: Partial<InterviewState>) {
    this.#state.change({ ...this.state, ...change });
  }

  #update(id: string, change: Partial<Attempt>) {
    this.hint = this.announcement = '';
    this.#answers.change(id, change);
    this.requestUpdate();
  }

  override render() {
    if (this.#questions.length === 0) return withoutEngine(this.#shared);
    const { name, question } = words;
    const questions = applyFilters(this.#questions, this.state, this.#answers.attempts);
    return html`<section aria-labelledby="question">
      <p class="kind">${name}</p>
      <h2 id="question">${question}</h2>
      ${filters(this.#questions, this.state, (change) => this.#change(change))}
      <p class="count" role="status">
        ${words.count(questions.length, this.#questions.length, this.#answers.rated)}
      </p>
      ${questions.length > 0 ? this.#list(questions) : this.#none()}
      <div class="row foot">${this.#foot(questions)}</div>
      ${this.embedThis()}
    </section>`;
  }

  #list(questions: readonly InterviewQuestion[]): TemplateResult {
    const { choose } = words;
    const isAnyOpen = questions.some(({ id }) => id === this.state.open);
    return html`<div class="beside" .style=${`--questions:${questions.length}`}>
      ${isAnyOpen ? nothing : html`<p class="choose hint">${choose}</p>`}
      <ol class="questions">
        ${questions.map((question) => {
          const { id } = question;
          const attempt = this.#answers.to(id);
          const isOpen = this.state.open === id;
          const toggle = () => this.#change({ open: isOpen ? '' : id });
          const change = (change: Partial<Attempt>) => this.#update(id, change);
          return html`<li>
            <div class="asked">
              <h3>
                <button type="button" aria-expanded=${isOpen} @click=${toggle}>
                  ${inEnglish(withCode(question.question))}
                </button>
              </h3>
              ${questionFacts(question, attempt)}
            </div>
            ${
              isOpen
                ? questionBody(question, attempt, this.hint, change, () => this.#onShow(id))
                : nothing
            }
          </li>`;
        })}
      </ol>
    </div>`;
  }

  #none(): TemplateResult {
    const { none, noneWhy, showAll } = words;
    const act = () => this.#change({ stars: 0, company: '', onlyMissed: false });
    return notice({ title: none, why: noneWhy, repair: { label: showAll, act } });
  }

  #foot(questions: readonly InterviewQuestion[]): TemplateResult {
    const { isEmpty, isStored, deleted } = this.#answers;
    return html`${button(words.copy, () => void this.#onCopy(questions), 'link')}
      ${isEmpty ? nothing : button(words.forget, () => this.#onForget(), 'link')}
      ${deleted ? button(words.undo, () => this.#onUndo(), 'link') : nothing}
      <span class="hint" role="status">${isStored ? '' : words.unkept} ${this.announcement}</span>
      ${this.#clipboard.byHand(words.copyByHand)}`;
  }

  /** The answer replaces the pressed button and gets its focus. */
  async #onShow(id: string) {
    if (!hasAnswered(this.#answers.to(id))) {
      this.hint = words.answerFirst;
      return;
    }
    this.#update(id, { shown: true });
    await focusPart(this, '.model');
  }

  async #onForget() {
    const count = this.#answers.deleteAll();
    this.hint = '';
    this.#clipboard.forget();
    this.announcement = words.forgotten(count);
    await focusPart(this, '.foot button:last-of-type');
  }

  async #onUndo() {
    this.#answers.restore();
    this.announcement = words.restored;
    await focusPart(this, '.foot button:last-of-type');
  }

  async #onCopy(questions: readonly InterviewQuestion[]) {
    this.announcement = '';
    const text = interviewText(questions, this.#answers.attempts, words);
    if (await this.#clipboard.copy(text)) this.announcement = words.copied;
  }

  static override styles = interviewStyles;
}
