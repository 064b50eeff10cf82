import { html, type TemplateResult } from 'lit';
import { History } from '../../lib/history.js';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { focusPrediction, Predict } from '../../ui/predict.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { declareSettings, type WithFlag } from '../../ui/settings.js';
import { SoftmaxPredictions } from './predictions.js';
import { experimentButtons, softmaxControls } from './controls.js';
import { caption, describeSoftmax } from './describe.js';
import { afterExperiment, type Experiment } from './experiments.js';
import { softmaxCode, softmaxCsv, softmaxJson, softmaxTable } from './export.js';
import { largestChange, runSoftmax, type SoftmaxRun } from './run.js';
import { rows } from './stage.js';
import { softmaxFormat, type SoftmaxState } from './state.js';
import { softmaxStyles } from './style.js';
import { softmaxSvg } from './svg.js';
import { whyE } from './why.js';
import { onUndoKey } from '../../ui/undo-key.js';
import { words } from './words/index.js';

type Names = WithFlag<SoftmaxState, 'power', 'noPower'>;
const settings = declareSettings<SoftmaxState, Names>(softmaxFormat);
export interface Softmax extends Settings<typeof settings, SoftmaxState> {}

/**
 * Softmax by hand: scores that can be dragged and typed, their powers, the sum, the division and
 * the weights, computed by the core in float32.
 *
 * @attr scores - 2 to 8 numbers, separated by commas
 * @attr temperature - what scores are divided by, 0.1 to 5
 * @attr subtract-max - the largest score is subtracted first
 * @attr no-power - the scores themselves are divided by their sum
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Softmax extends ComputedFigure<SoftmaxState, SoftmaxRun> {
  static readonly format = softmaxFormat;
  static override readonly parts: ElementClasses = { 'mh-figure': Figure, 'mh-predict': Predict };
  static override properties = settings;

  readonly #history = new History<SoftmaxState>();
  readonly #predictions = new SoftmaxPredictions();
  /** The last change, if it was an experiment, with what was there before. */
  #found: { readonly experiment: 'add' | 'double'; readonly before: SoftmaxRun } | null = null;

  constructor() {
    super(softmaxFormat, settings);
  }

  protected override forgetChanges() {
    this.#history.clear();
    this.#found = null;
  }

  protected override figure(run: SoftmaxRun): TemplateResult {
    const endDrag = () => this.#history.endStep();
    const change = (change: Partial<SoftmaxState>, control?: string) =>
      this.#change({ ...this.state, ...change }, control);
    return html`<mh-figure
        controls-first
        .number=${this.number}
        .question=${this.#question(run)}
        .words=${describeSoftmax(run)}
        .link=${this.link}
        .table=${() => softmaxTable(run)}
        .code=${() => softmaxCode(this.state)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
        @keydown=${onUndoKey((way) => this.#back(way))}
      >
        <div slot="controls">
          ${softmaxControls({
            ...{ run, change, endDrag },
            undo: this.#history.canUndo ? () => this.#back('undo') : null,
            redo: this.#history.canRedo ? () => this.#back('redo') : null,
            reset: () => this.#change(this.figureState.initial),
          })}
        </div>
        <div slot="stage">
          ${this.refused}
          ${rows({
            ...{ run, endDrag, change },
            setScore: (key, score) => {
              const scores = this.state.scores.map((old, i) => (i === key ? score : old));
              change({ scores }, `score ${key}`);
            },
          })}
          ${experimentButtons(run, this.#finding(run), (experiment) => this.#try(experiment))}
          <mh-predict
            .prediction=${this.#predictions.question(this.engine!, this.state)}
            .verdict=${this.#predictions.verdict}
            @guess=${this.#onGuess}
          ></mh-predict>
        </div>
        <p slot="caption" class="caption">${caption(run)}</p>
        <div slot="detail">${whyE(run)}</div>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #question(run: SoftmaxRun): string {
    return this.question || words.question(run.state.scores.length);
  }

  #finding(run: SoftmaxRun) {
    if (!this.#found) return words.which;
    const { experiment, before } = this.#found;
    return words.found[experiment](run, before, largestChange(run, before));
  }

  #try(experiment: Experiment) {
    if (this.#predictions.asks(this.engine!, this.state, experiment)) {
      this.requestUpdate();
      void focusPrediction(this);
      return;
    }
    const before = this.run!;
    this.#change(afterExperiment(this.engine!, this.state, experiment));
    if (experiment === 'add' || experiment === 'double') this.#found = { experiment, before };
  }

  #onGuess = ({ detail: guess }: CustomEvent<number>) => {
    const graded = this.#predictions.grade(this.engine!, this.state, guess);
    if (!graded) return;
    this.#change(graded.next);
    this.sendAnswer(graded.result);
  };

  /** The learner changed it. @param control  a drag of it is one step of undo */
  #change(state: SoftmaxState, control?: string) {
    this.#history.recordChange(this.state, state, control);
    this.#put(state);
  }

  #back(way: 'undo' | 'redo') {
    const state = this.#history[way](this.state);
    if (state) this.#put(state);
  }

  #put(state: SoftmaxState) {
    this.#found = null;
    this.figureState.change(state);
    this.announceLater();
  }

  protected override compute() {
    const { engine } = this;
    if (!engine) return;
    this.last.compute(this.state, softmaxFormat.start, (state) => runSoftmax(engine, state));
  }

  async #save(run: SoftmaxRun, format: SaveFormat) {
    const { key, sum, together } = words;
    const picture = () =>
      softmaxSvg(run, {
        ...{ key, sum, together },
        question: this.#question(run),
        caption: this.textOf('.caption'),
      });
    await saveFigure(format, { picture, csv: () => softmaxCsv(run), json: () => softmaxJson(run) });
  }

  /** It needs no width. */
  protected override get drawnWith() {
    return this.run && this.engine;
  }

  static override styles = softmaxStyles;
}
