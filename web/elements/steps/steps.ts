import { html, nothing, type TemplateResult } from 'lit';
import { ManyheadsError, type Engine } from '../../../emscripten/package/index.js';
import type { GridCell } from '../../lib/grid.js';
import { readCell, cellText, makeView, type ChosenCell, type StepMatrix } from './matrices.js';
import { findOrigin } from './origins.js';
import { stepsCsv, stepsJson } from './export.js';
import { runSteps, type StepsRun } from './run.js';
import {
  atSameStage,
  settleSteps,
  defaultSteps,
  stepsFormat,
  type Language,
  type StepsState,
} from './state.js';
import { stateMarkup } from '../../lib/state-format.js';
import { BoxedElement, type Settings } from '../../ui/boxed-element.js';
import { followWidth } from '../../ui/container-width.js';
import { SharedEngine } from '../../ui/engine.js';
import { FigureState } from '../../ui/element-state.js';
import { sendEvent } from '../../ui/events.js';
import { focusPart } from '../../ui/focus.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { notice } from '../../ui/notice.js';
import { saveAs } from '../../ui/save-file.js';
import { stepsControls, stepsProblem, type StepsProblem } from './controls.js';
import { originPanel } from './origin-view.js';
import { matrices } from './stage.js';
import { StepsPlayer } from './player.js';
import { stepsStyles } from './style.js';
import { stepsTable } from './table.js';
import { allSteps, currentStep, stepTitle, walk } from './walk.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';
import { withoutEngine } from '../../ui/without-engine.js';
import { HeatMap } from '../../ui/heat-map.js';
import { StepsListing } from './listing.js';
import type { ElementClasses } from '../../ui/register.js';

const settings = {
  tokens: {},
  heads: {},
  dModel: { attribute: 'd-model' },
  variant: {},
  causal: { type: Boolean },
  seed: {},
  step: {},
  listing: {},
  cell: {},
};
export interface Steps extends Settings<typeof settings, StepsState> {}

/**
 * Multi-head attention step by step: the tensors of one run, the lines of code that compute them, and
 * where each number comes from. The core computes everything.
 *
 * @attr tokens - up to 8 words, separated by spaces
 * @attr heads, d-model, seed - the layer: up to 8 heads, d_model up to 16
 * @attr variant - multi-head, grouped, summed, no-output
 * @attr causal - later tokens are hidden
 * @attr step - counts from 1
 * @attr listing - pseudocode, numpy, pytorch, cpp, javascript
 * @attr cell - the explained number: matrix,row,column
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @attr number, question - the figure's number and question
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state - see events.ts
 */
export class Steps extends BoxedElement {
  static readonly format = stepsFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-heat-map': HeatMap,
    'mh-steps-listing': StepsListing,
  };
  static override properties = {
    ...settings,
    number: {},
    question: {},
    linkBase: { attribute: 'link-base' },
    run: { state: true },
    width: { state: true },
    preview: { state: true },
    announcement: { state: true },
  };
  declare number: string;
  /** If empty, the default question is shown. */
  declare question: string;
  declare linkBase: string;
  /** The last valid run. It stays while the settings are invalid. */
  declare run: StepsRun | null;
  /** The container's width in px at the default text size. */
  declare width: number;
  /** The cell under the pointer or focus, which is explained instead of the chosen one. */
  declare preview: { readonly id: string; readonly cell: GridCell } | null;
  /** The text that screen readers announce. */
  declare announcement: string;

  #engine: Engine | null = null;
  readonly #state = new FigureState(this, stepsFormat, settings, () => this.#compute());
  /** A function, since its language may change until it is drawn. */
  #problem: (() => StepsProblem) | null = null;
  #isReady = false;
  readonly #player = new StepsPlayer(this, () => {
    this.#stepTo(this.run!.state.step + 1);
    return this.run!.state.step < allSteps(this.run!).length;
  });
  readonly #shared = new SharedEngine(this, (engine) => {
    this.#engine = engine;
    this.#compute();
  });

  constructor() {
    super();
    followLanguage(this, () => (this.announcement = ''));
    followWidth(this, (width) => (this.width = width));
    this.number = '';
    this.question = '';
    this.linkBase = '';
    this.run = null;
    this.width = 0;
    this.preview = null;
    this.announcement = '';
  }

  /** All that is needed to show the same again. Anything may be assigned; it is checked. */
  get state(): StepsState {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#state.assign(input);
  }

  override render() {
    return this.run && this.width > 0 ? this.#figure(this.run) : withoutEngine(this.#shared);
  }

  #figure(run: StepsRun): TemplateResult {
    const { state } = run;
    const step = currentStep(run);
    const cellName = this.preview ? previewText(this.preview) : state.cell;
    const view = makeView(run, step, cellName?.split(',')[0] ?? null);
    const chosen = readCell(run, view, cellName);
    const problem = this.#problem?.() ?? null;
    const { says, caption, question } = words;
    return html`<mh-figure
        .number=${this.number}
        .question=${this.question || question}
        .words=${`${stepTitle(run)}. ${says[step.stage](run)}`}
        .link=${this.#state.link(this.linkBase)}
        .formats=${['CSV', 'JSON']}
        .table=${() => stepsTable(run, view)}
        .code=${() => stateMarkup(stepsFormat, this.state)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) =>
          void saveAs(detail, detail === 'CSV' ? stepsCsv(run, view) : stepsJson(run))}
      >
        <div slot="stage">
          ${walk({
            ...{ run, player: this.#player },
            go: (step) => this.#go(step),
            togglePlay: () => this.#flip(run),
          })}
          ${problem?.field === null ? notice(problem.notice) : nothing}
          ${matrices({
            ...{ run, view, chosen, width: this.width, theme: this.theme },
            preview: (matrix, cell) => this.#onPreview(matrix, cell),
            pin: (matrix, cell) => void this.#onPin(matrix, cell),
          })}
        </div>
        <div slot="detail" class="halves">
          <div class="origin">${originPanel(run, chosen, findOrigin(run, step, chosen))}</div>
          <mh-steps-listing
            .language=${state.listing}
            .stage=${step.stage}
            .variant=${state.variant}
            .causal=${state.causal}
            @language-change=${({ detail }: CustomEvent<Language>) =>
              this.#move({ listing: detail })}
          ></mh-steps-listing>
        </div>
        <div slot="controls">
          ${stepsControls({
            state: this.state,
            problem,
            change: (change) => this.#change(change),
            reset: () => this.#move(this.#state.initial),
          })}
        </div>
        <p slot="caption">${caption(state.seed, state.heads, run.dHead)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #onPreview({ id }: StepMatrix, cell: GridCell | null) {
    const text = cell && previewText({ id, cell });
    if (text !== (this.preview && previewText(this.preview))) this.preview = cell && { id, cell };
  }

  /** A number was chosen or released. Its explanation is also announced. */
  async #onPin(matrix: StepMatrix, cell: GridCell | null) {
    this.preview = null;
    this.#move({ cell: cell && cellText({ matrix, ...cell } satisfies ChosenCell) });
    await this.updateComplete;
    const parts = [...this.renderRoot.querySelectorAll('.origin > :is(h4, p:not(.rounded))')];
    const texts = parts.map((part) => part.textContent?.replace(/\s+/gu, ' ').trim() ?? '');
    this.announcement = cell ? texts.join('. ') : '';
  }

  /** The learner chose a step: stops playback. */
  #go(step: number) {
    this.#player.pause();
    this.#stepTo(step);
  }

  #stepTo(step: number) {
    if (step === this.state.step) return;
    this.preview = null;
    this.#move({ step, cell: null });
    if (!this.run) return;
    const place = words.place(this.run.state.step, allSteps(this.run).length);
    this.announcement = `${place}. ${stepTitle(this.run)}`;
  }

  #flip(run: StepsRun) {
    if (this.#player.isPlaying) return this.#player.pause();
    if (run.state.step === allSteps(run).length) this.#stepTo(1);
    this.#player.play();
  }

  /** Changes the settings. The current step stays, if it still exists. */
  #change(change: Partial<StepsState>) {
    this.#player.pause();
    this.preview = null;
    this.#move(atSameStage(this.state, change));
  }

  /** The pressed button disappears with the notice, so the ticks get its focus. */
  #repair(change: Partial<StepsState>) {
    this.#change(change);
    void focusPart(this, '.ticks');
  }

  #move(change: Partial<StepsState>) {
    this.#state.change(settleSteps({ ...this.state, ...change }));
  }

  #compute() {
    if (!this.#engine) return;
    try {
      this.#problem = null;
      if (this.state.tokens.length === 0) throw new ManyheadsError(uiWords.problems.emptyTitle);
      this.run = this.#runOrReuse(this.#engine, this.state);
    } catch (error) {
      if (!(error instanceof ManyheadsError)) throw error;
      const lastValid = this.run ?? runSteps(this.#engine, defaultSteps);
      const { step, listing, cell } = this.state;
      this.run = { ...lastValid, state: settleSteps({ ...lastValid.state, step, listing, cell }) };
      const repair = (change: Partial<StepsState>) => this.#repair(change);
      const [wanted, shown] = [this.state, this.run.state];
      this.#problem = () => stepsProblem(error, wanted, shown, repair);
    }
  }

  /** Runs the layer, or reuses the last run if only the view has changed. */
  #runOrReuse(engine: Engine, state: StepsState): StepsRun {
    const computed = ({ tokens, heads, dModel, variant, causal, seed }: StepsState) =>
      JSON.stringify([tokens, heads, dModel, variant, causal, seed]);
    return this.run && computed(this.run.state) === computed(state)
      ? { ...this.run, state }
      : runSteps(engine, state);
  }

  protected override updated() {
    if (this.#isReady || !this.run || this.width === 0) return;
    this.#isReady = true;
    sendEvent(this, 'mh-ready', { engine: this.run.engine.version });
  }

  static override styles = stepsStyles;
}

const previewText = ({ id, cell }: { id: string; cell: GridCell }) =>
  [id, cell.row, cell.column].join();
