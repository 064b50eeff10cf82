import { css, html, nothing, type PropertyValues } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { drawQuiz, type DrawnQuiz } from './drawn.js';
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
  type GradedAnswer,
} from './verdict.js';
import { withFormulas } from './formula-text.js';
import { verdictStyles } from '../../ui/check/shape-verdict.js';
import { words } from './words/index.js';
import { checkWords } from '../../ui/check/words/index.js';

/** The state of a quiz, as plain JSON. Answers are typed texts or names of options. */
export type QuizState = Tries;

/**
 * One question from web/elements/quiz/quizzes or from a teacher's file, of any type. The core computes the right answer. After
 * a wrong answer, learners see the most likely reason.
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
  #drawn: DrawnQuiz | null = null;
  #graded: readonly GradedAnswer[] = [];

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
    const isChosen = this.quiz && this.quiz !== this.usual;
    const first = this.src && !isChosen ? [...this.#quizzes.values()][0] : undefined;
    return this.#quizzes.get(this.quiz) ?? first;
  }

  protected read(input: unknown): QuizState {
    return parseTries(input, parseSeed(this.seed, 0));
  }

  protected grade(state: QuizState, engine: Engine): QuizState {
    const quiz = this.#find();
    const drawn = quiz ? drawQuiz(quiz, state.seed, engine) : null;
    this.#drawn = drawn;
    this.#graded = drawn
      ? [...new Set(state.answers)].flatMap((text) => gradeText(text, drawn))
      : [];
    const answers = this.#graded.map(({ text }) => text);
    this.draft = answers.at(-1) ?? this.#initialDraft;
    this.hint = '';
    this.unreadable = null;
    return { ...state, answers };
  }

  /** The draft before the learner changes it: for steps, their initial order. */
  get #initialDraft(): string {
    const isOrder = this.#drawn?.quiz.type === 'order';
    return isOrder ? this.#drawn!.options.map(({ name }) => name).join() : '';
  }

  /** Whether the answer is shown, so there is nothing left to try. */
  get isOver(): boolean {
    return this.progress.isRevealed;
  }
  protected get prompt() {
    return plainText(this.#drawn?.question ?? '');
  }
  protected override get formattedPrompt() {
    return this.#drawn ? withFormulas(this.#drawn.question, this.#drawn.quiz) : '';
  }
  protected get isSolved() {
    return this.#graded.some(({ grade }) => grade.isRight);
  }
  protected get lastAnswer() {
    const { answerText: answer, isRight: correct } = this.#graded.at(-1)!.grade;
    return { question: `${this.#drawn!.quiz.id}/${this.state.seed}`, answer, correct };
  }
  protected override get canTryAnother() {
    return !this.once;
  }
  protected override get sectionAddress() {
    const own = this.#drawn?.quiz.section ?? '#';
    const there = document.getElementById(own.slice(1));
    return this.section || (there && !there.contains(this) ? own : '');
  }
  /** The kind of question, shown above it. */
  protected get kind(): string {
    return words.kinds[this.#drawn!.quiz.type];
  }

  protected get verdictText() {
    const last = this.#graded.at(-1);
    const drawn = this.#drawn!;
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
            isUnreadable: this.unreadable !== null,
            set: this.#set,
            move: this.#onMove,
          })}
          <div id="unread">${this.unreadable?.words ?? nothing}</div>
          ${last && !this.unreadable && this.#hasVerdictBelow ? verdictOn(last, drawn.quiz) : nothing}
          ${isRevealed ? solution(drawn, this.isSolved) : nothing}
          <div class="row">
            ${isRevealed ? nothing : html`<button class="filled">${checkWords.check}</button>`}
            ${this.nextSteps()}
            <span class="hint" role="status">${this.hint}</span>
          </div>
        </form>`,
    );
  }

  /** Multiple choice shows the verdict next to each option instead. */
  get #hasVerdictBelow() {
    return this.#drawn!.quiz.type !== 'multiple-choice';
  }

  /** Multiple choice: all options that were tried. Multiple response: those of the last answer. */
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

  /** After moving a step, its button keeps the focus, and its new place is announced. */
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
    const say = { ...words.hint, 'multiple-choice': checkWords.chooseFirst };
    const answer = this.draft;
    const isTried = this.state.answers.includes(answer);
    if (this.progress.isRevealed) return;
    const isUnchanged = type === 'order' && answer === this.#initialDraft;
    if (isTried || isUnchanged || answer.trim() === '') {
      const isChosen = type.startsWith('multiple');
      const again = isChosen ? checkWords.triedAlready : say.againTyped;
      const first = isChosen || type === 'order' ? say[type as 'order'] : say.typed;
      this.hint = isTried ? again : first;
      return;
    }
    try {
      drawn.grade(answer);
    } catch (error) {
      this.unreadable = unreadableAnswer(answer, error, drawn.quiz);
      this.announcement = this.unreadable.text;
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

/** Empty if the text is not an answer to this question. */
function gradeText(text: string, { grade }: DrawnQuiz): GradedAnswer[] {
  try {
    return [{ text, grade: grade(text) }];
  } catch {
    return [];
  }
}
