import { css, html, nothing } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { drawQuiz, type DrawnQuiz } from './drawn.js';
import { plainText } from './text.js';
import { parseSeed, parseTries, type Tries } from '../../ui/check/tries.js';
import { Check } from '../../ui/check/check.js';
import { lessonQuizzes, type Quizzes } from './lesson-quizzes.js';
import { notice } from '../../ui/notice.js';
import { entry, entryStyles } from './entry.js';
import {
  solution,
  solutionStyles,
  spokenVerdict,
  unread,
  verdictOn,
  withoutStop,
  type Graded,
} from './verdict.js';
import { withFormulas } from './formula-text.js';
import { verdictStyles } from '../../ui/check/shape-verdict.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';

/** What a learner has done here, as plain JSON; answers as they were typed, or options' names. */
export type QuizState = Tries;

/**
 * One question of web/elements/quiz/quizzes, of any type. What is right, the core finds; a wrong answer
 * is told what usually leads to it.
 *
 * @attr quiz - its id
 * @attr once - no other numbers are offered: something around it asks again
 * @attr seed, reveal, section, theme @slot @fires - see check.ts
 */
export class Quiz extends Check<QuizState> {
  static override properties = {
    quiz: {},
    once: { type: Boolean },
    draft: { state: true },
    hint: { state: true },
    unreadable: { state: true },
  };
  declare quiz: string;
  declare once: boolean;
  /** The answer as it stands, not yet given. */
  declare draft: string;
  declare hint: string;
  declare unreadable: ReturnType<typeof unread> | null;

  protected readonly questionSettings = ['quiz', 'seed'];
  #quizzes: Quizzes = new Map();
  #drawn: DrawnQuiz | null = null;
  #graded: readonly Graded[] = [];

  constructor() {
    super();
    this.quiz = '';
    this.once = false;
    this.seed = '0';
    this.draft = '';
    this.hint = '';
    this.unreadable = null;
  }

  protected override async loadContent() {
    this.#quizzes = await lessonQuizzes();
  }

  protected read(input: unknown): QuizState {
    return parseTries(input, parseSeed(this.seed, 0));
  }

  protected grade(state: QuizState, engine: Engine): QuizState {
    const quiz = this.#quizzes.get(this.quiz);
    const drawn = quiz ? drawQuiz(quiz, state.seed, engine) : null;
    this.#drawn = drawn;
    this.#graded = drawn ? [...new Set(state.answers)].flatMap((text) => graded(text, drawn)) : [];
    const answers = this.#graded.map(({ text }) => text);
    this.draft = answers.at(-1) ?? this.#start;
    this.hint = '';
    this.unreadable = null;
    return { ...state, answers };
  }

  /** Steps are in some order before anyone has moved one. */
  get #start(): string {
    const isOrder = this.#drawn?.quiz.type === 'order';
    return isOrder ? this.#drawn!.options.map(({ name }) => name).join() : '';
  }

  /** Nothing is left to try: the answer may be seen. */
  get isOver(): boolean {
    return this.progress.isRevealed;
  }
  protected get prompt() {
    return plainText(this.#drawn?.question ?? '');
  }
  protected override get formattedPrompt() {
    return withFormulas(this.#drawn?.question ?? '');
  }
  protected get isSolved() {
    return this.#graded.some(({ grade }) => grade.isRight);
  }
  protected get lastAnswer() {
    const { shown: answer, isRight: correct } = this.#graded.at(-1)!.grade;
    return { question: `${this.quiz}/${this.state.seed}`, answer, correct };
  }
  protected override get canTryAnother() {
    return !this.once;
  }
  protected override get sectionAddress() {
    const own = this.#drawn?.quiz.section ?? '#';
    const there = document.getElementById(own.slice(1));
    return this.section || (there && !there.contains(this) ? own : '');
  }
  /** What the question is called above it. */
  protected get kind(): string {
    return words.kinds[this.#drawn!.quiz.type];
  }

  protected get verdictText() {
    const last = this.#graded.at(-1);
    const drawn = this.#drawn!;
    return [
      last ? spokenVerdict(last, drawn.quiz) : '',
      this.progress.isRevealed
        ? `${words.answer} ${withoutStop(drawn.right)}. ${plainText(drawn.explanation)}`
        : '',
    ].join(' ');
  }

  protected override forgetWords() {
    super.forgetWords();
    this.hint = '';
    this.unreadable = null;
  }

  protected draw() {
    const drawn = this.#drawn;
    if (!drawn) return notice({ title: words.unknown, why: this.quiz });
    const { isRevealed } = this.progress;
    const last = this.#graded.at(-1);
    return this.frame(
      this.kind,
      html`${
          drawn.code
            ? html`<pre class="code" dir="ltr" tabindex="0" aria-label=${words.code}>
${drawn.code}</pre>`
            : nothing
        }
        <form @submit=${this.#onSubmit}>
          ${entry({
            drawn,
            draft: this.draft,
            tried: this.#tried,
            isRevealed,
            isUnread: this.unreadable !== null,
            set: this.#set,
            move: this.#onMove,
          })}
          <div id="unread">${this.unreadable?.words ?? nothing}</div>
          ${last && !this.unreadable && this.#isJudgedApart ? verdictOn(last, drawn.quiz) : nothing}
          ${isRevealed ? solution(drawn, this.isSolved) : nothing}
          <div class="row">
            ${isRevealed ? nothing : html`<button class="filled">${uiWords.checks.check}</button>`}
            ${this.nextSteps()}
            <span class="hint" role="status">${this.hint}</span>
          </div>
        </form>`,
    );
  }

  /** One of n is judged in its own row. */
  get #isJudgedApart() {
    return this.#drawn!.quiz.type !== 'multiple-choice';
  }

  /** Of one of n every option that was tried, of several those that were marked last. */
  get #tried(): readonly string[] {
    switch (this.#drawn!.quiz.type) {
      case 'multiple-choice':
        return this.state.answers;
      case 'multiple-response':
        return this.state.answers.at(-1)?.split(',') ?? [];
      default:
        return [];
    }
  }

  #set = (draft: string) => {
    this.draft = draft;
    this.hint = '';
  };

  /** A step keeps the focus where it goes to, and says where that is. */
  #onMove = async (event: Event, draft: string, place: number) => {
    const button = event.currentTarget as HTMLElement;
    this.#set(draft);
    this.hint = words.moved(place + 1, this.#drawn!.options.length);
    await this.updateComplete;
    button.focus();
  };

  #onSubmit = (event: Event) => {
    event.preventDefault();
    const drawn = this.#drawn!;
    const { type } = drawn.quiz;
    const say = { ...words.hint, 'multiple-choice': uiWords.checks.chooseFirst };
    const answer = this.draft;
    const isTried = this.state.answers.includes(answer);
    if (this.progress.isRevealed) return;
    const isUntouched = type === 'order' && answer === this.#start;
    if (isTried || isUntouched || answer.trim() === '') {
      const isChosen = type.startsWith('multiple');
      const again = isChosen ? uiWords.checks.triedAlready : say.againTyped;
      const first = isChosen || type === 'order' ? say[type as 'order'] : say.typed;
      this.hint = isTried ? again : first;
      return;
    }
    try {
      drawn.grade(answer);
    } catch (error) {
      this.unreadable = unread(answer, error, drawn.quiz);
      this.announcement = this.unreadable.spoken;
      return;
    }
    this.submit(answer);
  };

  static override styles = [
    ...Check.styles,
    verdictStyles,
    solutionStyles,
    entryStyles,
    css`
      form {
        margin: 0;
      }
    `,
  ];
}

/** Nothing where the text is no answer to this question. */
function graded(text: string, { grade }: DrawnQuiz): Graded[] {
  try {
    return [{ text, grade: grade(text) }];
  } catch {
    return [];
  }
}
