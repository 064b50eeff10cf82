import { css, html, nothing, type PropertyValues } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { drawQuiz } from './drawn.js';
import { GradedQuiz } from './graded.js';
import type { Quiz as Question } from './question.js';
import { plainText } from './text.js';
import { parseSeed, parseTries, type Tries } from '../../ui/check/tries.js';
import { Check } from '../../ui/check/check.js';
import type { Quizzes } from './lesson-quizzes.js';
import { areLoadedFrom, quizzesFrom } from './quizzes-from.js';
import { notice } from '../../ui/notice.js';
import { entryStyles } from './entry-style.js';
import { entry } from './entry.js';
import {
  solution,
  solutionStyles,
  verdictText,
  unreadableAnswer,
  verdictOn,
  withoutFullStop,
} from './verdict.js';
import { languageOf, withFormulas } from './formula-text.js';
import { sayAgain } from '../../ui/say-again.js';
import { verdictStyles } from '../../ui/check/shape-verdict.js';
import { words } from './words/index.js';
import { checkWords } from '../../ui/check/words/index.js';

/** The state of a quiz, as plain JSON. Answers are typed texts or names of options. */
export type QuizState = Tries;

/**
 * One question of the lesson or of a teacher's file, of any type. The core computes the right
 * answer. After a wrong answer, learners see the most likely reason.
 *
 * @attr quiz - the question's id
 * @attr src - the address of a file with other quizzes; without quiz, its first
 * @attr once - no "Try another": mh-quiz-set repeats questions itself
 * @attr seed, reveal, section, theme @slot @fires - see check.ts
 */
export class Quiz extends Check<QuizState> {
  static override properties = {
    quiz: {},
    src: {},
    once: { type: Boolean },
    draft: { state: true },
    hint: { state: true },
    unreadable: { state: true },
  };
  declare quiz: string;
  declare src: string;
  declare once: boolean;
  /** The answer so far, not yet submitted. */
  declare draft: string;
  declare hint: string;
  declare unreadable: ReturnType<typeof unreadableAnswer> | null;

  protected readonly questionSettings = ['quiz', 'seed', 'src'];
  /** The id that the element has if the page names none. */
  protected readonly usual: string = '';
  #quizzes: Quizzes = new Map();
  #graded: GradedQuiz | null = null;

  constructor() {
    super();
    this.quiz = '';
    this.src = '';
    this.once = false;
    this.seed = '0';
    this.draft = '';
    this.hint = '';
    this.unreadable = null;
  }

  protected override async loadContent() {
    const { src } = this;
    const quizzes = await quizzesFrom(src ?? '');
    if (src === this.src) this.#quizzes = quizzes;
  }
  protected override isContentThere() {
    return areLoadedFrom(this.src ?? '');
  }
  protected override get failedTitle() {
    return this.src ? words.file.failed : super.failedTitle;
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('src') && this.hasUpdated) this.loadAgain();
  }

  /** The question of that name. A file's first, if no other was chosen. */
  #find(): Question | undefined {
    const id = this.quiz || this.usual;
    const first = this.src && id === this.usual ? [...this.#quizzes.values()][0] : undefined;
    return this.#quizzes.get(id) ?? first;
  }

  protected read(input: unknown): QuizState {
    return parseTries(input, parseSeed(this.seed, 0));
  }

  protected grade(state: QuizState, engine: Engine): QuizState {
    const quiz = this.#find();
    const graded = quiz ? new GradedQuiz(drawQuiz(quiz, state.seed, engine), state.answers) : null;
    const answers = graded?.texts ?? [];
    this.#graded = graded;
    this.draft = answers.at(-1) ?? graded?.initialDraft ?? '';
    this.hint = '';
    this.unreadable = null;
    return { ...state, answers };
  }

  /** Whether the answer is shown, so there is nothing left to try. */
  get isOver(): boolean {
    return this.progress.isRevealed;
  }
  protected get prompt() {
    return plainText(this.#graded?.drawn.question ?? '');
  }
  protected override get promptLanguage() {
    return this.#graded ? languageOf(this.#graded.drawn.quiz) : null;
  }
  protected override get formattedPrompt() {
    if (!this.#graded) return '';
    const { question, quiz } = this.#graded.drawn;
    return withFormulas(question, quiz);
  }
  protected get isSolved() {
    return this.#graded?.isSolved ?? false;
  }
  protected get lastAnswer() {
    const { drawn, last } = this.#graded!;
    const { answerText: answer, isRight: correct } = last!.grade;
    return { question: `${drawn.quiz.id}/${this.state.seed}`, answer, correct };
  }
  protected override get canTryAnother() {
    return !this.once;
  }
  protected override get sectionAddress() {
    const own = this.#graded?.drawn.quiz.section ?? '#';
    const there = document.getElementById(own.slice(1));
    return this.section || (there && !there.contains(this) ? own : '');
  }
  /** The kind of question, shown above it. */
  protected get kind(): string {
    return words.kinds[this.#graded!.drawn.quiz.type];
  }

  protected get verdictText() {
    const { drawn, last } = this.#graded!;
    return [
      last ? verdictText(last, drawn.quiz) : '',
      this.progress.isRevealed
        ? `${words.answer} ${withoutFullStop(drawn.right)}. ${plainText(drawn.explanation)}`
        : '',
    ].join(' ');
  }

  protected override forgetWords() {
    super.forgetWords();
    this.hint = '';
    this.unreadable = null;
  }

  protected draw() {
    if (!this.#graded) return notice({ title: words.unknown, why: this.quiz });
    const { drawn, last, tried } = this.#graded;
    const { isRevealed } = this.progress;
    // Multiple choice shows the verdict next to each option instead.
    const isVerdictBelow = drawn.quiz.type !== 'multiple-choice';
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
            draft: this.draft,
            ...{ drawn, tried, isRevealed },
            isUnreadable: this.unreadable !== null,
            set: this.#set,
            move: this.#onMove,
          })}
          <div id="unread">${this.unreadable?.words ?? nothing}</div>
          ${last && !this.unreadable && isVerdictBelow ? verdictOn(last, drawn.quiz) : nothing}
          ${isRevealed ? solution(drawn, this.isSolved) : nothing}
          <div class="row">
            ${isRevealed ? nothing : html`<button class="filled">${checkWords.check}</button>`}
            ${this.nextSteps()}
            <span class="hint" role="status">${this.hint}</span>
          </div>
        </form>`,
    );
  }

  #set = (draft: string) => {
    this.draft = draft;
    this.hint = '';
  };

  /** After moving a step, its button keeps the focus, and its new place is announced. */
  #onMove = async (event: Event, draft: string, place: number) => {
    const button = event.currentTarget as HTMLElement;
    this.#set(draft);
    this.hint = words.moved(place + 1, this.#graded!.drawn.options.length);
    await this.updateComplete;
    button.focus();
  };

  #onSubmit = (event: Event) => {
    event.preventDefault();
    if (this.progress.isRevealed) return;
    const { drawn } = this.#graded!;
    const answer = this.draft;
    const hint = this.#graded!.hintFor(answer);
    if (hint !== null) return sayAgain(this, (text) => (this.hint = text), hint);
    try {
      drawn.grade(answer);
    } catch (error) {
      this.unreadable = unreadableAnswer(answer, error, drawn.quiz);
      this.announce(this.unreadable.text);
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
