import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { spoken } from '../../lib/symbols.js';
import { withSymbols } from '../../ui/symbols.js';
import { CodeEditor } from './code-editor.js';
import { parseCell, type CellState } from './state.js';
import { EmbeddableElement, embedStyles } from '../../ui/embeddable-element.js';
import { controlsView, solutionView } from './controls.js';
import { courseView, linkView, recordingView, resultView } from './result.js';
import { silence } from './describe.js';
import { CellSession } from './session.js';
import { cellStyles } from './style.js';
import { controlStyles } from '../../ui/control-style.js';
import { ElementState } from '../../ui/element-state.js';
import { sendEvent, sendReady } from '../../ui/events.js';
import { exerciseStyles } from '../../ui/check/exercise-style.js';
import { whenNear } from '../../ui/near.js';
import { NearContent } from '../../ui/near-content.js';
import { notice, noticeStyles } from '../../ui/notice.js';
import { focusPart } from '../../ui/focus.js';
import { inEnglish } from '../../ui/in-english.js';
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
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @slot - the code, shown if there is no JavaScript
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Cell extends EmbeddableElement {
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
  readonly #session: CellSession = new CellSession({
    element: this,
    text: () => (this.querySelector('pre') ?? this).textContent ?? '',
    state: () => this.state,
    content: () => this.#parts,
    change: (state) => this.#state.change(state),
    draw: () => this.requestUpdate(),
    ask: () => {
      this.requestUpdate();
      void focusPart(this, '.question');
    },
    sendReady: (version) => sendReady(this, { version }),
    sendAnswer: (answer) => sendEvent(this, 'mh-answer', { id: this.id, ...answer }),
  });
  readonly #editor = new CodeEditor();
  #forgetNear = () => {};
  #isNear = false;

  constructor() {
    super();
    followLanguage(this, () => (this.#session.announcement = silence));
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
  set state(input: unknown) {
    this.#state.assign(input);
    if (this.state.code !== null) this.fromLink = false; // the page's script has assigned it
    this.#session.clear();
    this.#editor.show(this.#session.source);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#session.enter();
    this.#forgetNear = whenNear(this.box, () => {
      this.#isNear = true;
      this.#prepare();
    });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#forgetNear();
    this.#session.leave();
    this.#session.run.leave();
  }

  #prepare() {
    if (this.#isNear) this.#session.prepare();
  }
  get #parts() {
    return this.#content.content;
  }
  protected override willUpdate(changed: PropertyValues) {
    if (!this.hasUpdated) return;
    if (changed.has('group') && this.isConnected) this.#session.enter();
    if (changed.has('exercise') || changed.has('code')) {
      this.#session.clear();
      this.#editor.show(this.#session.source);
    }
  }

  protected override updated() {
    this.#editor.name(words.editor(spoken(this.#session.heading)));
    this.#editor.mark(this.#session.wrongLine);
    const place = this.renderRoot.querySelector<HTMLElement>('.editor');
    if (!place) this.#editor.close(); // a notice is shown instead
    if (!this.#parts || !place || this.#editor.isOpen) return;
    this.#editor.open(
      this.#parts.makeEditor(place, {
        code: this.#session.source,
        describedBy: 'keys',
        edit: (code) => this.#session.edit(code),
        run: () => this.#session.start(),
      }),
    );
    this.#prepare();
    this.requestUpdate();
  }

  // Actions of the learner

  #onAgree = () => {
    this.#session.agree();
    this.#editor.focus(); // the pressed button is gone
  };

  #onStop = () => this.#session.stop(words.stopped);

  #onRestore = () => {
    this.#session.restore();
    this.#editor.show(this.#session.source);
  };

  /** The pressed button disappears, so the solution gets the focus. */
  #onShowSolution = () => {
    this.#session.showSolution();
    void focusPart(this, '.solution pre');
  };

  #onRetry = () => {
    this.#session.run.refusal = null;
    void this.#content.retry().then(() => this.#session.start());
  };

  // Drawing

  override render() {
    const { lesson, source, kind, heading, announcement } = this.#session;
    if (this.#parts && this.exercise && !lesson) {
      return notice({ title: words.unknown, why: this.exercise });
    }
    if (this.exercise && !this.#parts) return html`${this.#outcome()}<slot></slot>`;
    return html`<section aria-labelledby="question">
      <p class="kind">${kind}</p>
      <h2 id="question" lang=${lesson && !this.question ? 'en' : nothing}>
        ${withSymbols(heading)}
      </h2>
      <div class="code" dir="ltr">
        ${this.#editor.isOpen ? nothing : html`<pre><code>${source}</code></pre>`}
        <div class="editor"></div>
      </div>
      ${this.#outcome()} ${this.#parts ? this.#controls() : nothing}
      ${this.state.shown && lesson?.solution ? solutionView(lesson.solution) : nothing}
      ${this.embedThis()}
      <p class="unseen" role="status">
        ${announcement.text} ${announcement.english ? inEnglish(announcement.english) : nothing}
      </p>
    </section>`;
  }

  /** A cell that uses the variables of another one would fail alone. */
  protected get embeddable() {
    const { lesson, heading } = this.#session;
    if (!lesson || lesson.after.length > 0) return null;
    return { title: heading, attributes: ['exercise', 'group', 'recorded', 'question'] };
  }

  #outcome(): TemplateResult {
    const { run, lesson, name, hint, isFromLink, isAsking, isReady } = this.#session;
    const { failure } = this.#content;
    const refusal = failure ?? run.refusal;
    if (refusal !== null) {
      const known = lesson?.recorded || this.recorded;
      const recorded = this.state.code === null ? known : '';
      // By name, because instanceof fails for another bundle's class.
      const isMissing = failure !== null || refusal.name === 'MissingFileError';
      return recordingView(recorded, refusal, isMissing, this.#onRetry);
    }
    return html`${isFromLink ? linkView(isAsking, this.#onAgree) : nothing}
    ${resultView(run.result, name, hint, lesson)} ${courseView(run, isReady)}`;
  }

  #controls(): TemplateResult {
    const { run, isExercise, isShared, canShowSolution } = this.#session;
    return controlsView({
      isExercise,
      run: () => this.#session.start(),
      stop: run.isRunning && run.isSlow ? this.#onStop : null,
      restore: this.#onRestore,
      runAll: isShared ? () => this.#session.startAll() : null,
      reset: isShared ? () => this.#session.stop(words.states.forgotten) : null,
      showSolution: canShowSolution ? this.#onShowSolution : null,
    });
  }

  static override styles = [
    tokens,
    base,
    controlStyles,
    noticeStyles,
    exerciseStyles,
    embedStyles,
    cellStyles,
  ];
}
