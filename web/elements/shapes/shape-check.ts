import { css, html, nothing, type TemplateResult } from 'lit';
import {
  FormatError,
  ManyheadsError,
  type Engine,
  type ShapeQuestion,
} from '../../../emscripten/package/index.js';
import {
  defaultShapeCheck,
  sortSizes,
  parseShapeCheck,
  type ShapeCheckState,
} from './shape-state.js';
import { answerLine } from '../../ui/check/answer-line.js';
import { Check } from '../../ui/check/check.js';
import { inEnglish } from '../../ui/in-english.js';
import { notice } from '../../ui/notice.js';
import {
  axisTable,
  whyUnreadable,
  verdictText,
  unreadable,
  verdictOn,
  verdictStyles,
  type ShapeResult,
  type UnreadableShape,
} from '../../ui/check/shape-verdict.js';
import { words } from './words/index.js';
import { checkWords } from '../../ui/check/words/index.js';
import { captionText } from '../../ui/style-parts.js';

/**
 * Asks for the shape of a tensor. The core computes the stage and compares the shapes.
 *
 * @attr level - 1 to 5
 * @attr stage - such as split-heads; by default, the seed chooses one of the level
 * @attr seed, reveal, section, theme @slot @fires - see check.ts
 */
export class ShapeCheck extends Check<ShapeCheckState> {
  static override properties = {
    level: {},
    stage: {},
    draft: { state: true },
    unread: { state: true },
  };
  declare level: string;
  declare stage: string;
  /** The text in the input. */
  declare draft: string;
  /** The submitted text, if it is not a shape. */
  declare unread: UnreadableShape | null;

  protected readonly questionSettings = ['seed', 'level', 'stage'];
  #question: { readonly engine: Engine; readonly question: ShapeQuestion } | null = null;
  #results: readonly ShapeResult[] = [];
  /** Why there is no question. */
  #reason = '';

  constructor() {
    super();
    this.seed = String(defaultShapeCheck.seed);
    this.level = String(defaultShapeCheck.level);
    this.stage = defaultShapeCheck.stage;
    this.draft = '';
    this.unread = null;
  }

  protected read(input: unknown): ShapeCheckState {
    const { seed, level, stage } = this;
    return parseShapeCheck(input, parseShapeCheck({ seed, level, stage }));
  }

  protected grade(state: ShapeCheckState, engine: Engine): ShapeCheckState {
    const { seed, level, stage } = state;
    this.unread = null;
    try {
      const question = engine.shapes.question({ seed, level, ...(stage ? { stage } : {}) });
      this.#question = { engine, question };
      this.#results = state.answers.flatMap((text) => gradeAnswer(text, question, engine));
    } catch (error) {
      if (!(error instanceof ManyheadsError)) throw error;
      this.#question = null;
      this.#results = [];
      this.#reason = error.message;
    }
    const answers = this.#results.map(({ text }) => text);
    this.draft = answers.at(-1) ?? '';
    return { ...state, answers };
  }

  protected get prompt() {
    return this.#question ? words.shape.prompt(this.#question.question) : '';
  }
  protected override get promptLanguage() {
    return null;
  }
  protected get isSolved() {
    return this.#results.some(({ verdict }) => verdict.correct);
  }
  protected get lastAnswer() {
    const { shape, verdict } = this.#results.at(-1)!;
    const question = `shape/${this.#question!.question.id}`;
    return { question, answer: `[${shape.join(', ')}]`, correct: verdict.correct };
  }

  protected get verdictText() {
    const last = this.#results.at(-1);
    const actual = this.#actual;
    return [
      last ? verdictText(last, words.shape.explain(last.verdict)) : '',
      actual ? words.shape.coreSays(actual.join(', ')) : '',
    ].join(' ');
  }

  /** The core's shape, once it may be shown. Checking any answer returns it. */
  get #actual(): readonly number[] | null {
    if (!this.#question || !this.progress.isRevealed) return null;
    const { engine, question } = this.#question;
    return this.#results.at(-1)?.verdict.actual ?? engine.shapes.check(question, '[]').actual;
  }

  protected draw() {
    const say = words.shape;
    if (!this.#question) {
      const act = () => this.change({ ...this.state, stage: '' });
      return notice({
        title: say.refused,
        why: inEnglish(this.#reason),
        repair: { label: say.anyStage, act },
      });
    }
    const { code, level, sizes } = this.#question.question;
    return this.frame(
      say.name(level),
      html`<p class="sizes"><code>${say.sizes(sortSizes(sizes))}</code></p>
        ${this.#form()}
        <div id="unread">${this.unread ? unreadable(this.unread) : nothing}</div>
        ${this.unread ? nothing : this.#comparison()}
        <div class="row">${this.nextSteps()}</div>
        <details ?hidden=${!code}>
          <summary class="link">${say.code}</summary>
          <pre tabindex="0"><code>${code}</code></pre>
        </details>`,
    );
  }

  #form(): TemplateResult {
    const { label, placeholder } = words.shape;
    return html`<form @submit=${this.#onSubmit}>
      ${answerLine({
        ...{ label, placeholder, value: this.draft },
        isUnreadable: this.unread !== null,
        set: (draft) => (this.draft = draft),
      })}<button class="filled">${checkWords.check}</button>
    </form>`;
  }

  /** The last answer next to the core's shape. */
  #comparison(): TemplateResult {
    const last = this.#results.at(-1);
    return html`${axisTable(last?.shape, last?.verdict.axis, this.#actual)}
    ${last ? verdictOn(last, words.shape.explain(last.verdict)) : nothing}`;
  }

  #onSubmit = (event: Event) => {
    event.preventDefault();
    const { engine, question } = this.#question!;
    const text = this.draft;
    try {
      const shape = engine.shapes.parse(text, question.sizes);
      this.unread = null;
      // The same answer again does not count as a second try.
      if (String(shape) !== String(this.#results.at(-1)?.shape)) this.submit(text);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.unread = { text, error };
      this.announce(whyUnreadable(error));
    }
  };

  static override styles = [
    ...Check.styles,
    verdictStyles,
    css`
      .sizes {
        margin-block-start: 8px;
        ${captionText}
      }
      form {
        display: flex;
        gap: 10px;
        margin-block-start: 8px;
      }
      .entry {
        flex: 0 1 230px;
        min-inline-size: 0;
        font: 0.875rem/1.25rem var(--mh-font-mono);
      }
      details {
        margin-block-start: 12px;
      }
      @container (inline-size < 400px) {
        .entry {
          flex-grow: 1;
        }
        .entry,
        form button {
          min-block-size: 44px;
        }
      }
    `,
  ];
}

/** Empty if the text is not a shape. */
function gradeAnswer(text: string, question: ShapeQuestion, engine: Engine): ShapeResult[] {
  try {
    const shape = engine.shapes.parse(text, question.sizes);
    return [{ text, shape, verdict: engine.shapes.check(question, text) }];
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}
