import { html, nothing, type TemplateResult } from 'lit';
import { stateMarkup } from '../../lib/state-format.js';
import type { Race } from './charts.js';
import type { TrainingRace } from './race.js';
import {
  defaultTraining,
  stepLimit,
  trainingFormat,
  type RunName,
  type TrainingState,
} from './state.js';
import { settings, type TrainingSettings } from './settings.js';
import { toTrainingProgram } from './export.js';
import type { StartedWorker } from '../../lib/worker.js';
import type { Settings } from '../../ui/boxed-element.js';
import { button } from '../../ui/controls.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { FigureElement } from '../../ui/figure-element.js';
import { NearContent } from '../../ui/near-content.js';
import { notice } from '../../ui/notice.js';
import { saveFile } from '../../ui/save-file.js';
import { unloaded } from '../../ui/without-engine.js';
import { uiWords } from '../../ui/words/index.js';
import { startTraining } from '../../lib/training/start-training.js';
import { words } from './words/index.js';
import { shownFields, trainingControls } from './controls.js';
import { describeRace, describeFinding } from './finding.js';
import { headMatrix } from './matrix.js';
import { explainRefusal } from './problem.js';
import { saveTraining } from './save.js';
import { TrainingSession } from './session.js';
import { trainingStage } from './stage.js';
import { trainingStyles } from './style.js';
import { surgery } from './surgery-panel.js';
import { trainingTable } from './table.js';
import type { TrainingView } from './view.js';
import { MapPicture } from '../../ui/map-picture.js';
import { onUndoKey } from '../../ui/undo-key.js';
import { Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';

/** With reduced motion, only every tenth step is shown. */
const reducedMotionSteps = 10;

export interface Training extends Settings<typeof settings, TrainingSettings> {}

/**
 * Two small models train side by side; then learners operate on them. The worker starts when the
 * element is first visible and ends when it leaves the page.
 *
 * @attr task, seed, steps, pace - for both runs; pace is steps per second: 30, 60, all
 * @attr heads, d-model, layers, tie, share, combine, no-output-projection, scale, optimizer, rate,
 *   equal-start, noise - run A; for run B with the prefix b-, such as b-heads, the default is run A's
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @attr number, question - the figure's number and question
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Training extends FigureElement<TrainingState> {
  static readonly format = trainingFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-map-picture': MapPicture,
    'mh-predict': Predict,
  };
  static override properties = settings;

  /** Starts a worker. A page can assign another function if its script is elsewhere. */
  start: () => StartedWorker = startTraining;

  readonly #session: TrainingSession = new TrainingSession({
    state: () => this.state,
    change: (state) => this.figureState.change(state),
    draw: () => this.#runs.report(this.race.failure),
    startWorker: () => this.start(),
    shownSteps: () => (hasReducedMotion(this) ? reducedMotionSteps : 1),
    sendAnswer: (result) => this.sendAnswer(result),
  });
  /** A worker and two models are only for elements that are seen. */
  readonly #runs = new NearContent(
    this,
    () => this.#session.createRuns(),
    () => {},
    { free: () => this.#session.end() },
  );
  #isMore = false;
  #edited: RunName = 'a';

  constructor() {
    super(trainingFormat, settings);
  }

  protected override compute(state: TrainingState, before: TrainingState | null) {
    this.#session.show(state, before ?? defaultTraining);
  }

  protected override forgetTexts() {
    this.#session.announcement = '';
  }

  protected override forgetChanges() {
    this.#session.forgetChanges();
  }

  /** The two runs. */
  get race(): TrainingRace {
    return this.#session.race;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.width = 0; // drawn again when new runs have started
  }

  override render() {
    const { shown } = this.#session;
    const { failure, waiting } = this.#runs;
    if (failure) return html`${unloaded(this.#runs, uiWords.training.failed)}<slot></slot>`;
    return shown && this.width > 0
      ? this.#figure(shown)
      : html`<p role="status">${waiting ? words.states.waiting : ''}</p>`;
  }

  #figure(race: Race): TemplateResult {
    const view = this.#view(race);
    const { prediction, operating, announcement } = this.#session;
    const question = this.question || this.#session.question;
    return html`<mh-figure
        predict-first
        .number=${this.number}
        .question=${question}
        .words=${describeRace(race)}
        .link=${this.link}
        .table=${() => trainingTable(race)}
        .code=${() => `${toTrainingProgram(this.state)}\n\n${stateMarkup(trainingFormat, this.state)}`}
        @keydown=${onUndoKey((way) => this.#goBack(way))}
        @figure-save=${(event: CustomEvent<SaveFormat>) =>
          void saveTraining(race, this.state, question, event.detail)}
      >
        ${predictSlot(prediction.isOpen ? prediction.question(stepLimit(this.state)) : null, prediction.verdict, (option) => this.#session.predict(option))}
        <div slot="stage">${this.#refusal()} ${trainingStage(view, race)}</div>
        <div slot="detail">
          <div class="surgery">${surgery(view)}</div>
          ${
            operating.question
              ? html`<p class="legend">${words.surgery.hidden}</p>`
              : headMatrix(race, this.race.settings, this.theme)
          }
        </div>
        <div slot="controls">${trainingControls(view)}</div>
        <p slot="caption" class="caption">${describeFinding(race)}</p>
        <span slot="foot"
          >${button(words.foot.checkpoint('a'), () => void this.#saveRun(), 'link')}</span
        >
      </mh-figure>
      <p class="unseen" role="status">${announcement}</p>`;
  }

  #view(shownRace: Race): TrainingView {
    const session = this.#session;
    const { race, prediction, operating } = session;
    return {
      ...{ race, shownRace, operating, width: this.width, theme: this.theme },
      state: this.state,
      isMore: this.#isMore,
      edited: this.#edited,
      isPredictionOpen: prediction.isOpen,
      change: (change) => session.change({ ...this.state, ...change }),
      changeRun: (run, change) => session.changeRun(run, change),
      edit: (run) => this.#redraw(() => (this.#edited = run)),
      toggleMore: () => this.#redraw(() => (this.#isMore = !this.#isMore)),
      reset: this.#reset,
      play: () => session.play(),
      restart: () => session.restart(),
      pause: () => void session.pause(),
      step: () => void session.step(),
      scrub: (step) => session.scrub(step),
      runOn: () => session.runOn(),
      reseed: () => session.reseed(),
      undo: session.canUndo ? () => this.#goBack('undo') : null,
      redo: session.canRedo ? () => this.#goBack('redo') : null,
      chooseModel: (run) => this.#redraw(() => operating.chooseModel(run)),
      chooseOperation: (operation) => this.#redraw(() => operating.choose(operation)),
      operate: ({ detail: guess }) => void session.operate(guess),
      trainPooled: (steps) => void session.trainPooled(steps),
    };
  }

  #redraw(change: () => void) {
    change();
    this.requestUpdate();
  }

  #reset = () => this.#session.change(this.figureState.initial);

  #goBack(way: 'undo' | 'redo') {
    this.#session.goBack(way);
  }

  /** The core's error, if no control shows it. */
  #refusal(): TemplateResult | typeof nothing {
    const { refusal } = this.race;
    if (!refusal || (refusal.field !== null && shownFields.has(refusal.field))) return nothing;
    return notice(explainRefusal(refusal, this.#reset));
  }

  async #saveRun() {
    const bytes = await this.race.save('a');
    if (bytes) saveFile('manyheads-run-a.safetensors', new Blob([bytes as BlobPart]));
  }

  protected get drawnWith() {
    return this.#session.isMade ? this.race : null;
  }

  static override styles = trainingStyles;
}

/** Whether the reader or the page wants reduced motion. */
const hasReducedMotion = (element: HTMLElement) =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  getComputedStyle(element).getPropertyValue('--mh-motion').trim() === '0';
