import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Engine } from '../../../emscripten/package/index.js';
import { patterns } from './patterns/index.js';
import {
  splitPattern,
  maxChainLength,
  parsePatternCheck,
  sizesFor,
  type PatternCheckState,
  type PatternTask,
} from './pattern-state.js';
import { parseSeed } from '../../ui/check/tries.js';
import { isRight, runChain, type CompletedRun, type FailedRun } from './chain.js';
import { Check } from '../../ui/check/check.js';
import { button } from '../../ui/controls.js';
import { notice } from '../../ui/notice.js';
import { patternCheckStyles } from './pattern-check-style.js';
import { patternGridStyles } from './pattern-grid.js';
import { failureView, resultView, startView, verdictOn, whyFailed } from './pattern-result.js';
import { verdictStyles } from '../../ui/check/shape-verdict.js';
import { words } from './words/index.js';

const usualTask = 'split-heads';
const minLines = 4;
/** One example of each kind of step. */
const examples = 'b t x -> t b x\nreshape(b, t, -1)\ntranspose(0, 2, 1)\nswapaxes(1, 2)';

/**
 * Runs the learner's own chain of reshapes, transposes and patterns. The core tracks where each
 * element came from, so a right shape with wrong contents is noticed.
 *
 * @attr task - the id of a task in web/elements/shapes/patterns; the default is split-heads
 * @attr seed, reveal, section, theme @slot @fires - see check.ts
 */
export class PatternCheck extends Check<PatternCheckState> {
  static override properties = {
    task: {},
    draft: { state: true },
    failed: { state: true },
    isEmpty: { state: true },
  };
  declare task: string;
  /** The text in the input. */
  declare draft: string;
  /** The last chain, if it could not be run. */
  declare failed: FailedRun | null;
  /** The learner pressed Run without writing a step. */
  declare isEmpty: boolean;

  protected readonly questionSettings = ['seed', 'task'];
  #question: { readonly engine: Engine; readonly task: PatternTask } | null = null;
  #runs: readonly CompletedRun[] = [];

  constructor() {
    super();
    this.seed = '0';
    this.task = usualTask;
    this.draft = '';
    this.failed = null;
    this.isEmpty = false;
  }

  protected read(input: unknown): PatternCheckState {
    return parsePatternCheck(input, {
      seed: parseSeed(this.seed, 0),
      task: this.task || usualTask,
    });
  }

  protected grade(state: PatternCheckState, engine: Engine): PatternCheckState {
    const task = patterns.get(state.task);
    this.failed = null;
    this.isEmpty = false;
    this.#question = task ? { engine, task } : null;
    this.#runs = state.answers.flatMap((chain) => {
      const result = task && runChain(chain, task, state.seed, engine);
      return result && 'run' in result ? [result] : [];
    });
    const answers = this.#runs.map(({ chain }) => chain);
    this.draft = answers.at(-1) ?? '';
    return { ...state, answers };
  }

  protected get prompt() {
    return this.#question?.task.task ?? '';
  }
  protected get isSolved() {
    return this.#runs.some(isRight);
  }
  protected get lastAnswer() {
    const last = this.#runs.at(-1)!;
    const { task, seed } = this.state;
    return { question: `pattern/${task}/${seed}`, answer: last.chain, correct: isRight(last) };
  }

  protected get verdictText() {
    const last = this.#runs.at(-1);
    const answer = this.#answer;
    return [
      last ? verdictOn(last, this.#question!.task) : '',
      answer ? `${words.pattern.oneWay} ${answer.join('; ')}` : '',
    ].join(' ');
  }

  /** A right chain, once it may be shown. */
  get #answer(): readonly string[] | null {
    return this.progress.isRevealed ? (this.#question?.task.answer ?? null) : null;
  }

  protected draw() {
    const say = words.pattern;
    if (!this.#question) return notice({ title: say.unknown, why: this.state.task });
    const { engine, task } = this.#question;
    const sizes = sizesFor(task, this.state.seed);
    const { start, goal } = splitPattern(task);
    const shape = (side: string) => engine.shapes.parse(side, sizes).join(', ');
    const answer = this.#answer;
    const last = this.#runs.at(-1);
    const result = () => (last ? resultView(last, task) : startView(task, this.state.seed, engine));
    return this.frame(
      say.name,
      html`<p class="message">
          ${say.sizes(Object.entries(sizes))}.<br />${say.ends(start, shape(start), goal, shape(goal))}
        </p>
        ${this.#form()}
        <div id="failed">${this.failed ? failureView(this.failed) : nothing}</div>
        ${this.failed ? nothing : result()}
        ${
          answer
            ? html`<h3>${say.oneWay}</h3>
                <pre dir="ltr" tabindex="0"><code>${answer.join('\n')}</code></pre>`
            : nothing
        }
        <div class="row">${this.nextSteps()}</div>`,
    );
  }

  #form(): TemplateResult {
    const { first, keys, label, restore, run } = words.pattern;
    const last = this.#runs.at(-1)?.chain;
    return html`<form @submit=${this.#onSubmit}>
      <label for="steps">${label}</label>
      <textarea
        id="steps"
        class="entry"
        dir="ltr"
        rows=${Math.max(minLines, this.draft.split('\n').length)}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength=${maxChainLength}
        placeholder=${examples}
        aria-invalid=${this.failed ? 'true' : nothing}
        aria-describedby="failed"
        .value=${live(this.draft)}
        @input=${this.#onInput}
        @keydown=${this.#onKey}
      ></textarea>
      <div class="acts">
        <button class="filled">${run}</button>
        ${this.isEmpty ? html`<span class="keys">${first}</span>` : nothing}
        ${
          last !== undefined && last !== this.draft
            ? button(restore, this.#onRestore, 'link')
            : html`<span class="keys">${keys}</span>`
        }
      </div>
    </form>`;
  }

  #onInput = (event: Event) => {
    this.draft = (event.target as HTMLTextAreaElement).value;
    this.isEmpty = false;
    this.announcement = '';
  };

  #onSubmit = (event: Event) => {
    event.preventDefault();
    this.isEmpty = this.draft.trim() === '';
    if (this.isEmpty) {
      this.announcement = words.pattern.first;
      return;
    }
    const { engine, task } = this.#question!;
    const result = runChain(this.draft, task, this.state.seed, engine);
    if ('error' in result) {
      this.failed = result;
      this.announcement = whyFailed(result);
      return;
    }
    this.failed = null;
    // The same chain again does not count as a second try.
    if (result.chain !== this.#runs.at(-1)?.chain) this.submit(result.chain);
  };

  #onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.#input.form!.requestSubmit();
  };

  #onRestore = () => {
    this.draft = this.#runs.at(-1)!.chain;
    this.failed = null;
    this.#input.focus(); // the pressed button is gone
  };

  get #input(): HTMLTextAreaElement {
    return this.renderRoot.querySelector('textarea')!;
  }

  static override styles = [...Check.styles, verdictStyles, patternGridStyles, patternCheckStyles];
}
