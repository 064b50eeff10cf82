import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/contract.js';
import { percent } from '../../lib/numbers.js';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { pictureView } from '../../ui/marks.js';
import { Predict } from '../../ui/predict.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { declareSettings } from '../../ui/settings.js';
import { SaturationPredictions } from './predictions.js';
import { caseView } from './case.js';
import { charts } from './charts.js';
import { saturationControls } from './controls.js';
import { caption, describeSaturation, largestError } from './describe.js';
import {
  saturationCode,
  saturationCsv,
  saturationJson,
  saturationSvg,
  saturationTable,
} from './export.js';
import { histograms } from './histograms.js';
import { rowsView } from './row.js';
import type { SaturationRun } from './run.js';
import { computeInSlices } from './slices.js';
import { saturationFormat, type SaturationState } from './state.js';
import { saturationStyles } from './style.js';
import { words } from './words/index.js';

/** What the seed of a state gives. */
type ShownRun = SaturationRun & { readonly state: SaturationState };

/** Draws in progress. */
interface Work {
  readonly seed: number;
  readonly since: number;
}

/** Work that takes longer than this shows its progress, in ms. */
const patience = 300;

const settings = declareSettings(saturationFormat);
export interface Saturation extends Settings<typeof settings, SaturationState> {}

/**
 * Why scores are divided by sqrt(d_head): histograms of drawn scores, what softmax makes of them at
 * seven widths and with three divisors, one row of weights, and a layer whose weights are all 0 or 1.
 *
 * @attr d-head - 8, 16, 32, 64, 128, 256 or 512: the width that is looked at
 * @attr scale - sqrt-d-head, sqrt-d-model or none
 * @attr seed - of all draws, 0 to 9999
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Saturation extends ComputedFigure<SaturationState, ShownRun> {
  static readonly format = saturationFormat;
  static override readonly parts: ElementClasses = { 'mh-figure': Figure, 'mh-predict': Predict };
  static override properties = {
    ...settings,
    progress: { state: true },
  };
  /** The share of the draws that is done; null if nothing is drawn, or not for long. */
  declare progress: number | null;

  readonly #predictions = new SaturationPredictions();
  #work: Work | null = null;

  constructor() {
    super(saturationFormat, settings);
    this.progress = null;
  }

  override connectedCallback() {
    super.connectedCallback();
    void this.compute();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#work = null;
  }

  override render() {
    const { failure } = this.sharedEngine;
    return this.engine && !failure ? this.figure(this.run) : super.render();
  }

  get #progressText(): string {
    return this.progress === null ? '' : words.progress(percent(this.progress));
  }

  /** @param run  null while the first draws are made; the controls are there at once */
  protected override figure(run: ShownRun | null): TemplateResult {
    const { state } = this;
    return html`<mh-figure
        controls-first
        .number=${this.number}
        .question=${this.question || words.question}
        .words=${run ? describeSaturation(run, state) : ''}
        .link=${this.link}
        .table=${() => (run ? saturationTable(run) : html``)}
        .code=${() => saturationCode(this.state)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => run && void this.#save(run, detail)}
      >
        <div slot="controls">
          ${saturationControls({
            ...{ state, progress: this.#progressText },
            change: (change) => this.#change({ ...this.state, ...change }),
            reset: () => this.#change(this.figureState.initial),
          })}
        </div>
        <div slot="stage" class=${run ? nothing : 'drawing'}>
          ${this.refused} ${run && this.width > 0 ? this.#stage(run) : nothing}
        </div>
        <p slot="caption" class="caption">${run && caption(run, state)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #stage(run: SaturationRun): TemplateResult {
    const { state, width } = this;
    const { histogram, chart, row } = words;
    return html`<section>
        <h3>${histogram.title}</h3>
        <p class="hint">${histogram.note}</p>
        ${pictureView('scene', histograms(run, state.dHead, width))}
      </section>
      <section>
        <h3>${chart.title}</h3>
        <p class="hint">${chart.note(largestError(run))}</p>
        ${pictureView('scene', charts(run, state, width))}
      </section>
      <section>
        <h3>${row.title(state.dHead)}</h3>
        <p class="hint">${row.note}</p>
        ${rowsView(run, state)}
      </section>
      <div class="case">${this.#case(run)}</div>`;
  }

  #case(run: SaturationRun): TemplateResult {
    return html`${caseView(run.diagnosis, this.#predictions.isSolved, this.width)}
      <mh-predict
        .prediction=${this.#predictions.question}
        .verdict=${this.#predictions.verdict}
        @guess=${this.#onGuess}
      ></mh-predict>`;
  }

  #onGuess = ({ detail: guess }: CustomEvent<number>) => {
    const { run } = this;
    const result = run && this.#predictions.grade(run.diagnosis, guess, () => this.run!.diagnosis);
    if (!result) return;
    this.requestUpdate();
    this.sendAnswer(result);
  };

  /** The learner changed it. */
  #change(state: SaturationState) {
    this.#mustAnnounce = true;
    this.figureState.change(state);
  }

  /** The learner waits for the caption of what is computed. */
  #mustAnnounce = false;

  /** Draws what the state's seed gives, unless that is shown or under way. */
  protected override async compute() {
    const { engine, state } = this;
    const { seed } = state;
    if (!engine || !this.isConnected || this.#work?.seed === seed) return;
    const work = { seed, since: performance.now() };
    this.#work = work;
    const drawn = this.run?.seed === seed ? () => this.run! : await this.#draw(engine, work);
    if (this.#work !== work) return;
    this.#work = null;
    this.progress = null;
    this.last.compute(state, state, () => ({ ...drawn(), state }));
    this.requestUpdate();
    if (this.#mustAnnounce) this.announceLater();
    this.#mustAnnounce = false;
  }

  /** @return a function that returns the run or throws why there is none */
  async #draw(engine: Engine, work: Work): Promise<() => SaturationRun> {
    const isWanted = () => this.#work === work;
    try {
      const run = await computeInSlices(engine, work.seed, isWanted, (share) => {
        if (performance.now() - work.since > patience) this.progress = share;
      });
      return () => run!;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  async #save(run: SaturationRun, format: SaveFormat) {
    const { state } = this;
    const picture = () =>
      saturationSvg(run, state, this.question || words.question, this.textOf('.caption'));
    await saveFigure(format, {
      picture,
      csv: () => saturationCsv(run),
      json: () => saturationJson(run, state),
    });
  }

  protected override get drawnWith() {
    return this.run && this.engine;
  }

  static override styles = saturationStyles;
}
