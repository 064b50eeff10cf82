import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Engine } from '../../emscripten/package/index.js';
import { quizzes } from '../lesson/quizzes/index.js';
import { drawQuiz, type DrawnOption, type DrawnQuiz } from '../lib/quiz-drawn.js';
import { parseSeed, parseTries, type Tries } from '../lib/tries.js';
import { Check } from './check.js';
import { icon } from './icons.js';
import { notice } from './notice.js';
import { strings } from './strings.js';
import { radio } from './style.js';

/** What a learner has done here, as plain JSON; answers are the options' names. */
export type QuickCheckState = Tries;

/**
 * One question with options. A wrong one explains itself; which one is right, the core finds.
 *
 * @attr quiz - its id in web/lesson/quizzes; without it head-width
 * @attr seed, reveal, section, theme @slot @fires - see check.ts
 */
export class QuickCheck extends Check<QuickCheckState> {
  static override properties = { quiz: {}, chosen: { state: true }, hint: { state: true } };
  declare quiz: string;
  /** The name of the option that is marked. */
  declare chosen: string | null;
  declare hint: string;

  protected readonly choosers = ['quiz', 'seed'];
  #drawn: DrawnQuiz | null = null;

  constructor() {
    super();
    this.quiz = 'head-width';
    this.seed = '0';
    this.chosen = null;
    this.hint = '';
  }

  protected read(given: unknown): QuickCheckState {
    return parseTries(given, parseSeed(this.seed, 0));
  }

  protected grade(state: QuickCheckState, engine: Engine): QuickCheckState {
    const quiz = quizzes.get(this.quiz);
    this.#drawn = quiz?.type === 'multiple-choice' ? drawQuiz(quiz, state.seed, engine) : null;
    const answers = [...new Set(state.answers)].filter((name) => this.#option(name));
    this.chosen = answers.at(-1) ?? null;
    this.hint = '';
    return { ...state, answers };
  }

  protected get prompt() {
    return this.#drawn?.question ?? '';
  }
  protected get isFound() {
    return this.state.answers.some((name) => this.#option(name)?.isRight);
  }
  protected get last() {
    const { value, isRight: correct } = this.#option(this.state.answers.at(-1))!;
    return { question: `${this.quiz}/${this.state.seed}`, answer: String(value), correct };
  }

  protected get spoken() {
    const last = this.#option(this.state.answers.at(-1));
    const right = this.#drawn?.options.find(({ isRight }) => isRight);
    const inSight = new Set([last, this.progress.isRevealed ? right : undefined]);
    return [...inSight]
      .filter((option) => option !== undefined)
      .map(({ value, feedback, isRight }) => strings.quickCheck.verdict(value, isRight, feedback))
      .join(' ');
  }

  protected draw() {
    const { name, unknown } = strings.quickCheck;
    if (!this.#drawn) return notice({ title: unknown, why: this.quiz });
    const { isRevealed } = this.progress;
    const { check } = strings.checks;
    return this.frame(
      name,
      html`<form @submit=${this.#onSubmit}>
        <div role="radiogroup" aria-labelledby="question">
          ${this.#drawn.options.map((option, index) => this.#row(option, index, isRevealed))}
        </div>
        <div class="row">
          ${isRevealed ? nothing : html`<button class="filled">${check}</button>`}
          ${this.nextSteps()}
          <span class="hint" role="status">${this.hint}</span>
        </div>
      </form>`,
    );
  }

  #row(option: DrawnOption, index: number, isRevealed: boolean): TemplateResult {
    const { name, value, feedback, isRight } = option;
    const isTried = this.state.answers.includes(name);
    const isMarked = isTried || (isRevealed && isRight);
    const isExplained = isTried || isRevealed;
    const { right, yours } = strings.quickCheck;
    return html`<div class="option">
      <span class="mark">
        <input
          id="option-${index}"
          type="radio"
          name="option"
          class=${isMarked ? 'marked' : ''}
          aria-describedby=${isExplained ? `reason-${index}` : nothing}
          ?disabled=${isRevealed}
          .checked=${live(name === this.chosen)}
          @change=${() => this.#choose(name)}
        />${isMarked ? icon(isRight ? 'right' : 'wrong') : nothing}
      </span>
      <label for="option-${index}"
        >${isMarked ? html`<b>${value}</b>${isRight ? right : yours}` : value}</label
      >
      ${isExplained ? html`<p id="reason-${index}">${feedback}</p>` : nothing}
    </div>`;
  }

  #option(name: string | undefined): DrawnOption | undefined {
    return this.#drawn?.options.find((option) => option.name === name);
  }

  #choose(name: string) {
    this.chosen = name;
    this.hint = '';
  }

  #onSubmit = (event: Event) => {
    event.preventDefault();
    const { chooseAnother, chooseFirst } = strings.quickCheck;
    const isTried = this.chosen !== null && this.state.answers.includes(this.chosen);
    if (this.chosen === null || isTried) this.hint = isTried ? chooseAnother : chooseFirst;
    else this.give(this.chosen);
  };

  static override styles = [
    ...Check.styles,
    radio,
    css`
      [role='radiogroup'] {
        margin-block-start: 8px;
      }
      .option {
        display: grid;
        grid-template-columns: 18px 1fr;
        column-gap: 12px;
        align-items: center;
        padding-block: 4px;
        border-block-end: 1px solid var(--mh-hair);
      }
      .mark {
        position: relative;
        display: flex;
      }
      input.marked {
        border: 0;
        background: none;
      }
      .icon {
        position: absolute;
        inset: 0;
        pointer-events: none;
      }
      label {
        display: block;
        align-content: center;
        padding-block: 6px;
        min-block-size: var(--mh-target);
        font: var(--mh-caption) var(--mh-font-ui);
        cursor: pointer;
      }
      input:disabled,
      .mark:has(:disabled) + label {
        cursor: default;
      }
      .option > p {
        grid-column: 2;
        margin-block: -4px 6px;
        color: var(--mh-ink-2);
      }
      .hint {
        color: var(--mh-ink-2);
        font: var(--mh-label) var(--mh-font-ui);
      }
    `,
  ];
}
