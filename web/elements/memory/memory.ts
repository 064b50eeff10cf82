import { html, type TemplateResult } from 'lit';
import type { StartedWorker } from '../../lib/worker.js';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { focusPart } from '../../ui/focus.js';
import { unlessRefused } from '../../ui/last-run.js';
import { tabs } from '../../ui/tabs.js';
import { focusPrediction, Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { declareSettings } from '../../ui/settings.js';
import { MemoryPrediction } from './prediction.js';
import { memoryControls } from './controls.js';
import { caption, describeMemory, stepTitle } from './describe.js';
import type { Spot } from './drawing.js';
import { memoryCode, memoryCsv, memoryJson, memoryTable } from './export.js';
import { LongSession } from './long-session.js';
import { MemoryModel } from './model.js';
import { panel } from './panel.js';
import { picture } from './picture.js';
import { firstStepOf, stepFor, type MemoryRun } from './run.js';
import { drawScoreGrid } from './scores.js';
import { drawStage } from './stage.js';
import { startLongRun } from './start-long-run.js';
import { memoryFormat, scheduleNames, type MemoryState, type ScheduleName } from './state.js';
import { memoryStyles } from './style.js';
import { memorySvg } from './svg.js';
import { keys, now } from './step-view.js';
import { traffic } from './traffic.js';
import { words } from './words/index.js';

/** The width of the saved picture, in px. */
const savedWidth = 1120;

const settings = declareSettings(memoryFormat);
export interface Memory extends Settings<typeof settings, MemoryState> {}

/**
 * The same attention computed in five orders: plain, in tiles, with a cache, in pages, in chunks. It
 * shows what each step moves between a slow memory and a fast one, as the core counted it.
 *
 * @attr schedule - plain, tiled, cached, paged or chunked
 * @attr step - from 0
 * @attr tokens - 2 to 16 words
 * @attr seed - of the weights
 * @attr head, query - the row that is explained
 * @attr tile, page, chunk - their tokens
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Memory extends ComputedFigure<MemoryState, MemoryRun> {
  static readonly format = memoryFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-predict': Predict,
  };
  static override properties = settings;

  /** Starts a worker for the long run. This element ends it. */
  start: () => StartedWorker = startLongRun;

  #model: MemoryModel | null = null;
  readonly #prediction = new MemoryPrediction();
  readonly #long = new LongSession(
    this,
    () => this.start(),
    () => this.#onLongProgress(),
  );

  constructor() {
    super(memoryFormat, settings);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#model?.dispose();
    this.#model = null;
  }

  protected override figure(run: MemoryRun): TemplateResult {
    const change = (change: Partial<MemoryState>) => this.#change(change);
    const choose = (spot: Partial<Spot>) => this.#choose(spot);
    const { results } = this.#long;
    return html`<mh-figure
        .number=${this.number}
        .question=${this.question || words.question}
        .words=${describeMemory(run)}
        .link=${this.link}
        .table=${() => memoryTable(run)}
        .code=${() => memoryCode(run.state)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
      >
        <div slot="stage">
          ${this.refused} ${this.#tabs(run)} ${now(run)}
          ${picture(drawStage(run, this.width), choose)} ${keys(run)}
        </div>
        <div slot="detail">
          ${panel(run, choose)}
          ${traffic({
            ...{ run, long: this.#long },
            startLong: () => this.#startLong(),
          })}
        </div>
        <div slot="controls">
          ${memoryControls({
            ...{ run, change, choose },
            resize: (change) => this.#resize(change),
            reset: () => this.#change(this.figureState.initial),
          })}
        </div>
        ${predictSlot(
          this.#prediction.question(),
          this.#prediction.verdict,
          this.#onGuess,
          words.predict.waiting,
        )}
        <p slot="caption" class="caption">${caption(run, results)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #tabs({ state }: MemoryRun): TemplateResult {
    return tabs({
      label: words.tabs,
      ids: scheduleNames,
      chosen: state.schedule,
      text: (name) => words.names[name],
      choose: (name) => this.#open(name),
    });
  }

  /** Opens at the step that first computes for the query in question. */
  #open(schedule: ScheduleName) {
    if (!this.run || schedule === this.state.schedule) return;
    const { query } = this.run;
    this.#change({ schedule, query, step: firstStepOf(this.run, schedule, query) });
  }

  #choose({ query = this.run!.query, step = stepFor(this.run!, query) }: Partial<Spot>) {
    this.#change({ step, query });
  }

  #resize(change: Partial<MemoryState>) {
    if (!this.run) return;
    const resized = memoryFormat.parse({ ...this.state, query: this.run.query, ...change });
    const { query, schedule } = resized;
    const step = unlessRefused(
      () => firstStepOf(this.#usedModel.run(resized), schedule, query),
      () => 0, // the figure says why
    );
    this.#change({ ...change, query, step });
  }

  #change(change: Partial<MemoryState>) {
    this.figureState.change(memoryFormat.parse({ ...this.state, ...change }));
    this.announceLater();
  }

  protected override compute() {
    if (!this.engine) return;
    this.last.compute(this.state, memoryFormat.start, (state) => this.#usedModel.run(state));
  }

  /** Made again when the element comes back to the page. */
  get #usedModel(): MemoryModel {
    return (this.#model ??= new MemoryModel(this.engine!));
  }

  /** Only after the guess: the answer is in the table then. */
  #startLong() {
    if (this.#prediction.isPlaced) void this.#long.run.retry();
    else void focusPrediction(this);
  }

  #onGuess = (guess: number) => {
    this.#prediction.place(guess);
    void this.#long.run.retry();
    void focusPart(this, '.long button');
  };

  #onLongProgress() {
    const result = this.engine && this.#prediction.grade(this.engine, this.#long.results);
    if (result) this.sendAnswer(result);
    this.requestUpdate();
  }

  async #save(run: MemoryRun, format: SaveFormat) {
    const picture = () =>
      memorySvg([drawStage(run, savedWidth), drawScoreGrid(run)], {
        question: this.question || words.question,
        settings: `${words.names[run.state.schedule]}. ${stepTitle(run)}`,
        caption: this.textOf('.caption'),
      });
    await saveFigure(format, {
      picture,
      csv: () => memoryCsv(run),
      json: () => memoryJson(run, this.#long.results),
    });
  }

  static override styles = memoryStyles;
}
