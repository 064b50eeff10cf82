import { html, nothing, type TemplateResult } from 'lit';
import { Museum, type MuseumContent } from './museum.js';
import { emptyMuseum, parseMuseum, addToVisit, type MuseumState } from './state.js';
import { MuseumTour, type TableCell } from './tour.js';
import { parseReveal } from '../../ui/check/tries.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { museumStyles } from './style.js';
import { button, list, resetButton } from '../../ui/controls.js';
import { ElementState } from '../../ui/element-state.js';
import { SharedEngine } from '../../ui/engine.js';
import { keptOf } from '../../ui/kept-place.js';
import { sendEvent } from '../../ui/events.js';
import { keepFocus } from '../../ui/focus.js';
import { icon } from '../../ui/icons.js';
import { diff, listing } from './listing.js';
import { naming, reason } from './naming.js';
import { cellDetail, tableSentences, matrix, exhibitTitle } from './table.js';
import { testList } from './tests.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';
import { withoutEngine } from '../../ui/without-engine.js';

/**
 * Programs with valid shapes but wrong values. Learners test them, name the bug and see it fixed. All
 * verdicts come from running the shown program.
 *
 * @attr reveal - when the bug's name is shown: second-try, any-time (on request), never
 * @attr lesson - the address of the lesson, for links to its sections; '' means this page
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class BugMuseum extends BoxedElement {
  static override properties = {
    reveal: {},
    lesson: {},
    chosenTests: { state: true },
    chosenName: { state: true },
    chosenCell: { state: true },
    hint: { state: true },
    nameHint: { state: true },
    isDescribed: { state: true },
    announcement: { state: true },
  };
  declare reveal: string;
  declare lesson: string | null;
  declare chosenTests: ReadonlySet<string>;
  declare chosenName: string | null;
  declare chosenCell: TableCell | null;
  declare hint: string;
  declare nameHint: string;
  declare isDescribed: boolean;
  /** The text that screen readers announce. */
  declare announcement: string;

  readonly #state = new ElementState<MuseumState>(this, {
    read: parseMuseum,
    keep: () => keptOf(this, 'manyheads:museum', parseMuseum),
  });
  #content: MuseumContent | null = null;
  #museum: Museum | null = null;
  readonly #shared = new SharedEngine(
    this,
    (engine) => {
      this.#museum = new Museum(engine, this.#content!);
      void this.updateComplete.then(() => sendEvent(this, 'mh-ready', { engine: engine.version }));
    },
    async () => (this.#content = (await import('./collection/index.js')).museum),
  );

  constructor() {
    super();
    followLanguage(this, () => (this.nameHint = this.announcement = ''));
    this.reveal = 'second-try';
    this.lesson = null;
    this.#begin();
    this.isDescribed = false;
    this.announcement = '';
  }

  /** All that is needed to show the same again. Anything may be assigned; it is checked. */
  get state(): MuseumState {
    return this.#state.value;
  }
  set state(given: unknown) {
    this.#state.assign(given);
    this.#begin();
  }

  /** Clears all choices for the next exhibit. */
  #begin() {
    this.chosenTests = new Set();
    this.chosenName = null;
    this.chosenCell = null;
    this.hint = '';
    this.nameHint = '';
  }

  override render() {
    return this.#museum ? this.#draw(this.#tour) : withoutEngine(this.#shared, words.failed);
  }

  #draw(tour: MuseumTour): TemplateResult {
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
        choose: (value) => this.#go(Number(value)),
      })}
      <div class="bench">
        <div>
          <h3>${program}</h3>
          ${listing(tour.exhibit.source, exhibitTitle(tour, tour.number))}
        </div>
        <form @submit=${this.#onRun}>
          ${testList(tour, this.chosenTests, this.#toggle)}
          <div class="row">
            <button class="filled">${tests.run}</button>
            ${button(tests.all, this.#onChooseAll, 'link')}
            <span class="hint" role="status">${this.hint}</span>
          </div>
        </form>
      </div>
      ${this.#naming(tour)} ${tour.progress.isRevealed ? this.#fix(tour) : nothing}
      ${this.#table(tour)}
      <p class="unseen" role="status">${this.announcement}</p>
    </section>`;
  }

  #naming(tour: MuseumTour): TemplateResult {
    const { isRevealed, canReveal } = tour.progress;
    const { check, showAnswer } = uiWords.checks;
    return html`<form class="block" @submit=${this.#onName}>
      <h3>${words.naming.title}</h3>
      ${naming(tour, this.chosenName, this.#choose)}
      ${
        isRevealed
          ? nothing
          : html`<div class="row">
              <button class="filled">${check}</button>
              ${canReveal ? button(showAnswer, this.#onShow, 'link') : nothing}
              <span class="hint" role="status">${this.nameHint}</span>
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
      <p class="why">${tour.progress.isSolved ? icon('right') : nothing} <b>${name}.</b> ${why}</p>
      ${diff(source, tour.museum.content.correct.source)}
      <div class="row">
        ${button(fix.run, this.#onRunFixed, 'filled')}
        ${isLast ? nothing : button(fix.next, () => this.#go(tour.number + 1))}
        ${
          this.lesson === null
            ? nothing
            : html`<a href=${this.lesson + section}>${uiWords.checks.goToSection}</a>`
        }
        <span class="hint">${fixed(tour)}</span>
      </div>
    </div>`;
  }

  #table(tour: MuseumTour): TemplateResult {
    const { describe } = uiWords.figure;
    const describing = () => (this.isDescribed = !this.isDescribed);
    const cell = this.chosenCell ?? tour.defaultCell;
    return html`<div class="block matrix">
      <h3>${words.table.title}</h3>
      ${matrix(tour, cell, (chosen) => (this.chosenCell = chosen))}
      <div class="detail">${cell ? cellDetail(tour, cell) : html`<p>${words.table.empty}</p>`}</div>
      <div class="row foot">
        ${button(describe, describing, 'link', { expanded: this.isDescribed })}
        ${resetButton(this.#onReset)}
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

  #go(exhibit: number) {
    this.#begin();
    this.#change({ ...this.state, exhibit });
    this.announcement = words.kind(exhibit, this.#tour.exhibits.length);
  }

  #toggle = (id: string) => {
    const chosen = new Set(this.chosenTests);
    if (!chosen.delete(id)) chosen.add(id);
    this.chosenTests = chosen;
    this.hint = '';
  };

  #onChooseAll = () => {
    this.chosenTests = new Set(this.#tour.availableTests.map(({ id }) => id));
    this.hint = '';
  };

  #onRun = (event: Event) => {
    event.preventDefault();
    const tour = this.#tour;
    const { none, ran } = words.tests;
    const chosen = tour.availableTests.filter(({ id }) => this.chosenTests.has(id));
    if (chosen.length === 0) {
      this.hint = none;
      return;
    }
    this.#change(addToVisit(this.state, tour.number, { tests: chosen.map(({ id }) => id) }));
    const exposing = chosen.filter((test) => tour.verdict(test).kind === 'exposes');
    this.chosenTests = new Set();
    this.chosenCell = { number: tour.number, test: (exposing[0] ?? chosen[0]!).id };
    this.hint = ran(
      chosen.length,
      exposing.map(({ name }) => name),
    );
  };

  #choose = (id: string) => {
    this.chosenName = id;
    this.nameHint = '';
  };

  #onName = (event: Event) => {
    event.preventDefault();
    const guess = this.chosenName;
    const { exhibit, number, visit } = this.#tour;
    if (guess === null || visit.guesses.includes(guess)) {
      const { chooseFirst, triedAlready } = uiWords.checks;
      this.nameHint = guess === null ? chooseFirst : triedAlready;
      return;
    }
    this.#change(addToVisit(this.state, number, { guesses: [guess] }));
    const tour = this.#tour;
    const correct = guess === exhibit.id;
    const { name } = tour.exhibits.find(({ id }) => id === guess)!;
    const { right, wrong } = words.naming;
    this.announcement = correct
      ? right(name)
      : `${wrong(name)} ${reason(tour, guess)} ${answer(tour)}`;
    sendEvent(this, 'mh-answer', {
      id: this.id,
      question: `museum/${exhibit.id}`,
      answer: guess,
      correct,
      attempts: tour.visit.guesses.length,
    });
  };

  #onShow = () => {
    this.#change(addToVisit(this.state, this.#tour.number, { shown: true }));
    this.announcement = answer(this.#tour);
  };

  /** Runs the tests of this exhibit, or all if none was run, on both programs. */
  #onRunFixed = () => {
    const { museum, number, runTests: run } = this.#tour;
    const tests = (run.length > 0 ? run : museum.content.tests).map(({ id }) => id);
    this.#change(addToVisit(addToVisit(this.state, number, { tests }), 0, { tests }));
    this.announcement = fixed(this.#tour);
  };

  #onReset = () => {
    this.#begin();
    this.#change(emptyMuseum);
    this.announcement = words.kind(emptyMuseum.exhibit, this.#tour.exhibits.length);
  };

  /** The learner changed the state. */
  #change(state: MuseumState) {
    this.#state.change(state);
    this.announcement = '';
    void keepFocus(this, '.fix button', 'select'); // the next action
  }

  static override styles = museumStyles;
}

/** The announcement when the bug's name is revealed. */
function answer(tour: MuseumTour): string {
  const name = tour.nameOf(tour.number);
  return name === '' ? '' : words.naming.shown(name);
}

/** How many tests of this exhibit the correct program passes, once all were run on it. */
function fixed(tour: MuseumTour): string {
  const verdicts = tour.runTests.map((test) => tour.verdictAt(0, test));
  if (verdicts.length === 0 || verdicts.includes(null)) return '';
  const passed = verdicts.filter((verdict) => verdict?.kind === 'passes').length;
  return words.fix.ran(passed, verdicts.length);
}
