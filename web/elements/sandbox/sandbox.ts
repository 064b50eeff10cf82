import { html, nothing, type TemplateResult } from 'lit';
import { describeSandbox } from './describe.js';
import { sandboxFormat, type SandboxState } from './state.js';
import { stateMarkup } from '../../lib/state-format.js';
import type { Settings } from '../../ui/boxed-element.js';
import { explainFailure } from '../../ui/failure.js';
import { NearContent } from '../../ui/near-content.js';
import { uiWords } from '../../ui/words/index.js';
import { followNumbers, wantsNumbers } from './follow-numbers.js';
import { followPrint, printWidth } from '../../ui/follow-print.js';
import { loadWords } from '../../lib/language.js';
import { focusPart } from '../../ui/focus.js';
import { editWords } from '../../ui/edit/words/index.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { SessionFigure } from '../../ui/session-figure.js';
import type { Notice } from '../../ui/notice.js';
import { HeatMap } from '../../ui/heat-map.js';
import { experimentControls } from './controls.js';
import { describeChanges, describeFinding } from './finding.js';
import type { SandboxRun } from './run.js';
import { SandboxSession } from './session.js';
import { sandboxStyles } from './style.js';
import { sandboxStage, type SandboxView } from './stage.js';
import { words } from './words/index.js';
import { trainedWeights } from '../../lib/lesson/trained-weights.js';
import { onUndoKey } from '../../ui/undo-key.js';
import { declareSettings, type WithFlag } from '../../ui/settings.js';
import { HeadDetail } from './head-detail.js';
import { HeadTabs } from './head-tabs.js';
import { focusPrediction, Predict } from '../../ui/predict.js';
import { Sentence } from './sentence.js';
import { register, type ElementClasses } from '../../ui/register.js';

type Names = WithFlag<SandboxState, 'outputProjection', 'noOutputProjection'>;
const settings = declareSettings<SandboxState, Names>(sandboxFormat);
type Extras = typeof import('./extras.js');
type Matrix = Parameters<Extras['explainMatrix']>;

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
 * @attr edits - changed weights, scores of heads and cells of the mask: wq.2.5=1.25 scores1.3.0=2.31
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @attr number, question - the figure's number and question
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Sandbox extends SessionFigure<SandboxState, SandboxRun> {
  static readonly format = sandboxFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-head-detail': HeadDetail,
    'mh-head-tabs': HeadTabs,
    'mh-heat-map': HeatMap,
    'mh-predict': Predict,
    'mh-sentence': Sentence,
  };
  static override properties = {
    ...settings,
    isEditing: { state: true },
    isLayerOpen: { state: true },
    isPrinting: { state: true },
    changes: { state: true },
  };
  declare isEditing: boolean;
  declare isLayerOpen: boolean;
  declare isPrinting: boolean;
  /** What the learner has changed in the layer, and what it did, in words. */
  declare changes: string;

  protected readonly session: SandboxSession = new SandboxSession({
    state: () => this.state,
    change: (state) => {
      this.figureState.change(state);
      this.announceLater();
    },
    show: (state) => this.figureState.assign(state),
    draw: () => this.requestUpdate(),
    loadWeights: trainedWeights,
    openEditor: () => (this.isEditing = true),
    explainer: () => this.#extras.want()?.explainProblem ?? null,
    sendAnswer: (graded) => this.sendAnswer(graded),
  });
  readonly #extras = new NearContent<Extras>(
    this,
    () => import('./extras.js').then((extras) => loadWords().then(() => extras)),
    ({ SentenceEditor }) => register({ 'mh-sentence-editor': SentenceEditor }),
    { onDemand: true },
  );

  constructor() {
    super(sandboxFormat, settings);
    followPrint(this, (isPrinting) => (this.isPrinting = isPrinting));
    followNumbers(this);
    this.isEditing = false;
    this.isLayerOpen = false;
    this.isPrinting = false;
    this.changes = '';
  }

  /** If they cannot be had, the session says so. */
  protected override async alsoLoad() {
    if (this.state.weights === 'trained') await trainedWeights().catch(() => {});
  }

  protected override forgetTexts() {
    super.forgetTexts();
    const { run, predictions } = this.session;
    if (run) predictions.refresh(run);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.session.model?.dispose();
  }

  protected override figure(run: SandboxRun): TemplateResult {
    const view = this.#view(run);
    const { head, row, column } = view.shown;
    return html`<mh-figure
        controls-first
        .number=${this.number}
        .question=${this.#question}
        .words=${`${describeSandbox(run)} ${this.changes}`.trim()}
        .link=${this.link}
        .table=${() => this.#extras.want()?.sandboxTable(run) ?? nothing}
        .code=${() => this.#code(run.state)}
        @keydown=${onUndoKey((way) => this.session.back(way))}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
      >
        <div slot="controls">${experimentControls(view)}</div>
        <div slot="stage">${sandboxStage(view)}</div>
        <mh-head-detail
          slot="detail"
          .session=${this.session}
          .run=${run}
          .head=${head}
          .query=${row}
          .key=${column}
          .width=${view.width}
          .explain=${(...matrix: Matrix) => this.#extras.want()?.explainMatrix(...matrix) ?? ''}
          .theme=${this.theme}
        ></mh-head-detail>
        <p slot="caption" class="caption">
          ${describeFinding(run)}
          <span class="changes">${describeChanges(this.session.model!, run)}</span>
        </p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  get #question(): string {
    return this.question || words.maps.question;
  }

  #code(state: SandboxState): string {
    const program = this.#extras.want()?.toProgram(state);
    return program ? `${program}\n\n${stateMarkup(sandboxFormat, state)}` : '';
  }

  async #save(run: SandboxRun, format: SaveFormat) {
    if (!this.#extras.content) await this.#extras.retry();
    await this.#extras.content?.saveSandbox(run, format, this.#question);
  }

  /** The settings are invalid, or what was opened could not be loaded. */
  get #problem(): Notice | null {
    const extras = this.#extras;
    const explain = (failure: Error) =>
      explainFailure(failure, uiWords.engine.partFailed, () => void extras.retry());
    const { problem } = this.session.last; // its explanation may have to be loaded first
    return (!extras.isLoading && problem) || (extras.failure && explain(extras.failure));
  }

  /** What the stage and the controls show, and what they do on input. */
  #view(run: SandboxRun): SandboxView {
    const { theme, isEditing, isLayerOpen, isPrinting } = this;
    const extras = isEditing || isLayerOpen ? this.#extras.want() : null;
    const session = this.session;
    const { question, verdict } = session.predictions;
    return {
      model: session.model!,
      run,
      wanted: this.state,
      shown: session.shown(run),
      problem: this.#problem,
      width: isPrinting ? printWidth : this.width,
      numbers: isPrinting || wantsNumbers(this.box),
      predict: { question, verdict, guess: ({ detail }) => session.guess(detail) },
      ...{ theme, isEditing, isLayerOpen },
      hasEditor: isEditing && extras !== null,
      layerControls: isLayerOpen && extras ? extras.layerControls : null,
      change: (change, control) => {
        if (session.ask(change, control)) void focusPrediction(this);
      },
      endStep: () => session.history.endStep(),
      move: (change) => session.move(change),
      preview: (head, cell) => session.preview(head, cell),
      refuse: (head, { row: query, column: key }) => {
        session.move({ head, query, key });
        this.announceLater(() => editWords.howWeight);
      },
      step: (head, event) => this.#onStep(head, event),
      flip: (panel) => this.#flip(panel),
      reset: () => session.reset(this.figureState.initial),
    };
  }

  /** Opens or closes a panel. */
  #flip(panel: 'isEditing' | 'isLayerOpen') {
    this[panel] = !this[panel];
    if (panel === 'isEditing') void focusPart(this, '.edit button');
  }

  /** Page Up and Page Down go to the same cell of the next head. */
  #onStep(from: number, event: CustomEvent<number>) {
    event.preventDefault();
    const { current } = event.target as HeatMap;
    const heads = this.state.heads;
    const head = (from + event.detail + heads) % heads;
    if (head !== this.state.head) this.session.move({ head });
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HeatMap>(`[data-head='${head}']`)?.focusCell(current),
    );
  }

  protected override updated() {
    super.updated();
    this.changes = this.textOf('.changes');
  }

  static override styles = sandboxStyles;
}
