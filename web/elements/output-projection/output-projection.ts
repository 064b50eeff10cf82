import { html, type TemplateResult } from 'lit';
import { ManyheadsError } from '../../../emscripten/package/index.js';
import { inEnglish } from '../../lib/in-english.js';
import { trainedWeights } from '../../lib/lesson/trained-weights.js';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { HeatMap } from '../../ui/heat-map.js';
import { toRefusal, type Notice } from '../../ui/notice.js';
import { focusPrediction, Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { declareSettings, type WithFlag } from '../../ui/settings.js';
import { uiWords } from '../../ui/words/index.js';
import { ProjectionBet } from './bet.js';
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
  readonly #bet = new ProjectionBet();
  /** Worded when it is drawn: the language may have changed. */
  #problem: (() => Notice) | null = null;

  constructor() {
    super(projectionFormat, settings);
  }

  override connectedCallback() {
    super.connectedCallback();
    if (this.run) this.compute();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#model?.dispose();
    this.#model = null;
  }

  protected override figure(run: ProjectionRun): TemplateResult {
    const { width, theme } = this;
    const change = (change: Partial<OutputProjectionState>) => this.#change(change);
    const problem = this.#problem?.() ?? null;
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
          ${reachCharts(run, this.#bet.isAnswered || !run.state.outputProjection)}
        </div>
        <div slot="controls">
          ${projectionControls({
            ...{ wanted: this.state, change, isWide: isWideFigure(width) },
            refusal: problem && toRefusal(problem),
            reset: () => this.figureState.change(this.figureState.initial),
          })}
        </div>
        ${predictSlot(
          run.state.outputProjection ? this.#bet.question(run) : null,
          this.#bet.verdict,
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
    const isBet = change.outputProjection === false && !this.#bet.isAnswered;
    if (isBet) {
      this.requestUpdate();
      return void focusPrediction(this);
    }
    this.figureState.change(settleProjection({ ...this.state, ...change }));
    this.announceLater();
  }

  #onGuess = (guess: number) => {
    const result = this.run && this.#bet.grade(this.run, guess);
    if (!result) return;
    this.#change({ outputProjection: false });
    this.sendAnswer(result);
  };

  protected override compute() {
    if (!this.engine) return;
    const model = (this.#model ??= new ProjectionModel(this.engine));
    if (this.state.weights === 'trained' && !model.hasFile) return void this.#fetch(model);
    try {
      this.#problem = this.#findProblem(model);
      if (!this.#problem) this.run = model.run(this.state);
      else if (!this.run) this.run = model.run({ ...this.state, tokens: startOfProjection.tokens });
    } catch (error) {
      if (!(error instanceof ManyheadsError)) throw error;
      const why = inEnglish(error.message);
      this.#problem = () => ({ title: uiWords.problems.failedTitle, why });
    }
  }

  /** A sentence that cannot be run; the last good picture stays. */
  #findProblem(model: ProjectionModel): (() => Notice) | null {
    if (this.state.tokens.length === 0) {
      return () => ({ title: uiWords.problems.emptyTitle, why: uiWords.problems.empty });
    }
    const unknown = model.unknownWords(this.state);
    if (unknown.length === 0) return null;
    return () => ({
      title: words.problems.unknownTitle(unknown),
      why: words.problems.unknown,
      repair: {
        label: words.problems.useRandom,
        act: () => this.#change({ weights: 'random' }),
      },
    });
  }

  /** Where the trained weights cannot be loaded, random ones are shown. */
  async #fetch(model: ProjectionModel) {
    try {
      const file = await trainedWeights();
      if (this.#model !== model) return;
      model.file = file;
    } catch (error) {
      if (this.#model !== model) return;
      this.figureState.change(settleProjection({ ...this.state, weights: 'random' }));
      const why = inEnglish(String(error));
      this.#problem = () => ({ title: words.problems.untrained, why });
    }
    this.compute();
    this.requestUpdate();
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
