import { html, type TemplateResult } from 'lit';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { declareSettings } from '../../ui/settings.js';
import { WidthPrediction } from './prediction.js';
import { layerControls, numberControls } from './controls.js';
import { describeFeedForward, describeUnit } from './describe.js';
import { feedForwardCode, feedForwardCsv, feedForwardJson, feedForwardTables } from './export.js';
import { unitPanel } from './factors.js';
import { curvePanel, sharePanel, sublayerPanel } from './panels.js';
import { runFeedForward, type FeedForwardRun } from './run.js';
import { splitModel, type ModelSplit } from './shares.js';
import { unitStage } from './stage.js';
import { feedForwardFormat, type FeedForwardState } from './state.js';
import { feedForwardStyles } from './style.js';
import { feedForwardSvg } from './svg.js';
import { words } from './words/index.js';

const settings = declareSettings(feedForwardFormat);
export interface FeedForward extends Settings<typeof settings, FeedForwardState> {}

/**
 * One token through a feed-forward layer, number by number, and where a model's parameters are.
 * Computed by the core.
 *
 * @attr activation - relu, gelu, geglu or swiglu
 * @attr tokens - words, separated by spaces, at most 8
 * @attr token - the one that is followed
 * @attr d-ff - the hidden width, 4 to 32
 * @attr unit - the hidden unit that is explained; without it the one with the largest |h|
 * @attr column - the number of the output that is explained, 0 to 5
 * @attr seed - of the weights
 * @attr model - the model whose parameters are counted
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class FeedForward extends ComputedFigure<FeedForwardState, FeedForwardRun> {
  static readonly format = feedForwardFormat;
  static override readonly parts: ElementClasses = { 'mh-figure': Figure, 'mh-predict': Predict };
  static override properties = settings;

  readonly #prediction = new WidthPrediction();

  constructor() {
    super(feedForwardFormat, settings);
  }

  protected override figure(run: FeedForwardRun): TemplateResult {
    const { width } = this;
    const change = (change: Partial<FeedForwardState>) => this.#change(change);
    const reset = () => this.#put(this.figureState.initial);
    const split = splitModel(run.engine, run.state.model);
    return html`<mh-figure
        controls-first
        .number=${this.number}
        .question=${this.#question}
        .words=${describeFeedForward(run, split)}
        .link=${this.link}
        .table=${() => feedForwardTables(run, split)}
        .code=${() => feedForwardCode(run)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, split, detail)}
      >
        <div slot="controls">${layerControls({ run, change, reset })}</div>
        <div slot="stage">${this.refused} ${unitStage(run, width, (unit) => change({ unit }))}</div>
        <div slot="detail">
          ${unitPanel(run, numberControls({ run, change, reset }))} ${curvePanel(run, width)}
          ${sharePanel(run, split, width, (model) => change({ model }))}
          ${sublayerPanel(run, width)}
        </div>
        ${predictSlot(this.#prediction.question(run.engine), this.#prediction.verdict, this.#onGuess)}
        <p slot="caption" class="caption">${words.caption(split)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  get #question(): string {
    return this.question || words.question;
  }

  #onGuess = (guess: number) => {
    const graded = this.engine && this.#prediction.grade(this.engine, guess);
    if (!graded) return;
    this.#change(graded.change);
    this.sendAnswer(graded.result);
  };

  #change(change: Partial<FeedForwardState>) {
    this.#put(feedForwardFormat.parse({ ...this.state, ...change }));
  }

  #put(state: FeedForwardState) {
    this.figureState.change(state);
    this.announceLater(() => (this.run ? describeUnit(this.run) : ''));
  }

  protected override compute() {
    const { engine } = this;
    if (!engine) return;
    const usual = feedForwardFormat.start;
    this.last.compute(this.state, usual, (state) => runFeedForward(engine, state));
  }

  async #save(run: FeedForwardRun, split: ModelSplit, format: SaveFormat) {
    const picture = () =>
      feedForwardSvg(run, split, {
        question: this.#question,
        caption: this.textOf('.caption'),
      });
    await saveFigure(format, {
      picture,
      csv: () => feedForwardCsv(run),
      json: () => feedForwardJson(run),
    });
  }

  static override styles = feedForwardStyles;
}
