import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { PrismEditor } from 'prism-code-editor';
import type { LessonCell } from './programs/index.js';
import { dedent, parseCell, type CellState } from './state.js';
import { describeError, type Code, type Ran } from './python/service.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { controlsView, solutionView } from './controls.js';
import { CellGroup, type GroupCell } from './group.js';
import {
  cellKind,
  courseView,
  linkView,
  orderHint,
  recordingView,
  resultView,
  resultText,
} from './result.js';
import { CellRun } from './run.js';
import { cellStyles } from './style.js';
import { controlStyles } from '../../ui/controls.js';
import { ElementState } from '../../ui/element-state.js';
import { sendEvent } from '../../ui/events.js';
import { exerciseStyles } from '../../ui/check/exercise-style.js';
import { NearContent } from '../../ui/near-content.js';
import { notice, noticeStyles } from '../../ui/notice.js';
import { focusPart } from '../../ui/focus.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { base, tokens } from '../../ui/style.js';

type Parts = typeof import('./parts.js');

/** mh-state is sent this many ms after the last edit. */
const rest = 400;

/** Waits for the code between the tags, since a plain script may run before it is parsed. */
async function parsed() {
  if (document.readyState !== 'loading') return;
  await new Promise<void>((done) =>
    document.addEventListener('DOMContentLoaded', () => done(), { once: true }),
  );
}

/**
 * Python code that can be edited and run. Cells of a group share their variables.
 *
 * @attr group - the name of the group; cells without it are in one group
 * @attr exercise - the name of one of the lesson's cells in web/elements/cells/programs
 * @attr code - the initial code; the default is the element's text
 * @attr recorded - the output of the initial code, shown if Python cannot run
 * @attr question - the heading
 * @attr from-link - the code came from a link: the cell asks once before it runs
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @slot - the code, shown if there is no JavaScript
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Cell extends BoxedElement implements GroupCell {
  static override properties = {
    group: {},
    exercise: {},
    code: {},
    recorded: {},
    question: {},
    fromLink: { attribute: 'from-link', type: Boolean },
  };
  declare group: string;
  declare exercise: string;
  declare code: string | null;
  declare recorded: string;
  declare question: string;
  /** A page sets this after it has restored a state from its address. */
  declare fromLink: boolean;

  readonly #content = new NearContent<Parts>(this, async () => {
    await parsed();
    return import('./parts.js');
  });
  readonly #state = new ElementState<CellState>(this, {
    settings: () => ['exercise', 'code'],
    initial: () => parseCell(null),
    read: parseCell,
    rest,
  });
  #editor: PrismEditor | null = null;
  #group: CellGroup | null = null;
  readonly #run = new CellRun(() => this.requestUpdate());
  #isAsking = false;
  #isReady = false;
  #said = '';
  #seen: IntersectionObserver | null = null;
  #isSeen = false;

  constructor() {
    super();
    followLanguage(this, () => (this.#said = ''));
    this.group = '';
    this.exercise = '';
    this.code = null;
    this.recorded = '';
    this.question = '';
    this.fromLink = false;
  }

  /** All that is needed to show the same again. Anything may be assigned; it is checked. */
  get state(): CellState {
    return this.#state.value;
  }
  set state(given: unknown) {
    this.#state.assign(given);
    if (this.state.code !== null) this.fromLink = false; // the page's script has assigned it
    this.#clear();
    this.#showCode();
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#enter();
    this.#seen ??= new IntersectionObserver((entries) => {
      this.#isSeen ||= entries.some(({ isIntersecting }) => isIntersecting);
      this.#prepare();
    });
    this.#seen.observe(this.box);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#seen?.disconnect();
    this.#leave();
    this.#run.leave();
  }

  #enter() {
    this.#group = CellGroup.named(this.group);
    this.#group.join(this);
  }

  #leave() {
    this.#group?.leave(this);
    this.#group = null;
  }

  /** Loads Python in advance, so that learners see early if it cannot run. */
  #prepare() {
    const start = this.#parts?.startPython;
    if (start && this.#isSeen && !this.#isReady) this.#group?.prepare(start).catch(() => {});
  }

  get #parts(): Parts | null {
    return this.#content.content;
  }
  get #lesson(): LessonCell | undefined {
    return this.#parts?.lessonCells.get(this.exercise);
  }
  get #original(): string {
    const written = (this.querySelector('pre') ?? this).textContent ?? '';
    const own = this.code ?? dedent(written);
    return this.exercise ? (this.#lesson?.code ?? '') : own;
  }
  get #source(): string {
    return this.state.code ?? this.#original;
  }
  /** The name in tracebacks. */
  get #name(): string {
    return this.#lesson?.check ? this.exercise : `cell ${this.#place}`;
  }
  get #place(): number {
    return (this.#group?.cells.indexOf(this) ?? 0) + 1;
  }

  // GroupCell

  get running(): Code {
    const check = this.#lesson?.check;
    return { name: this.#name, source: this.#source, ...(check ? { check } : {}) };
  }

  onReady(engine: string) {
    this.#run.refusal = null;
    if (!this.#isReady) sendEvent(this, 'mh-ready', { engine });
    this.#isReady = true;
    this.requestUpdate();
  }

  onQueue() {
    this.#run.wait();
  }

  mustAsk(): boolean {
    if (!this.#isFromLink) return false;
    this.#isAsking = true;
    this.requestUpdate();
    void focusPart(this, '.question');
    return true;
  }

  /** Whether the current code came from a link. */
  get #isFromLink(): boolean {
    return this.fromLink && (this.state.code !== null || (this.code !== null && !this.exercise));
  }

  onStart(run: number) {
    this.#clear();
    this.#run.start(run, this.#source);
  }

  onOutput(text: string, isCut: boolean) {
    this.#run.print(text, isCut);
  }

  onEnd(ran: Ran) {
    this.#run.end(ran);
    if (ran.failing !== null) this.#grade(ran.failing === '');
    this.#mark();
    this.#said = resultText(ran, this.#wrongLine, this.#hint, this.#lesson);
  }

  onStop() {
    this.#run.stop();
  }

  onBroken(why: string) {
    this.#run.break(why);
  }

  onForgotten() {
    this.#run.forget();
  }

  onRefused(why: Error) {
    this.#run.refuse(why);
  }

  #clear() {
    this.#run.clear();
    this.#said = '';
    this.#isAsking = false;
    this.#mark();
  }

  #grade(correct: boolean) {
    const { tries, passed, shown } = this.state;
    const attempts = tries + 1;
    this.#change({ tries: attempts, passed: passed || correct });
    // After the solution was shown, further tries are not reported to the page.
    if (passed || shown) return;
    const question = `cell/${this.exercise}`;
    sendEvent(this, 'mh-answer', {
      id: this.id,
      question,
      answer: this.#source,
      correct,
      attempts,
    });
  }

  #change(change: Partial<CellState>) {
    this.#state.change({ ...this.state, ...change });
  }

  // Editor

  protected override willUpdate(changed: PropertyValues) {
    if (this.hasUpdated && changed.has('group') && this.isConnected) {
      this.#leave();
      this.#enter();
    }
    if (this.hasUpdated && (changed.has('exercise') || changed.has('code'))) {
      this.#clear();
      this.#showCode();
    }
  }

  protected override updated() {
    this.#editor?.textarea.setAttribute('aria-label', words.editor(this.#heading));
    const place = this.renderRoot.querySelector<HTMLElement>('.editor');
    if (!this.#parts || !place || this.#editor) return;
    this.#editor = this.#parts.makeEditor(place, {
      code: this.#source,
      describedBy: 'keys',
      edit: (code) => this.#onEdit(code),
      run: () => this.#onRun(),
    });
    this.#prepare();
    this.requestUpdate();
  }

  #showCode() {
    if (this.#editor && this.#editor.value !== this.#source) {
      this.#editor.setOptions({ value: this.#source });
    }
  }

  #onEdit(code: string) {
    if (code === this.#source) return;
    this.#mark(null);
    this.#change({ code: code === this.#original ? null : code });
  }

  #mark(line = this.#wrongLine) {
    const lines = this.#editor?.lines ?? [];
    for (let i = 1; i < lines.length; ++i) lines[i]!.classList.toggle('wrong', i === line);
  }

  get #wrongLine(): number | null {
    const error = this.#run.result.ran?.error;
    return error ? describeError(error, this.#name).line : null;
  }

  // Actions of the learner

  #onRun = () => {
    const start = this.#parts?.startPython;
    if (start) this.#group?.run([this], start);
  };

  #onAgree = () => {
    this.fromLink = false;
    this.#isAsking = false;
    this.#editor?.textarea.focus(); // the pressed button is gone
    this.#onRun();
  };

  #onRunAll = () => {
    const start = this.#parts?.startPython;
    if (start) this.#group?.run(this.#group.cells, start);
  };

  #onStop = (event: Event) => {
    if ((event as MouseEvent).detail > 1) return; // second click of a double click on Run
    this.#group?.reset();
    this.#said = words.stopped;
    this.requestUpdate();
  };

  #onReset = () => {
    this.#group?.reset();
    this.#said = words.states.forgotten;
    this.requestUpdate();
  };

  #onRestore = () => {
    this.#change({ code: null });
    this.#clear();
    this.#showCode();
  };

  /** The pressed button disappears, so the solution gets the focus. */
  #onShowSolution = () => {
    this.#change({ shown: true });
    void focusPart(this, '.solution pre');
  };

  #onRetry = () => {
    this.#run.refusal = null;
    void this.#content.retry().then(() => this.#onRun());
  };

  // Drawing

  override render() {
    const say = words;
    if (this.#parts && this.exercise && !this.#lesson) {
      return notice({ title: say.unknown, why: this.exercise });
    }
    if (this.exercise && !this.#parts) return html`${this.#outcome()}<slot></slot>`;
    return html`<section aria-labelledby="question">
      <p class="kind">${this.#kind}</p>
      <h2 id="question" lang=${this.#lesson && !this.question ? 'en' : nothing}>
        ${this.#heading}
      </h2>
      <div class="code" dir="ltr">
        ${this.#editor ? nothing : html`<pre><code>${this.#source}</code></pre>`}
        <div class="editor"></div>
      </div>
      ${this.#outcome()} ${this.#parts ? this.#controls() : nothing}
      ${this.state.shown && this.#lesson?.solution ? solutionView(this.#lesson.solution) : nothing}
      <p class="unseen" role="status">${this.#said}</p>
    </section>`;
  }

  get #heading(): string {
    return this.question || this.#lesson?.question || words.question;
  }

  get #kind(): string {
    const place = { number: this.#place, of: this.group === '' ? 1 : this.#cells.length };
    return cellKind(this.#run, this.#source, this.#lesson?.check !== undefined, place);
  }

  get #cells(): readonly GroupCell[] {
    return this.#group?.cells ?? [];
  }

  get #hint(): string {
    return orderHint(this.#run.result.ran, this, this.#cells);
  }

  #outcome(): TemplateResult {
    const { failure } = this.#content;
    const refusal = failure ?? this.#run.refusal;
    if (refusal !== null) {
      const known = this.#lesson?.recorded || this.recorded;
      const recorded = this.state.code === null ? known : '';
      // By name, because instanceof fails for another bundle's class.
      const isMissing = failure !== null || refusal.name === 'MissingFileError';
      return recordingView(recorded, refusal, isMissing, this.#onRetry);
    }
    return html`${this.#isFromLink ? linkView(this.#isAsking, this.#onAgree) : nothing}
    ${resultView(this.#run.result, this.#name, this.#hint, this.#lesson)}
    ${courseView(this.#run, this.#isReady)}`;
  }

  #controls(): TemplateResult {
    const isShared = this.group !== '' && this.#cells.length > 1;
    const { tries, passed, shown } = this.state;
    const mayAsk = this.#lesson?.solution !== undefined && !shown && (tries >= 2 || passed);
    return controlsView({
      isExercise: this.#lesson?.check !== undefined,
      run: this.#onRun,
      stop: this.#run.isRunning && this.#run.isSlow ? this.#onStop : null,
      restore: this.#onRestore,
      runAll: isShared ? this.#onRunAll : null,
      reset: isShared ? this.#onReset : null,
      showSolution: mayAsk ? this.#onShowSolution : null,
    });
  }

  static override styles = [tokens, base, controlStyles, noticeStyles, exerciseStyles, cellStyles];
}
