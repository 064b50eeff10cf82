import { html, type PropertyValues, type TemplateResult } from 'lit';
import { noProgress, progressOfFile, type QuizProgress } from './progress.js';
import { AskedQuestion } from './asked.js';
import { idsIn, QuizRun, typeOfNoId, type QuizSetState } from './run.js';
import { parseReveal } from '../../ui/check/tries.js';
import { EmbeddableElement, embedStyles } from '../../ui/embeddable-element.js';
import { followWidth } from '../../ui/container-width.js';
import { Clipboard } from '../../ui/clipboard.js';
import { controlStyles } from '../../ui/control-style.js';
import { button } from '../../ui/controls.js';
import { ElementState } from '../../ui/element-state.js';
import { SharedEngine } from '../../ui/engine.js';
import { focusPart } from '../../ui/focus.js';
import { sendEvent, sendReady } from '../../ui/events.js';
import type { Quizzes } from './lesson-quizzes.js';
import { areLoadedFrom, quizzesFrom } from './quizzes-from.js';
import { notice, noticeStyles } from '../../ui/notice.js';
import { Quiz as QuizElement } from './quiz.js';
import { currentQuestion } from './current.js';
import { keep } from './keep.js';
import { describeProgress, inWords, overview, questionList } from './list.js';
import { recap } from './recap.js';
import { quizSetStyles } from './quiz-set-style.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { base, tokens } from '../../ui/style.js';
import { sayAgain } from '../../ui/say-again.js';
import { withoutEngine } from '../../ui/without-engine.js';
import type { ElementClasses } from '../../ui/register.js';

/** From this width on, the list of all questions is beside the current one. */
const roomForList = 960;

export type { QuizSetState };

/**
 * Asks many quizzes one after the other; missed ones come back. Quiz sets of the same file share
 * their progress, which is stored in the browser.
 *
 * @attr quizzes - ids, separated by spaces, or a list of them; by default all, topics in turn
 * @attr topic - only quizzes of this topic
 * @attr src - the address of a file with other quizzes, whose progress is stored separately
 * @attr reveal - see check.ts
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class QuizSet extends EmbeddableElement {
  static override readonly parts: ElementClasses = {
    'mh-quiz': QuizElement,
  };
  static override properties = {
    quizzes: {},
    topic: {},
    src: {},
    reveal: {},
    announcement: { state: true },
    width: { state: true },
  };
  declare quizzes: string | readonly string[];
  declare topic: string;
  declare src: string | null;
  declare reveal: string;
  declare announcement: string;
  /** The container's width in px at the default text size. */
  declare width: number;

  readonly #run = new QuizRun(() => this, {
    read: () => progressOfFile(this.src ?? '').read(),
    write: (progress) => progressOfFile(this.src ?? '').write(progress),
  });
  #all: Quizzes = new Map();
  readonly #state = new ElementState<QuizSetState>(this, {
    settings: () => ['quizzes', 'topic', 'src'],
    initial: (before) =>
      before && this.#run.ids.includes(before.quiz) ? before : this.#run.read(null),
    read: (given) => this.#run.read(given),
    show: (state, before) => this.#asked.show(state, before),
  });
  readonly #asked = new AskedQuestion(this, {
    keep: (tries) => {
      this.#run.keepTries(this.state, tries);
      this.#change({ tries });
    },
    answer: ({ question, answer, correct, attempts }) => {
      if (attempts === 1) {
        this.#run.keepFirstAnswer(this.state.quiz, !correct);
        this.requestUpdate();
      }
      sendEvent(this, 'mh-answer', { id: this.id, question, answer, correct, attempts });
    },
    onReady: () => sendReady(this, this.#shared.engine!),
  });
  /** The ids that a warning has named. */
  readonly #warned = new Set<string>();
  readonly #clipboard = new Clipboard(this);
  readonly #shared = new SharedEngine(
    this,
    () => {
      this.#run.open(this.#all);
      this.#state.refresh();
    },
    async () => {
      const { src } = this;
      const quizzes = await quizzesFrom(src ?? '');
      if (src === this.src) this.#all = quizzes;
    },
    () => areLoadedFrom(this.src ?? ''),
  );

  constructor() {
    super();
    followLanguage(this, () => (this.announcement = ''));
    followWidth(this, (width) => (this.width = width));
    this.width = 0;
    this.quizzes = '';
    this.topic = '';
    this.src = '';
    this.reveal = 'second-try';
    this.announcement = '';
  }

  /** All that is needed to show the same again. Anything may be assigned; it is checked. */
  get state(): QuizSetState {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#state.assign(input);
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (!changed.has('src') || !this.hasUpdated) return;
    this.#run.open(new Map()); // a question of the same id has other tries in the other file
    void this.#shared.loadAgain();
  }

  protected override updated() {
    const { engine } = this.#shared;
    if (!engine) return;
    // With a question it is ready when the question is: until then it is much lower.
    if (!this.renderRoot.querySelector('mh-quiz')) sendReady(this, engine);
    if (this.#run.ids.length > 0) this.#warnOfUnknownIds(); // otherwise a notice names them
  }

  #warnOfUnknownIds() {
    for (const id of this.#run.unknownIds) {
      if (!this.#warned.has(id)) console.warn(`mh-quiz-set: there is no quiz '${id}'`);
      this.#warned.add(id);
    }
  }

  protected get embeddable() {
    return { title: words.set.name, attributes: ['quizzes', 'topic', 'src', 'reveal'] };
  }

  override render() {
    if (!this.#shared.engine) {
      return withoutEngine(this.#shared, this.src ? words.file.failed : undefined);
    }
    const say = words.set;
    const misread = typeOfNoId(this.quizzes);
    if (misread !== null) return notice({ title: say.notIds(misread), why: say.wantedIds });
    if (this.#run.ids.length === 0) return notice({ title: say.empty, why: this.#chosenBy });
    return html`<div class="set">
      <div class="head">
        <p>${describeProgress(this.#overview)}</p>
        ${button(this.state.recap ? say.backToRun : say.recap, this.#onRecap, 'link')}
      </div>
      ${this.state.recap ? this.#recap() : this.#current()}
      ${keep({
        progress: this.#run.progress,
        byHand: this.#clipboard.byHand(say.copyByHand, 6),
        message: this.announcement,
        canUndo: this.#run.canUndo,
        copy: this.#onCopy,
        replace: (progress) => this.#replace(progress, say.imported),
        refuse: () => this.#say(say.notImported),
        reset: () => this.#replace(noProgress, say.cleared),
        undo: this.#onUndo,
      })}
      ${this.embedThis()}
    </div>`;
  }

  /** The attributes that choose quizzes. */
  get #chosenBy(): string {
    const attributes = { quizzes: idsIn(this.quizzes).join(' '), topic: this.topic };
    const given = Object.entries(attributes).filter(([, value]) => value);
    return given.map(([name, value]) => `${name}="${value}"`).join(' ');
  }

  #current(): TemplateResult {
    const { quiz } = this.state;
    return html`${currentQuestion({
      run: this.#run,
      state: this.state,
      isOver: this.#asked.isOver,
      question: this.#asked.view(quiz, this.src, this.reveal),
      go: this.#go,
      next: this.#onNext,
    })}
    ${questionList(this.#overview, quiz, this.#go, this.width >= roomForList)}`;
  }

  get #overview() {
    return overview(this.#run, this.#shared.engine!);
  }

  #recap(): TemplateResult {
    return recap({
      ...this.#overview,
      progress: this.#run.progress,
      reveal: parseReveal(this.reveal),
      tryAgain: (id) => this.#moveTo(this.#run.again(id)),
    });
  }

  /** The learner changed the state. */
  #change(change: Partial<QuizSetState>) {
    this.#state.change({ ...this.state, ...change });
    this.announcement = '';
  }

  /** Shows another question and moves the focus to it. */
  #moveTo(question: Pick<QuizSetState, 'quiz' | 'tries'>) {
    this.#change({ ...question, recap: false });
    void focusPart(this, '.question');
  }
  #go = (id: string) => this.#moveTo(this.#run.at(id));
  #onNext = () => this.#moveTo(this.#run.next(this.state.quiz));

  #onRecap = () => {
    this.#change({ recap: !this.state.recap });
  };

  /** Replaces the progress. This can be undone once. */
  #replace(progress: QuizProgress, announcement: string) {
    this.#run.replace(progress);
    this.#change(this.#run.read(null));
    this.announcement = announcement;
  }
  #onUndo = () => {
    this.#run.undo();
    this.#change(this.#run.read(null));
  };

  #onCopy = async () => {
    if (await this.#clipboard.copy(inWords(this.#overview))) this.#say(words.set.copied);
  };

  #say(text: string) {
    sayAgain(this, (text) => (this.announcement = text), text);
  }

  static override styles = [tokens, base, controlStyles, noticeStyles, embedStyles, quizSetStyles];
}
