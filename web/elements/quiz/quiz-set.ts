import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { keyed } from 'lit/directives/keyed.js';
import { keptProgress, noProgress, type QuizProgress, withAnswer, withTries } from './progress.js';
import type { Quiz } from './question.js';
import { chooseNext, standings } from './retry.js';
import { readObject, nextSeed } from '../../lib/state-fields.js';
import { parseReveal, parseTries, type Tries } from '../../ui/check/tries.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { followWidth } from '../../ui/container-width.js';
import { Clipboard, byHandStyles } from '../../ui/clipboard.js';
import { button, controlStyles } from '../../ui/controls.js';
import { ElementState } from '../../ui/element-state.js';
import { SharedEngine } from '../../ui/engine.js';
import { focusPart } from '../../ui/focus.js';
import { sendEvent, type AnswerDetail, type StateDetail } from '../../ui/events.js';
import { lessonQuizzes, type Quizzes } from './lesson-quizzes.js';
import { notice, noticeStyles } from '../../ui/notice.js';
import { Quiz as QuizElement } from './quiz.js';
import { keep } from './keep.js';
import { inWords, describeProgress, questionList } from './list.js';
import { recap } from './recap.js';
import { quizSetStyles } from './quiz-set-style.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { base, tokens } from '../../ui/style.js';
import { withoutEngine } from '../../ui/without-engine.js';
import type { ElementClasses } from '../../ui/register.js';

/** The list of all questions is beside the one that is asked from this width on. */
const roomForList = 960;

const fresh: Tries = { seed: 0, answers: [], shown: false };

/** What a run shows, as plain JSON. Which questions come again is kept in the browser. */
export interface QuizSetState {
  /** The question that is asked; empty where all are through. */
  readonly quiz: string;
  readonly tries: Tries;
  readonly recap: boolean;
}

/**
 * A run through many quizzes, one at a time; what is missed comes again. Progress is kept in the
 * browser, for all runs together.
 *
 * @attr quizzes - ids, with spaces between them; without it all. As a property also a list of ids
 * @attr topic - only those of this topic
 * @attr reveal - see check.ts
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class QuizSet extends BoxedElement {
  static override readonly parts: ElementClasses = {
    'mh-quiz': QuizElement,
  };
  static override properties = {
    quizzes: {},
    topic: {},
    reveal: {},
    announcement: { state: true },
    width: { state: true },
  };
  declare quizzes: string | readonly string[];
  declare topic: string;
  declare reveal: string;
  declare announcement: string;
  /** Of the container, in px at the default text size. */
  declare width: number;

  #all: Quizzes = new Map();
  #progress: QuizProgress = noProgress;
  #before: QuizProgress | null = null;
  readonly #state = new ElementState<QuizSetState>(this, {
    settings: () => ['quizzes', 'topic'],
    initial: (before) => (before && this.#ids.includes(before.quiz) ? before : this.#read(null)),
    read: (given) => this.#read(given),
    show: (state, before) => this.#show(state, before),
  });
  /** What the question was given; it tells itself what it makes of it. */
  #given: Tries = fresh;
  /** What it tells just now that it has made of it. */
  #made: Tries | null = null;
  #pass = 0;
  /** Nothing is left to try at the question that is asked. */
  #isOver = false;
  readonly #clipboard = new Clipboard(this);
  readonly #shared = new SharedEngine(
    this,
    (engine) => {
      this.#progress = keptProgress.read();
      this.#state.refresh();
      sendEvent(this, 'mh-ready', { engine: engine.version });
    },
    async () => (this.#all = await lessonQuizzes()),
  );

  constructor() {
    super();
    followLanguage(this, () => (this.announcement = ''));
    followWidth(this, (width) => (this.width = width));
    this.width = 0;
    this.quizzes = '';
    this.topic = '';
    this.reveal = 'second-try';
    this.announcement = '';
  }

  /** All that is needed to show the same again. Anything may be assigned: it is checked. */
  get state(): QuizSetState {
    return this.#state.value;
  }
  set state(given: unknown) {
    this.#state.assign(given);
  }

  /** A question that is asked here, or the next; before the quizzes are there any that is named. */
  #read(given: unknown): QuizSetState {
    const { quiz, recap, tries } = readObject(given);
    const id = typeof quiz === 'string' ? quiz : '';
    const read = { quiz: id, tries: parseTries(tries, 0), recap: recap === true };
    if (!this.#shared.engine) return read;
    if (this.#ids.includes(id))
      return tries === undefined ? { ...read, tries: this.#triesOf(id) } : read;
    const next = chooseNext(this.#ids, this.#progress.log, null);
    return { ...read, quiz: next ?? '', tries: next === null ? fresh : this.#triesFor(next) };
  }

  get #listed(): readonly Quiz[] {
    const wanted = idsIn(this.quizzes);
    const chosen = wanted.length > 0 ? wanted.map((id) => this.#all.get(id)) : this.#all.values();
    return [...new Set(chosen)].filter(
      (quiz) => quiz !== undefined && (this.topic === '' || quiz.topic === this.topic),
    ) as Quiz[];
  }
  get #ids() {
    return this.#listed.map(({ id }) => id);
  }
  get #standings() {
    return standings(this.#ids, this.#progress.log);
  }
  /** The question that is asked has had its first answer, or shows it. */
  get #isAnswered() {
    const { answers, shown } = this.state.tries;
    return answers.length > 0 || shown;
  }

  override render() {
    if (!this.#shared.engine) return withoutEngine(this.#shared);
    const say = words.set;
    const misread = notIds(this.quizzes);
    if (misread !== null) return notice({ title: say.notIds(misread), why: say.wantedIds });
    if (this.#ids.length === 0) {
      return notice({ title: say.empty, why: idsIn(this.quizzes).join(' ') || this.topic });
    }
    return html`<div class="set">
      <div class="head">
        <p>${describeProgress(this.#standing)}</p>
        ${button(this.state.recap ? say.backToRun : say.recap, this.#onRecap, 'link')}
      </div>
      ${this.state.recap ? this.#recap() : this.#run()}
      ${keep({
        progress: this.#progress,
        byHand: this.#clipboard.byHand(say.copyByHand, 6),
        said: this.announcement,
        canUndo: this.#before !== null,
        copy: this.#onCopy,
        replace: (progress) => this.#replace(progress, say.imported),
        refuse: () => (this.announcement = say.notImported),
        reset: () => this.#replace(noProgress, say.cleared),
        undo: () => this.#replace(this.#before ?? noProgress, ''),
      })}
    </div>`;
  }

  #run(): TemplateResult {
    const say = words.set;
    const { quiz } = this.state;
    const ids = this.#ids;
    const isAgain = this.#isAnswered && this.#standings.get(quiz)?.standing === 'missed';
    const place = ids.indexOf(quiz);
    return html`<div
        class="question"
        role="group"
        tabindex="-1"
        aria-label=${place < 0 ? say.finished : say.question(place + 1, ids.length)}
      >
        ${
          place < 0
            ? html`<p class="done"><b>${say.finished}</b> ${say.done}</p>`
            : keyed(
                `${this.#pass} ${quiz}`,
                html`<mh-quiz
                  once
                  quiz=${quiz}
                  reveal=${this.reveal}
                  .state=${guard([this.#given], () => this.#given)}
                  @mh-ready=${this.#onReady}
                  @mh-state=${this.#onState}
                  @mh-answer=${this.#onAnswer}
                ></mh-quiz>`,
              )
        }
      </div>
      ${isAgain ? html`<p class="again">${say.again}</p>` : nothing}
      <div class="row steps-on">
        ${place > 0 ? button(say.previous, () => this.#go(ids[place - 1]!)) : nothing}
        ${
          place < 0
            ? nothing
            : button(
                this.#isAnswered ? say.next : say.skip,
                this.#onNext,
                this.#isOver ? 'filled' : 'plain',
              )
        }
      </div>
      ${questionList(this.#standing, quiz, this.#go, this.width >= roomForList)}`;
  }

  get #standing() {
    const places = this.#standings;
    return {
      quizzes: this.#listed,
      standingOf: (id: string) => places.get(id)!.standing,
      seedOf: (id: string) => this.#triesOf(id).seed,
      engine: this.#shared.engine!,
    };
  }

  #recap(): TemplateResult {
    return recap({
      ...this.#standing,
      progress: this.#progress,
      reveal: parseReveal(this.reveal),
      takeUp: (id) => this.#moveTo(id, this.#triesFor(id)),
    });
  }

  #triesOf(id: string): Tries {
    return this.#progress.tries[id] ?? fresh;
  }
  /** What was begun goes on; what was answered is asked anew, with other numbers. */
  #triesFor(id: string): Tries {
    const tries = this.#triesOf(id);
    const isBegun = this.#standings.get(id)?.standing === 'new';
    return isBegun ? tries : { seed: nextSeed(tries.seed), answers: [], shown: false };
  }

  /** Asks the question, unless it only tells what was made of it. */
  #show(state: QuizSetState, before: QuizSetState | null) {
    if (state === before || state.tries === this.#made) return;
    this.#given = state.tries;
    this.#pass += 1;
    this.#isOver = false;
  }

  /** By the learner's hand. */
  #change(change: Partial<QuizSetState>) {
    this.#state.change({ ...this.state, ...change });
    this.announcement = '';
  }

  /** The focus goes along. */
  #moveTo(quiz: string | null, tries: Tries) {
    this.#change({ quiz: quiz ?? '', tries, recap: false });
    void focusPart(this, '.question');
  }
  #go = (id: string) => this.#moveTo(id, this.#triesOf(id));
  #onNext = () => {
    const next = chooseNext(this.#ids, this.#progress.log, this.state.quiz);
    this.#moveTo(next, next === null ? fresh : this.#triesFor(next));
  };

  #keep(progress: QuizProgress) {
    this.#progress = progress;
    this.#before = null;
    keptProgress.write(progress);
  }

  /** The question has been worked on: it is kept under its name, and the page told of the run. */
  #onState = (event: CustomEvent<StateDetail>) => {
    event.stopPropagation();
    this.#progress = keptProgress.read();
    const { quiz } = this.state;
    const tries = parseTries(event.detail.state, 0);
    const isGivenUp = tries.shown && tries.answers.length === 0 && !this.#isAnswered;
    const kept = withTries(this.#progress, quiz, tries);
    this.#keep(isGivenUp ? withAnswer(kept, { id: quiz, missed: true }) : kept);
    this.#isOver = this.#question!.isOver;
    this.#made = tries;
    this.#change({ tries });
    this.#made = null;
    void this.#keepFocus();
  };

  #onAnswer = (event: CustomEvent<AnswerDetail>) => {
    event.stopPropagation();
    const { question, answer, correct, attempts } = event.detail;
    if (attempts === 1) {
      this.#progress = keptProgress.read();
      this.#keep(withAnswer(this.#progress, { id: this.state.quiz, missed: !correct }));
      this.requestUpdate();
    }
    sendEvent(this, 'mh-answer', { id: this.id, question, answer, correct, attempts });
  };

  get #question() {
    return this.renderRoot.querySelector<QuizElement>('mh-quiz');
  }
  #onReady = (event: Event) => {
    event.stopPropagation();
    this.#isOver = this.#question!.isOver;
    this.requestUpdate();
  };
  /** When the question is over, its button is gone: what comes next has the focus. */
  async #keepFocus() {
    const question = this.#question!;
    const focused = question.shadowRoot!.activeElement;
    if (!focused || focused.matches('.entry')) return;
    await Promise.all([this.updateComplete, question.updateComplete]);
    if (this.#isOver) void focusPart(this, '.steps-on button:last-child');
  }

  #onRecap = () => {
    this.#change({ recap: !this.state.recap });
  };

  /** Other progress in its place, which can be undone once. */
  #replace(progress: QuizProgress, said: string) {
    const before = this.#before === progress ? null : this.#progress;
    this.#keep(progress);
    this.#before = before;
    this.#change(this.#read(null));
    this.announcement = said;
  }

  #onCopy = async () => {
    if (await this.#clipboard.copy(inWords(this.#standing))) this.announcement = words.set.copied;
  };

  static override styles = [tokens, base, controlStyles, byHandStyles, noticeStyles, quizSetStyles];
}

/** What is no text is no id. */
function idsIn(given: unknown): string[] {
  return toList(given)
    .filter((each) => typeof each === 'string')
    .flatMap((text) => text.split(/\s+/u))
    .filter(Boolean);
}

/** The first thing that a script assigned in place of an id, in words; null where there is none. */
function notIds(given: unknown): string | null {
  const wrong = toList(given).find((each) => typeof each !== 'string');
  return wrong === undefined ? null : wrong === null ? 'null' : typeof wrong;
}

/** An attribute that was removed is null. */
const toList = (given: unknown): readonly unknown[] =>
  Array.isArray(given) ? given : given === null || given === undefined ? [] : [given];
