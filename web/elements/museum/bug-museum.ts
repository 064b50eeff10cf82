import { html, nothing, type TemplateResult } from 'lit';
import { spoken } from '../../lib/symbols.js';
import { withSymbols } from '../../ui/symbols.js';
import { Museum, type MuseumContent } from './museum.js';
import { describeFixed, MuseumSession } from './session.js';
import { addingTo, parseMuseum, type MuseumState } from './state.js';
import { MuseumTour } from './tour.js';
import { parseReveal } from '../../ui/check/tries.js';
import { EmbeddableElement } from '../../ui/embeddable-element.js';
import { museumStyles } from './style.js';
import { button, list, resetButton } from '../../ui/controls.js';
import { inEnglish } from '../../ui/in-english.js';
import { ElementState } from '../../ui/element-state.js';
import { SharedEngine } from '../../ui/engine.js';
import { elementStorage } from '../../ui/element-storage.js';
import { sendEvent, sendReady } from '../../ui/events.js';
import { focusPart } from '../../ui/focus.js';
import { icon } from '../../ui/icons.js';
import { diff, listing } from './listing.js';
import { naming } from './naming.js';
import { cellDetail, tableSentences, matrix, exhibitTitle } from './table.js';
import { testList } from './tests.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { checkWords } from '../../ui/check/words/index.js';
import { uiWords } from '../../ui/words/index.js';
import { sayAgain } from '../../ui/say-again.js';
import { withoutEngine } from '../../ui/without-engine.js';

/** Once the bug has a name. */
const nextAction = '.fix button';

/**
 * Programs with valid shapes but wrong values. Learners test them, name the bug and see it fixed. All
 * verdicts come from running the shown program.
 *
 * @attr reveal - when the bug's name is shown: second-try, any-time (on request), never
 * @attr lesson - the address of the lesson, for links to its sections; '' means this page
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class BugMuseum extends EmbeddableElement {
  static override properties = {
    reveal: {},
    lesson: {},
    isDescribed: { state: true },
  };
  declare reveal: string;
  declare lesson: string | null;
  declare isDescribed: boolean;

  readonly #state = new ElementState<MuseumState>(this, {
    read: parseMuseum,
    keep: () => addingTo(elementStorage(this, 'manyheads:museum', parseMuseum)),
  });
  #content: MuseumContent | null = null;
  #museum: Museum | null = null;
  readonly #shared = new SharedEngine(
    this,
    (engine) => {
      this.#museum = new Museum(engine, this.#content!);
      void this.updateComplete.then(() => sendReady(this, engine));
    },
    async () => (this.#content = (await import('./collection/index.js')).museum),
  );

  readonly #session = new MuseumSession({
    tour: () => this.#tour,
    change: (state) => this.#change(state),
    draw: () => this.requestUpdate(),
    sayAgain: (show, text) => sayAgain(this, show, text),
    sendAnswer: (answer) => sendEvent(this, 'mh-answer', { id: this.id, ...answer }),
  });

  constructor() {
    super();
    followLanguage(this, () => this.#session.forgetTexts());
    this.reveal = 'second-try';
    this.lesson = null;
    this.isDescribed = false;
  }

  /** All that is needed to show the same again. Anything may be assigned; it is checked. */
  get state(): MuseumState {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#state.assign(input);
    this.#session.begin();
  }

  override render() {
    return this.#museum ? this.#draw(this.#tour) : withoutEngine(this.#shared, words.failed);
  }

  protected get embeddable() {
    return { title: words.question, attributes: ['reveal'] };
  }

  #draw(tour: MuseumTour): TemplateResult {
    const session = this.#session;
    const { choose, kind, program, question, tests } = words;
    return html`<section aria-labelledby="question">
      <p class="kind">${kind(tour.number, tour.exhibits.length)}</p>
      <h2 id="question">${question}</h2>
      ${list({
        label: choose,
        value: String(tour.number),
        choices: tour.exhibits.map((_, index) => ({
          value: String(index + 1),
          label: exhibitTitle(tour, index + 1),
        })),
        choose: (value) => this.#session.go(Number(value)),
      })}
      <div class="bench">
        <div>
          <h3>${program}</h3>
          ${listing(tour.exhibit.source, spoken(exhibitTitle(tour, tour.number)))}
        </div>
        <form @submit=${this.#onRun}>
          ${testList(tour, session.chosenTests, (id) => session.toggleTest(id))}
          <div class="row">
            <button class="filled">${tests.run}</button>
            ${button(tests.all, () => session.chooseAllTests(), 'link')}
            <span class="hint" role="status">${withSymbols(session.hint)}</span>
          </div>
        </form>
      </div>
      ${this.#naming(tour)} ${tour.progress.isRevealed ? this.#fix(tour) : nothing}
      ${this.#table(tour)} ${this.embedThis()}
      <p class="unseen" role="status">${withSymbols(session.announcement)}</p>
    </section>`;
  }

  #naming(tour: MuseumTour): TemplateResult {
    const session = this.#session;
    const { isRevealed, canReveal } = tour.progress;
    const { check, showAnswer } = checkWords;
    return html`<form class="block" @submit=${this.#onName}>
      <h3>${words.naming.title}</h3>
      ${naming(tour, session.chosenName, (id) => session.chooseName(id))}
      ${
        isRevealed
          ? nothing
          : html`<div class="row">
              <button class="filled">${check}</button>
              ${canReveal ? button(showAnswer, this.#onShowName, 'link') : nothing}
              <span class="hint" role="status">${withSymbols(session.nameHint)}</span>
            </div>`
      }
    </form>`;
  }

  #fix(tour: MuseumTour): TemplateResult {
    const { fix } = words;
    const { name, section, source, why } = tour.exhibit;
    const isLast = tour.number === tour.exhibits.length;
    return html`<div class="block fix">
      <h3>${fix.title}</h3>
      <p class="why">
        ${tour.progress.isSolved ? icon('right') : nothing}
        ${inEnglish(html`<b>${withSymbols(name)}.</b> ${withSymbols(why)}`)}
      </p>
      ${diff(source, tour.museum.content.correct.source)}
      <div class="row">
        ${button(fix.run, () => this.#session.runFixed(), 'filled')}
        ${isLast ? nothing : button(fix.next, () => this.#goNext(tour))}
        ${
          this.lesson === null
            ? nothing
            : html`<a href=${this.lesson + section}>${checkWords.goToSection}</a>`
        }
        <span class="hint">${describeFixed(tour)}</span>
      </div>
    </div>`;
  }

  #table(tour: MuseumTour): TemplateResult {
    const { describe } = uiWords.figure;
    const describing = () => (this.isDescribed = !this.isDescribed);
    const cell = this.#session.chosenCell ?? tour.defaultCell;
    return html`<div class="block matrix">
      <h3>${words.table.title}</h3>
      ${matrix(tour, cell, (chosen) => this.#session.chooseCell(chosen))}
      <div class="detail">${cell ? cellDetail(tour, cell) : html`<p>${words.table.empty}</p>`}</div>
      <div class="row foot">
        ${button(describe, describing, 'link', { expanded: this.isDescribed })}
        ${resetButton(() => this.#session.reset())}
      </div>
      ${
        this.isDescribed
          ? html`<div class="words">${tableSentences(tour).map((row) => html`<p>${row}</p>`)}</div>`
          : nothing
      }
    </div>`;
  }

  /** The museum in its current state. Only used after it was loaded. */
  get #tour(): MuseumTour {
    return new MuseumTour(this.#museum!, this.state, parseReveal(this.reveal));
  }

  #onRun = (event: Event) => {
    event.preventDefault();
    this.#session.runTests();
  };

  #onName = (event: Event) => {
    event.preventDefault();
    this.#session.checkName();
    if (this.#tour.progress.isRevealed) void focusPart(this, nextAction);
  };

  #onShowName = () => {
    this.#session.showName();
    void focusPart(this, nextAction);
  };

  #goNext(tour: MuseumTour) {
    this.#session.go(tour.number + 1);
    void focusPart(this, 'select');
  }

  /** The learner changed the state. */
  #change(state: MuseumState) {
    this.#state.change(state);
  }

  static override styles = museumStyles;
}
