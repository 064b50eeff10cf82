import { html, type TemplateResult } from 'lit';
import { ManyheadsError } from '../../../emscripten/package/index.js';
import { describeSandbox } from './describe.js';
import type { GridCell } from '../../lib/grid.js';
import { toProgram } from './export.js';
import { onWeights, sandboxFormat, settle, starts, type SandboxState } from './state.js';
import { stateMarkup } from '../../lib/state-format.js';
import { BoxedElement, type Settings } from '../../ui/boxed-element.js';
import { followWidth } from '../../ui/container-width.js';
import { SharedEngine } from '../../ui/engine.js';
import { FigureState } from '../../ui/element-state.js';
import { sendEvent } from '../../ui/events.js';
import { followNumbers, wantsNumbers } from './follow-numbers.js';
import { followPrint, printWidth } from './follow-print.js';
import { keepFocus } from '../../ui/focus.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { HeatMap } from '../../ui/heat-map.js';
import type { Notice } from '../../ui/notice.js';
import { PredictionFlow } from './prediction-flow.js';
import { experimentControls } from './controls.js';
import { describeFinding } from './finding.js';
import { explainProblem } from './problem.js';
import { SandboxModel, shownKey, type SandboxRun } from './run.js';
import { saveSandbox } from './save.js';
import { sandboxStyles } from './style.js';
import { sandboxStage, type SandboxView, type ShownCell } from './stage.js';
import { sandboxTable } from './table.js';
import { inEnglish } from '../../lib/in-english.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';
import { trainedWeights } from '../../lib/lesson/trained-weights.js';
import { withoutEngine } from '../../ui/without-engine.js';
import { HeadDetail } from './head-detail.js';
import { HeadTabs } from './head-tabs.js';
import { Predict } from '../../ui/predict.js';
import { Sentence } from './sentence.js';
import { SentenceEditor } from './sentence-editor.js';
import type { ElementClasses } from '../../ui/register.js';

const settings = {
  weights: {},
  tokens: {},
  heads: {},
  kvHeads: { attribute: 'kv-heads' },
  dModel: { attribute: 'd-model' },
  seed: {},
  embeddingScale: { attribute: 'embedding-scale' },
  causal: { type: Boolean },
  tie: { type: Boolean },
  scale: {},
  combine: {},
  noOutputProjection: { type: Boolean, attribute: 'no-output-projection' },
  removed: {},
  query: {},
  head: {},
  key: {},
};
export interface Sandbox extends Settings<typeof settings, SandboxState> {}

/**
 * Multi-head attention on a sentence: the weights of every head, where each comes from, and
 * experiments that break it. Computed live by the core; all elements of a page share one engine.
 *
 * @attr weights - trained (without any attribute) or random
 * @attr tokens - words, separated by spaces: up to 64, or up to 14 with trained weights
 * @attr heads, kv-heads, d-model, seed, embedding-scale - the layer and its random numbers
 * @attr causal, tie, scale, combine, no-output-projection, removed - the experiments
 * @attr query, head, key - the pinned cell
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @attr number, question - the figure's number and question
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Sandbox extends BoxedElement {
  static readonly format = sandboxFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-head-detail': HeadDetail,
    'mh-head-tabs': HeadTabs,
    'mh-heat-map': HeatMap,
    'mh-predict': Predict,
    'mh-sentence': Sentence,
    'mh-sentence-editor': SentenceEditor,
  };
  static override properties = {
    ...settings,
    number: {},
    question: {},
    linkBase: { attribute: 'link-base' },
    run: { state: true },
    width: { state: true },
    preview: { state: true },
    isEditing: { state: true },
    isLayerOpen: { state: true },
    isPrinting: { state: true },
    announced: { state: true },
  };
  declare number: string;
  declare question: string;
  declare linkBase: string;
  /** The last valid run. It stays while the settings are invalid. */
  declare run: SandboxRun | null;
  /** The container's width in px at the default text size. */
  declare width: number;
  /** The cell under the pointer or focus, which the detail shows instead of the pinned one. */
  declare preview: ShownCell | null;
  declare isEditing: boolean;
  declare isLayerOpen: boolean;
  declare isPrinting: boolean;
  /** The caption for screen readers, announced 500 ms after the last change. */
  declare announced: string;

  readonly #state = new FigureState(this, sandboxFormat, settings, () => this.#compute());
  #problem: (() => Notice) | null = null;
  #model: SandboxModel | null = null;
  readonly #predictions = new PredictionFlow();
  #resting: ReturnType<typeof setTimeout> | undefined;
  readonly #shared = new SharedEngine(
    this,
    (engine) => {
      this.#model = new SandboxModel(engine, () => this.requestUpdate());
      this.#compute();
    },
    // Asked for beside the engine; if they cannot be had, #fetchWeights says so.
    async () => this.state.weights === 'trained' && trainedWeights().catch(() => {}),
  );
  #isReady = false;

  constructor() {
    super();
    followLanguage(this, () => this.run && this.#predictions.refresh(this.run));
    followWidth(this, (width) => (this.width = width));
    followPrint(this, (isPrinting) => (this.isPrinting = isPrinting));
    followNumbers(this);
    this.number = '';
    this.question = '';
    this.linkBase = '';
    this.run = null;
    this.width = 0;
    this.preview = null;
    this.isEditing = false;
    this.isLayerOpen = false;
    this.isPrinting = false;
    this.announced = '';
  }

  /** All that is needed to show the same again. Anything may be assigned; it is checked. */
  get state(): SandboxState {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#state.assign(input);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#resting);
    this.#model?.dispose();
  }

  override render() {
    return this.run && this.width > 0 ? this.#figure(this.run) : withoutEngine(this.#shared);
  }

  #figure(run: SandboxRun): TemplateResult {
    const { engine } = this.#model!;
    const view = this.#view(run);
    const { head, row, column } = view.shown;
    return html`<mh-figure
        controls-first
        .number=${this.number}
        .question=${this.question || words.maps.question}
        .words=${describeSandbox(run)}
        .link=${this.#state.link(this.linkBase)}
        .table=${() => sandboxTable(run)}
        .code=${() => `${toProgram(run.state)}\n\n${stateMarkup(sandboxFormat, run.state)}`}
        @figure-save=${(event: CustomEvent<SaveFormat>) => void saveSandbox(run, event.detail)}
      >
        <div slot="controls">${experimentControls(view)}</div>
        <div slot="stage">${sandboxStage(view)}</div>
        <mh-head-detail
          slot="detail"
          .engine=${engine}
          .run=${run}
          .head=${head}
          .query=${row}
          .key=${column}
          .width=${view.width}
          .theme=${this.theme}
        ></mh-head-detail>
        <p slot="caption" class="caption">${describeFinding(run)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announced}</p>`;
  }

  /** What the stage and the controls show, and what they do on input. */
  #view(run: SandboxRun): SandboxView {
    const { theme, isEditing, isLayerOpen, isPrinting } = this;
    const { asked, verdict } = this.#predictions;
    return {
      model: this.#model!,
      run,
      wanted: this.state,
      shown: this.#shown(run),
      problem: this.#problem?.() ?? null,
      width: isPrinting ? printWidth : this.width,
      numbers: isPrinting || wantsNumbers(this.box),
      predict: { asked, verdict, guess: this.#onGuess },
      ...{ theme, isEditing, isLayerOpen },
      change: (change) => this.#ask(change),
      move: (change) => this.#move(change),
      preview: (head, cell) => this.#onPreview(head, cell),
      step: (head, event) => this.#onStep(head, event),
      flip: (panel) => this.#flip(panel),
      reset: () => {
        this.#predictions.verdict = null;
        this.#change(this.#state.initial);
      },
    };
  }

  /** Opens or closes a panel. If the focused part disappears, the panel's button gets the focus. */
  #flip(panel: 'isEditing' | 'isLayerOpen') {
    this[panel] = !this[panel];
    void keepFocus(this, '.edit button');
  }

  #shown(run: SandboxRun): ShownCell {
    const { head, query, tokens } = run.state;
    const { preview } = this;
    if (preview && preview.row < tokens.length && preview.head < run.state.heads) return preview;
    return { head, row: query, column: shownKey(run) };
  }

  #onPreview(head: number, cell: GridCell | null) {
    const { preview } = this;
    const isSame =
      cell && preview?.head === head && preview.row === cell.row && preview.column === cell.column;
    if (!isSame) this.preview = cell && { ...cell, head };
  }

  /** Page Up and Page Down go to the same cell of the next head. */
  #onStep(from: number, event: CustomEvent<number>) {
    const { current } = event.target as HeatMap;
    const heads = this.state.heads;
    const head = (from + event.detail + heads) % heads;
    if (head !== this.state.head) this.#move({ head });
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HeatMap>(`[data-head='${head}']`)?.focusCell(current),
    );
  }

  /** Changes the settings, or first asks for a prediction. */
  #ask(change: Partial<SandboxState>) {
    const next = settle({ ...this.state, ...change });
    const mustWait = this.run && !this.#problem && this.#predictions.asks(this.run, next);
    if (mustWait) this.requestUpdate();
    else this.#change(change);
  }

  #onGuess = (event: CustomEvent<number>) => {
    const graded = this.run && this.#predictions.grade(this.#model!, this.run, event.detail);
    if (!graded) return;
    const { question, guess, correct, next } = graded;
    this.#change(next);
    sendEvent(this, 'mh-answer', { id: this.id, question, answer: guess, correct, attempts: 1 });
  };

  /** The learner changed a setting. */
  #change(change: Partial<SandboxState>) {
    this.preview = null;
    this.#move(change);
    if (this.run) this.#predictions.refresh(this.run);
  }

  #move(change: Partial<SandboxState>) {
    this.#state.change(settle({ ...this.state, ...change }));
  }

  #compute() {
    const model = this.#model;
    const { weights, tokens } = this.state;
    if (weights === 'trained' && model && !model.file) return void this.#fetchWeights();
    if (!model) return;
    const isFirst = !this.run;
    try {
      this.#problem = null;
      if (weights === 'trained') model.trained.forget();
      if (tokens.length === 0) throw new ManyheadsError(uiWords.problems.emptyTitle);
      this.run = model.run(this.state);
    } catch (error) {
      if (!(error instanceof ManyheadsError)) throw error;
      this.run ??= model.run(starts[weights]);
      const change = (change: Partial<SandboxState>) => this.#change(change);
      const [wanted, run] = [this.state, this.run];
      this.#problem = () => explainProblem(error, wanted, run, model, change);
      // The editor marks unknown words.
      if (weights === 'trained' && tokens.some((token) => !model.trained.knows(token))) {
        this.isEditing = true;
      }
    }
    if (isFirst) this.#predictions.suggest(this.run);
  }

  /** Loads the trained weights. If that fails, a notice says so, and the weights are random. */
  async #fetchWeights() {
    const wanted = this.state;
    try {
      const file = await trainedWeights();
      if (!this.#model) return;
      this.#model.file = file;
      this.#compute();
    } catch (error) {
      if (!this.#model) return;
      this.#change(onWeights(this.state, 'random'));
      const why = inEnglish(String(error));
      const repair = { label: uiWords.engine.retry, act: () => this.#change(wanted) };
      this.#problem = () => ({ title: words.problems.untrainedTitle, why, repair });
    }
    this.requestUpdate();
  }

  protected override updated() {
    if (!this.#isReady && this.run && this.width > 0) {
      this.#isReady = true;
      sendEvent(this, 'mh-ready', { engine: this.#model!.engine.version });
    }
    // Announced after a pause, so that a drag is not read out number by number.
    const caption = this.renderRoot.querySelector('.caption')?.textContent?.trim() ?? '';
    const told = caption.replace(/\s+/gu, ' ');
    if (told === this.announced) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => (this.announced = told), 500);
  }

  static override styles = sandboxStyles;
}
