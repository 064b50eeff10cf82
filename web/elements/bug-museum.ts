import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { Museum, type MuseumContent, type Test, type Verdict } from '../lib/museum.js';
import {
  emptyMuseum,
  parseMuseum,
  visited,
  visitTo,
  type MuseumState,
  type Visit,
} from '../lib/museum-state.js';
import { parseReveal, progress } from '../lib/tries.js';
import { museumStyles } from './bug-museum-style.js';
import { button, list } from './controls.js';
import { SharedEngine } from './engine.js';
import { tell } from './events.js';
import { icon } from './icons.js';
import { diff, listing } from './museum-listing.js';
import { naming, reason } from './museum-naming.js';
import { cellDetail, inWords, matrix, titleOf, type Cell, type Results } from './museum-table.js';
import { notice } from './notice.js';
import { strings } from './strings.js';
import { withoutEngine } from './without-engine.js';

/** Where progress is kept between visits. */
const place = 'manyheads:museum';

/**
 * Programs with legal shapes and wrong values. The learner tests them, names the bug, and sees it
 * fixed; every verdict comes from running the program that is shown.
 *
 * @attr reveal - when the bug's name shows: second-try, any-time (on request), never
 * @attr lesson - the lesson's address, which links to its sections begin with; '' is this page
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class BugMuseum extends LitElement {
  static override properties = {
    reveal: {},
    lesson: {},
    theme: { reflect: true },
    failure: { state: true },
    chosenTests: { state: true },
    chosenName: { state: true },
    chosenCell: { state: true },
    hint: { state: true },
    nameHint: { state: true },
    isDescribed: { state: true },
    said: { state: true },
  };
  declare reveal: string;
  declare lesson: string | null;
  declare theme: string;
  declare failure: Error | null;
  declare chosenTests: ReadonlySet<string>;
  declare chosenName: string | null;
  declare chosenCell: Cell | null;
  declare hint: string;
  declare nameHint: string;
  declare isDescribed: boolean;
  /** What a screen reader is told. */
  declare said: string;

  #state: MuseumState | null = null;
  #content: MuseumContent | null = null;
  #museum: Museum | null = null;
  readonly #shared = new SharedEngine(this, () => this.#open());
  /** The exhibits are fetched once the element is seen: a site has it on one of its pages. */
  readonly #seen =
    globalThis.ResizeObserver &&
    new ResizeObserver(([entry]) => {
      if (entry!.contentRect.width > 0) void this.#fetch();
    });

  constructor() {
    super();
    this.reveal = 'second-try';
    this.lesson = null;
    this.theme = '';
    this.#begin();
    this.isDescribed = false;
    this.said = '';
    this.failure = null;
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#seen?.observe(this);
  }
  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#seen?.disconnect();
  }

  /** All that is needed to show the same again. Anything may be assigned: it is checked. */
  get state(): MuseumState {
    return (this.#state ??= stored());
  }
  set state(given: unknown) {
    this.#state = parseMuseum(given);
    this.#begin();
    this.requestUpdate();
  }

  async #fetch() {
    this.#seen?.disconnect();
    this.failure = null;
    try {
      this.#content = (await import('../lesson/museum/index.js')).museum;
      this.#open();
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  #open() {
    const { engine } = this.#shared;
    if (!engine || !this.#content || this.#museum) return;
    this.#museum = new Museum(engine, this.#content);
    this.requestUpdate();
    void this.updateComplete.then(() => tell(this, 'mh-ready', { engine: engine.version }));
  }

  /** An exhibit as one comes to it. */
  #begin() {
    this.chosenTests = new Set();
    this.chosenName = null;
    this.chosenCell = null;
    this.hint = '';
    this.nameHint = '';
  }

  override render() {
    if (this.failure) {
      const repair = { label: strings.engine.retry, act: () => void this.#fetch() };
      return notice({ title: strings.museum.failed, why: this.failure.message, repair });
    }
    return this.#museum ? this.#draw(this.#museum) : withoutEngine(this.#shared);
  }

  #draw(museum: Museum): TemplateResult {
    const results: Results = { museum, state: this.state, nameOf: this.#nameOf };
    const { content } = museum;
    const { kind, program, question, tests } = strings.museum;
    const number = this.#number;
    return html`<section aria-labelledby="question">
      <p class="kind">${kind(number, content.exhibits.length)}</p>
      <h2 id="question">${question}</h2>
      ${list({
        label: strings.museum.choose,
        value: String(number),
        choices: content.exhibits.map((_, index) => ({
          value: String(index + 1),
          label: titleOf(results, index + 1),
        })),
        choose: (value) => this.#go(Number(value)),
      })}
      <div class="bench">
        <div>
          <h3>${program}</h3>
          ${listing(museum.listing(number).source, titleOf(results, number))}
        </div>
        <form @submit=${this.#onRun}>
          <h3 id="tests-title">${tests.title}</h3>
          <ul aria-labelledby="tests-title">
            ${this.#offered.map((test) => html`<li>${this.#test(test)}</li>`)}
          </ul>
          ${this.#isRevealed ? nothing : html`<p class="note">${tests.oracle}</p>`}
          <div class="row">
            <button class="filled">${tests.run}</button>
            ${button(tests.all, this.#onChooseAll, 'link')}
            <span class="hint" role="status">${this.hint}</span>
          </div>
        </form>
      </div>
      ${this.#naming(museum)} ${this.#isRevealed ? this.#fix(museum) : nothing}
      ${this.#table(results)}
      <p class="unseen" role="status">${this.said}</p>
    </section>`;
  }

  #test(test: Test): TemplateResult {
    const { id, name, claim } = test;
    const wasRun = this.#visit.tests.includes(id);
    const verdict = wasRun ? this.#museum!.verdict(this.#number, test) : null;
    return html`<div class="test">
      <label>
        <input
          type="checkbox"
          aria-describedby="claim-${id}"
          .checked=${live(this.chosenTests.has(id))}
          @change=${() => this.#toggle(id)}
        /><span>${name}</span>
      </label>
      ${verdict ? this.#result(verdict) : nothing}
      <p id="claim-${id}">${claim}${verdict?.error ? html` <b>${verdict.error}</b>` : nothing}</p>
    </div>`;
  }

  #result({ kind, measurement }: Verdict): TemplateResult {
    const { number, verdicts } = strings.museum;
    return html`<p class="result ${kind}">
      ${verdicts[kind]}${measurement ? html` ${number(measurement.measured)}` : nothing}
    </p>`;
  }

  #naming(museum: Museum): TemplateResult {
    const { isRevealed, mayAsk } = this.#progress;
    const { title } = strings.museum.naming;
    return html`<form class="block" @submit=${this.#onName}>
      <h3>${title}</h3>
      ${naming({
        museum,
        number: this.#number,
        visit: this.#visit,
        chosen: this.chosenName,
        isRevealed,
        choose: (id) => {
          this.chosenName = id;
          this.nameHint = '';
        },
      })}
      ${
        isRevealed
          ? nothing
          : html`<div class="row">
              <button class="filled">${strings.checks.check}</button>
              ${mayAsk ? button(strings.checks.showAnswer, this.#onShow, 'link') : nothing}
              <span class="hint" role="status">${this.nameHint}</span>
            </div>`
      }
    </form>`;
  }

  #fix(museum: Museum): TemplateResult {
    const { fix } = strings.museum;
    const { name, section, source, why } = museum.content.exhibits[this.#number - 1]!;
    const isLast = this.#number === museum.content.exhibits.length;
    return html`<div class="block fix">
      <h3>${fix.title}</h3>
      <p class="why">${this.#isFound ? icon('right') : nothing} <b>${name}.</b> ${why}</p>
      ${diff(source, museum.content.correct.source)}
      <div class="row">
        ${button(fix.run, this.#onRunFixed, 'filled')}
        ${isLast ? nothing : button(fix.next, () => this.#go(this.#number + 1))}
        ${
          this.lesson === null
            ? nothing
            : html`<a href=${this.lesson + section}>${strings.checks.goToSection}</a>`
        }
        <span class="hint">${this.#fixed()}</span>
      </div>
    </div>`;
  }

  /** How the correct program did in the tests that were run here, once it was run. */
  #fixed(): string {
    const { tests } = this.#visit;
    const run = this.#tests.filter(({ id }) => tests.includes(id));
    const onCorrect = visitTo(this.state, 0).tests;
    if (run.length === 0 || !run.every(({ id }) => onCorrect.includes(id))) return '';
    const passed = run.filter((test) => this.#museum!.verdict(0, test).kind === 'passes');
    return strings.museum.fix.ran(passed.length, run.length);
  }

  #table(results: Results): TemplateResult {
    const { table } = strings.museum;
    const { describe, reset } = strings.figure;
    const describing = () => (this.isDescribed = !this.isDescribed);
    const cell = this.#cell;
    return html`<div class="block matrix">
      <h3>${table.title}</h3>
      ${matrix(results, cell, (chosen) => (this.chosenCell = chosen))}
      <div class="detail">${cell ? cellDetail(results, cell) : html`<p>${table.empty}</p>`}</div>
      <div class="row foot">
        ${button(describe, describing, 'link', { expanded: this.isDescribed })}
        ${button(reset, this.#onReset, 'link')}
      </div>
      ${
        this.isDescribed
          ? html`<div class="words">${inWords(results).map((row) => html`<p>${row}</p>`)}</div>`
          : nothing
      }
    </div>`;
  }

  /** The exhibit on show; a stored number may be of one that is no more. */
  get #number(): number {
    return Math.min(this.state.exhibit, this.#museum!.content.exhibits.length);
  }
  get #visit(): Visit {
    return visitTo(this.state, this.#number);
  }
  get #tests(): readonly Test[] {
    return this.#museum!.content.tests;
  }
  /** The oracle comes last: it would say what is wrong before one has looked. */
  get #offered(): readonly Test[] {
    return this.#tests.filter(({ isOracle }) => !isOracle || this.#isRevealed);
  }
  /** The cell whose detail shows: without a choice, of what was run here, what exposes the bug. */
  get #cell(): Cell | null {
    if (this.chosenCell) return this.chosenCell;
    const number = this.#number;
    const run = this.#tests.filter(({ id }) => this.#visit.tests.includes(id));
    const exposing = run.find((test) => this.#museum!.verdict(number, test).kind === 'exposes');
    const test = exposing ?? run[0];
    return test ? { number, test: test.id } : null;
  }
  #find(id: string): Test | undefined {
    return this.#tests.find((test) => test.id === id);
  }

  #progressOf(number: number) {
    const { exhibits } = this.#museum!.content;
    const { guesses, shown } = visitTo(this.state, number);
    const answers = guesses.filter((guess) => exhibits.some(({ id }) => id === guess));
    const isFound = answers.includes(exhibits[number - 1]!.id);
    return { isFound, ...progress({ answers, shown }, isFound, parseReveal(this.reveal)) };
  }
  get #progress() {
    return this.#progressOf(this.#number);
  }
  get #isRevealed() {
    return this.#progress.isRevealed;
  }
  get #isFound() {
    return this.#progress.isFound;
  }
  readonly #nameOf = (number: number): string =>
    this.#progressOf(number).isRevealed ? this.#museum!.content.exhibits[number - 1]!.name : '';

  #go(exhibit: number) {
    this.#begin();
    this.#change({ ...this.state, exhibit });
    this.said = strings.museum.kind(exhibit, this.#museum!.content.exhibits.length);
  }

  #toggle(id: string) {
    const chosen = new Set(this.chosenTests);
    if (!chosen.delete(id)) chosen.add(id);
    this.chosenTests = chosen;
    this.hint = '';
  }

  #onChooseAll = () => {
    this.chosenTests = new Set(this.#offered.map(({ id }) => id));
    this.hint = '';
  };

  #onRun = (event: Event) => {
    event.preventDefault();
    const chosen = this.#offered.filter(({ id }) => this.chosenTests.has(id));
    if (chosen.length === 0) {
      this.hint = strings.museum.tests.none;
      return;
    }
    const number = this.#number;
    this.#change(visited(this.state, number, { tests: chosen.map(({ id }) => id) }));
    const exposing = chosen.filter(
      (test) => this.#museum!.verdict(number, test).kind === 'exposes',
    );
    this.chosenTests = new Set();
    this.chosenCell = { number, test: (exposing[0] ?? chosen[0]!).id };
    this.hint = strings.museum.tests.ran(
      chosen.length,
      exposing.map(({ name }) => name),
    );
  };

  #onName = (event: Event) => {
    event.preventDefault();
    const guess = this.chosenName;
    const { chooseAnother, chooseFirst } = strings.quickCheck;
    if (guess === null || this.#visit.guesses.includes(guess)) {
      this.nameHint = guess === null ? chooseFirst : chooseAnother;
      return;
    }
    const museum = this.#museum!;
    const number = this.#number;
    this.#change(visited(this.state, number, { guesses: [guess] }));
    const { exhibits } = museum.content;
    const { id: question } = exhibits[number - 1]!;
    const correct = guess === question;
    const { name } = exhibits.find(({ id }) => id === guess)!;
    const { right, wrong } = strings.museum.naming;
    this.said = correct
      ? right(name)
      : `${wrong(name)} ${reason(museum, number, guess, this.#visit)} ${this.#answer()}`;
    tell(this, 'mh-answer', {
      id: this.id,
      question: `museum/${question}`,
      answer: guess,
      correct,
      attempts: this.#visit.guesses.length,
    });
  };

  #onShow = () => {
    this.#change(visited(this.state, this.#number, { shown: true }));
    this.said = this.#answer();
  };

  /** What is said when the bug's name comes in sight. */
  #answer(): string {
    const name = this.#nameOf(this.#number);
    return name === '' ? '' : strings.museum.naming.shown(name);
  }

  #onRunFixed = () => {
    const run = this.#visit.tests.filter((id) => this.#find(id));
    const tests = run.length > 0 ? run : this.#tests.map(({ id }) => id);
    const onBoth = visited(this.state, this.#number, { tests });
    this.#change(visited(onBoth, 0, { tests }));
    this.said = this.#fixed();
  };

  #onReset = () => {
    this.#begin();
    this.#change(emptyMuseum);
  };

  /** A change by the learner's hand. */
  #change(state: MuseumState) {
    this.#state = state;
    this.said = '';
    this.requestUpdate();
    void this.#keepFocus();
    try {
      localStorage.setItem(place, JSON.stringify(state));
    } catch {
      // Where nothing can be stored, progress lasts as long as the page.
    }
    tell(this, 'mh-state', { id: this.id, state });
  }

  /** What was pressed may be gone or disabled: focus then goes to what can be done next. */
  async #keepFocus() {
    const root = this.renderRoot as ShadowRoot;
    const hadFocus = root.activeElement !== null;
    await this.updateComplete;
    if (!hadFocus || root.activeElement?.matches(':enabled')) return;
    const next = root.querySelector<HTMLElement>('.fix button') ?? root.querySelector('select');
    next?.focus();
  }

  static override styles = museumStyles;
}

function stored(): MuseumState {
  try {
    return parseMuseum(JSON.parse(localStorage.getItem(place) ?? 'null'));
  } catch {
    return emptyMuseum;
  }
}
