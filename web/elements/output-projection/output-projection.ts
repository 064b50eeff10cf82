import { html, type TemplateResult } from 'lit';
import { trainedWeights } from '../../lib/lesson/trained-weights.js';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { explainFailure } from '../../ui/failure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { HeatMap } from '../../ui/heat-map.js';
import { toRefusal, type Notice } from '../../ui/notice.js';
import { focusPrediction, Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { declareSettings, type WithFlag } from '../../ui/settings.js';
import { uiWords } from '../../ui/words/index.js';
import { ProjectionPrediction } from './prediction.js';
import { projectionControls } from './controls.js';
import { caption, describeProjection } from './describe.js';
import { projectionCode, projectionCsv, projectionJson, projectionTable } from './export.js';
import { isWideFigure } from './layout.js';
import { ProjectionModel } from './model.js';
import { numberPanel } from './panel.js';
import { reachCharts } from './reach.js';
import type { ProjectionRun } from './run.js';
import { projectionStage } from './stage.js';
import {
  projectionFormat,
  settleProjection,
  startOfProjection,
  type OutputProjectionState,
} from './state.js';
import { projectionStyles } from './style.js';
import { projectionSvg } from './svg.js';
import { words } from './words/index.js';

type Names = WithFlag<OutputProjectionState, 'outputProjection', 'noOutputProjection'>;
const settings = declareSettings<OutputProjectionState, Names>(projectionFormat);
export interface OutputProjection extends Settings<typeof settings, OutputProjectionState> {}

/**
 * Heads side by side times W_O, as the sum of each head times its rows of W_O. Computed by the core.
 *
 * @attr weights - trained or random
 * @attr tokens - words, separated by spaces, at most 8
 * @attr heads, d-model, seed - of random weights: 1, 2, 4, 8 heads on 8, 16, 32, 64 numbers
 * @attr token, column, head - the number that is explained
 * @attr left-out - a head
 * @attr no-output-projection - W_O is removed
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class OutputProjection extends ComputedFigure<OutputProjectionState, ProjectionRun> {
  static readonly format = projectionFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-heat-map': HeatMap,
    'mh-predict': Predict,
  };
  static override properties = settings;

  #model: ProjectionModel | null = null;
  readonly #prediction = new ProjectionPrediction();

  constructor() {
    super(projectionFormat, settings);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.compute();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#model?.dispose();
    this.#model = null;
  }

  protected override figure(run: ProjectionRun): TemplateResult {
    const { width, theme } = this;
    const change = (change: Partial<OutputProjectionState>) => this.#change(change);
    const { problem } = this.last;
    return html`<mh-figure
        .number=${this.number}
        .question=${this.#question(run)}
        .words=${describeProjection(run)}
        .link=${this.link}
        .table=${() => projectionTable(run)}
        .code=${() => projectionCode(run.state)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
      >
        <div slot="stage">${projectionStage({ run, width, theme, choose: change })}</div>
        <div slot="detail">
          ${numberPanel(run, (head) => change({ head }))}
          ${reachCharts(run, this.#prediction.isAnswered || !run.state.outputProjection)}
        </div>
        <div slot="controls">
          ${projectionControls({
            ...{ wanted: this.state, change, isWide: isWideFigure(width) },
            refusal: problem && toRefusal(problem),
            reset: () => this.figureState.change(this.figureState.initial),
          })}
        </div>
        ${predictSlot(
          run.state.outputProjection ? this.#prediction.question(run) : null,
          this.#prediction.verdict,
          this.#onGuess,
        )}
        <p slot="caption" class="caption">${caption(run)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #question({ state }: ProjectionRun): string {
    return this.question || words.question(state.heads);
  }

  /** Without W_O only after the guess: the switch goes back, and the question has the focus. */
  #change(change: Partial<OutputProjectionState>) {
    const needsPrediction = change.outputProjection === false && !this.#prediction.isAnswered;
    if (needsPrediction) {
      this.requestUpdate();
      return void focusPrediction(this);
    }
    this.figureState.change(settleProjection({ ...this.state, ...change }));
    this.announceLater();
  }

  #onGuess = (guess: number) => {
    const result = this.run && this.#prediction.grade(this.run, guess);
    if (!result) return;
    this.#change({ outputProjection: false });
    this.sendAnswer(result);
  };

  protected override compute() {
    if (!this.engine) return;
    const model = (this.#model ??= new ProjectionModel(this.engine));
    if (this.state.weights === 'trained' && !model.hasFile) return void this.#fetch(model);
    const wanted = this.state;
    this.last.compute(
      wanted,
      { ...wanted, tokens: startOfProjection.tokens },
      (state) => (this.#findProblem(model, state) ? null : model.run(state)),
      () => this.#findProblem(model, wanted),
    );
    this.requestUpdate();
  }

  /** A sentence that cannot be run. */
  #findProblem(model: ProjectionModel, state: OutputProjectionState): Notice | null {
    const { problems } = words;
    if (state.tokens.length === 0) {
      return { title: uiWords.problems.emptyTitle, why: uiWords.problems.empty };
    }
    const unknown = model.unknownWords(state);
    if (unknown.length === 0) return null;
    const repair = { label: problems.useRandom, act: () => this.#change({ weights: 'random' }) };
    return { title: problems.unknownTitle(unknown), why: problems.unknown, repair };
  }

  /** Where the trained weights cannot be loaded, random ones are shown, and a notice says why. */
  async #fetch(model: ProjectionModel) {
    const wanted = this.state;
    try {
      const file = await trainedWeights();
      if (this.#model !== model) return;
      model.file = file;
      this.compute();
    } catch (error) {
      if (this.#model !== model || this.state.weights !== 'trained') return;
      this.figureState.assign(settleProjection({ ...this.state, weights: 'random' }));
      const retry = () => this.figureState.change(wanted);
      this.last.explain = () => explainFailure(error as Error, words.problems.untrained, retry);
    }
  }

  async #save(run: ProjectionRun, format: SaveFormat) {
    const { head, sideBySide, titles } = words;
    const picture = () =>
      projectionSvg(run, {
        ...{ head, sideBySide, adds: titles.adds },
        question: this.#question(run),
        caption: this.textOf('.caption'),
      });
    await saveFigure(format, {
      picture,
      csv: () => projectionCsv(run),
      json: () => projectionJson(run),
    });
  }

  static override styles = projectionStyles;
}
