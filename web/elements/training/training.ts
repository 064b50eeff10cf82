import { html, nothing, type TemplateResult } from 'lit';
import { nextSeed } from '../../lib/state-fields.js';
import { stateMarkup } from '../../lib/state-format.js';
import { MissingFileError } from '../../lib/missing-file.js';
import type { Race } from './charts.js';
import { runNames, TrainingRace } from './race.js';
import {
  defaultTraining,
  limits,
  stepLimit,
  trainingFormat,
  withRival,
  type RunName,
  type RunSettings,
  type TrainingState,
} from './state.js';
import { settings, type TrainingSettings } from './settings.js';
import { toTrainingProgram } from './export.js';
import type { Model } from './service.js';
import type { StartedWorker } from '../../lib/worker.js';
import { BoxedElement, type Settings } from '../../ui/boxed-element.js';
import { followWidth } from '../../ui/container-width.js';
import { button } from '../../ui/controls.js';
import { FigureState } from '../../ui/element-state.js';
import { sendEvent } from '../../ui/events.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { inEnglish } from '../../lib/in-english.js';
import { whenNear } from '../../ui/near.js';
import { notice, type Notice } from '../../ui/notice.js';
import type { PredictionResult } from '../../ui/predict.js';
import { saveFile } from '../../ui/save-file.js';
import { startTraining } from './start-training.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';
import { shownFields, trainingControls } from './controls.js';
import { Bet } from './bet.js';
import { describeRace, describeFinding } from './finding.js';
import { headMatrix } from './matrix.js';
import { Operating } from './operating.js';
import { saveTraining } from './save.js';
import { trainingStage } from './stage.js';
import { trainingStyles } from './style.js';
import { surgery } from './surgery-panel.js';
import { trainingTable } from './table.js';
import type { TrainingView } from './view.js';
import { MapPicture } from '../../ui/map-picture.js';
import { Predict } from '../../ui/predict.js';
import type { ElementClasses } from '../../ui/register.js';

/** After waiting this long (in ms), a message is shown. */
const messageDelay = 300;
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
export class Training extends BoxedElement {
  static readonly format = trainingFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-map-picture': MapPicture,
    'mh-predict': Predict,
  };
  static override properties = {
    ...settings,
    number: {},
    question: {},
    linkBase: { attribute: 'link-base' },
    width: { state: true },
    waiting: { state: true },
    announcement: { state: true },
  };
  declare number: string;
  declare question: string;
  declare linkBase: string;
  /** The container's width in px at the default text size. */
  declare width: number;
  /** Loading the worker takes long. */
  declare waiting: boolean;
  /** The text that screen readers announce: events, not each step. */
  declare announcement: string;

  /** Starts a worker. A page can assign another function if its script is elsewhere. */
  start: () => StartedWorker = startTraining;
  readonly race = new TrainingRace(
    () => this.start(),
    () => this.#onProgress(),
  );

  readonly #state = new FigureState(this, trainingFormat, settings, (state, before) =>
    this.#show(state, before ?? defaultTraining),
  );
  /** The settings of the current runs; null before the first. */
  #runSettings: TrainingState | null = null;
  #forget = () => {};
  #isReady = false;
  #isMore = false;
  #edited: RunName = 'a';
  readonly #bet = new Bet();
  readonly #operating = new Operating(this.race);
  #reported = new Set<string>();

  constructor() {
    super();
    followLanguage(this, () => (this.announcement = ''));
    followWidth(this, (width) => {
      if (width > 0) this.width = width; // 0 if hidden
    });
    this.number = '';
    this.question = '';
    this.linkBase = '';
    this.width = 0;
    this.waiting = false;
    this.announcement = '';
  }

  /** All that is needed to run the same again. Anything may be assigned; it is checked. */
  get state(): TrainingState {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#state.assign(input);
  }

  /** A worker and two models are only for elements that are seen. */
  override connectedCallback() {
    super.connectedCallback();
    this.#forget = whenNear(this, () => this.#createRuns());
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#forget();
    this.race.end();
    this.width = 0; // drawn again when new runs have started
    this.#runSettings = null;
  }

  #createRuns() {
    this.#runSettings = this.state;
    this.#bet.restart();
    this.#reported.clear();
    this.#operating.forget();
    const timer = setTimeout(() => (this.waiting = true), messageDelay);
    void this.race.make(this.state).then(() => {
      clearTimeout(timer);
      this.waiting = false;
      if (this.#isReady || !this.race.records) return;
      this.#isReady = true;
      sendEvent(this, 'mh-ready', { engine: this.race.version });
    });
  }

  override render() {
    const { failure, records } = this.race;
    if (failure) return html`${notice(this.#failureNotice(failure))}<slot></slot>`;
    const shown = this.#shownRace();
    if (!records || !shown || this.width === 0) {
      return html`<p role="status">${this.waiting ? words.states.waiting : ''}</p>`;
    }
    return this.#figure(shown);
  }

  #figure(race: Race): TemplateResult {
    const view = this.#view(race);
    return html`<mh-figure
        bet
        .number=${this.number}
        .question=${this.question || this.#question()}
        .words=${describeRace(race)}
        .link=${this.#state.link(this.linkBase)}
        .table=${() => trainingTable(race)}
        .code=${() => `${toTrainingProgram(this.state)}\n\n${stateMarkup(trainingFormat, this.state)}`}
        @figure-save=${(event: CustomEvent<SaveFormat>) =>
          void saveTraining(race, this.state, this.question || this.#question(), event.detail)}
      >
        <mh-predict
          slot="predict"
          .prediction=${this.#bet.isOpen ? this.#bet.question(stepLimit(this.state)) : null}
          .verdict=${this.#bet.verdict}
          @guess=${this.#onBet}
        ></mh-predict>
        <div slot="stage">${this.#refusalNotice()} ${trainingStage(view, race)}</div>
        <div slot="detail">
          <div class="surgery">${surgery(view)}</div>
          ${
            this.#operating.question
              ? html`<p class="legend">${words.surgery.hidden}</p>`
              : headMatrix(race, this.theme)
          }
        </div>
        <div slot="controls">${trainingControls(view)}</div>
        <p slot="caption" class="caption">${describeFinding(race)}</p>
        <span slot="foot"
          >${button(words.foot.checkpoint('a'), () => void this.#saveRun(), 'link')}</span
        >
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #question(): string {
    const say = words.question;
    const [a, b] = runNames.map((run) => this.race.records![run].model) as [Model, Model];
    if (a.layers !== b.layers) return say.layers(a.layers, b.layers);
    return a.parameters === b.parameters && a.heads !== b.heads
      ? say.heads(a.heads, b.heads)
      : say.other;
  }

  /** The shown part of the race: up to the newest measured step, or the step the reader chose. */
  #shownRace(): Race | null {
    const { records, steps, at } = this.race;
    if (!records) return null;
    const limit = Math.max(stepLimit(this.#runSettings ?? this.state), steps);
    return { records, at, limit };
  }

  #view(shown: Race): TrainingView {
    const { race, width, theme } = this;
    return {
      ...{ race, shownRace: shown, width, theme },
      state: this.state,
      isMore: this.#isMore,
      edited: this.#edited,
      isBetOpen: this.#bet.isOpen,
      operating: this.#operating,
      change: (change) => this.#change({ ...this.state, ...change }),
      changeRun: (run, change) => this.#changeRun(run, change),
      edit: (run) => this.#redraw(() => (this.#edited = run)),
      toggleMore: () => this.#redraw(() => (this.#isMore = !this.#isMore)),
      reset: () => this.#change(this.#state.initial),
      play: () => this.#play(),
      restart: () => {
        this.#createRuns();
        this.#play();
      },
      pause: () => void this.#pause(),
      step: () => void this.#step(),
      scrub: (step) => this.#scrub(step),
      runOn: () => this.#runOn(),
      reseed: () => {
        this.#change({ ...this.state, seed: nextSeed(this.state.seed) });
        this.#play();
      },
      choosePatient: (run) => this.#redraw(() => this.#operating.choosePatient(run)),
      chooseOperation: (operation) => this.#redraw(() => this.#operating.choose(operation)),
      operate: (event) => void this.#onOperate(event),
      trainPooled: (steps) => void this.#trainPooled(steps),
    };
  }

  #redraw(change: () => void) {
    change();
    this.requestUpdate();
  }

  // Settings

  #changeRun(run: RunName, change: Partial<RunSettings>) {
    this.#change(
      run === 'a'
        ? { ...this.state, a: { ...this.state.a, ...change } }
        : withRival(this.state, change),
    );
  }

  /** The learner changed the state. */
  #change(state: TrainingState) {
    this.#state.change(state);
  }

  #show(state: TrainingState, before: TrainingState) {
    if (this.#runSettings === null || isSameRace(before, state)) {
      if (this.race.isPlaying && before.pace !== state.pace) this.#play();
      return;
    }
    // If only the seed changes, the prediction stays.
    if (!isSameRace({ ...before, seed: state.seed }, state)) this.#bet.forget();
    this.#createRuns();
  }

  // Training

  #play() {
    this.#operating.forget();
    this.#announceOnce('started', words.milestones.started);
    void this.race.play(
      this.state.pace,
      stepLimit(this.state),
      hasReducedMotion(this) ? reducedMotionSteps : 1,
    );
    this.requestUpdate();
  }

  async #pause() {
    await this.race.pause();
    this.#announce(words.milestones.paused(this.race.steps));
  }

  /** Shows another step. Results of operations are cleared, because its models differ. */
  #scrub(step: number) {
    this.#operating.forget();
    void this.race.look(step >= this.race.steps ? null : step);
    this.requestUpdate();
  }

  async #step() {
    this.#operating.forget();
    await this.race.step();
    this.#announce(words.player.at(this.race.steps, stepLimit(this.state)));
  }

  #runOn() {
    this.#runSettings = { ...this.state, steps: limits.steps };
    this.#change(this.#runSettings);
    this.#play();
  }

  #onProgress() {
    this.requestUpdate();
    const { milestones } = words;
    const { records, isPlaying, steps, hasEnded, at } = this.race;
    if (!records) return;
    const news = runNames.flatMap((run) => {
      const { solvedAt, divergedAt } = records[run];
      return [
        solvedAt !== null && solvedAt <= at
          ? this.#onlyOnce(`${run} solved`, milestones.solved(run, solvedAt))
          : '',
        divergedAt !== null && divergedAt - 1 <= at
          ? this.#onlyOnce(`${run} diverged`, milestones.diverged(run, divergedAt))
          : '',
      ];
    });
    if (!isPlaying && (hasEnded || steps >= stepLimit(this.state))) {
      this.#sendAnswer(this.#bet.grade(this.#shownRace()!, this.state.task));
      news.push(this.#onlyOnce(`done ${steps}`, milestones.done(steps)));
    }
    if (news.some(Boolean)) this.#announce(news.filter(Boolean).join(' '));
  }

  #announceOnce(name: string, words: string) {
    const news = this.#onlyOnce(name, words);
    if (news !== '') this.#announce(news);
  }
  #onlyOnce(name: string, words: string): string {
    if (this.#reported.has(name)) return '';
    this.#reported.add(name);
    return words;
  }
  #announce(words: string) {
    this.announcement = words;
  }

  // Predictions

  #onBet = ({ detail: guess }: CustomEvent<number>) => {
    if (this.race.refusal) return;
    this.#bet.place(guess, stepLimit(this.state));
    this.#play();
  };

  async #onOperate({ detail: guess }: CustomEvent<number>) {
    this.#sendAnswer(await this.#operating.grade(guess));
  }

  async #trainPooled(steps: number) {
    this.#announce(await this.#operating.trainPooled(steps));
    this.requestUpdate();
  }

  #sendAnswer(graded: PredictionResult | null) {
    this.requestUpdate();
    if (graded) sendEvent(this, 'mh-answer', { id: this.id, ...graded, attempts: 1 });
  }

  // Notices

  #failureNotice(failure: Error): Notice {
    const say = words.states;
    const isWorker = failure.message === '' || failure instanceof DOMException;
    const repair = { label: say.retry, act: () => this.#createRuns() };
    if (failure.name === 'UnsupportedError') {
      return { title: uiWords.engine.unsupported, why: inEnglish(failure.message) };
    }
    if (failure instanceof MissingFileError) {
      return { title: uiWords.engine.missingFile, why: inEnglish(failure.message), repair };
    }
    return isWorker
      ? {
          title: say.noWorker,
          why: say.noWorkerWhy,
          repair,
        }
      : { title: say.failed, why: inEnglish(failure.message), repair };
  }

  /** The core's error, if no control shows it. */
  #refusalNotice(): TemplateResult | typeof nothing {
    const { refusal } = this.race;
    if (!refusal || (refusal.field !== null && shownFields.has(refusal.field))) return nothing;
    const say = words.states;
    return notice({
      title: say.refused(runNames[refusal.run]!),
      why: inEnglish(refusal.message),
      repair: { label: say.back, act: () => this.#change(this.#state.initial) },
    });
  }

  async #saveRun() {
    const bytes = await this.race.save('a');
    if (bytes) saveFile('manyheads-run-a.safetensors', new Blob([bytes as BlobPart]));
  }

  static override styles = trainingStyles;
}

/** Whether two states train the same, apart from the number of steps and the pace. */
function isSameRace(one: TrainingState, other: TrainingState): boolean {
  const core = ({ task, seed, a, b }: TrainingState) => JSON.stringify({ task, seed, a, b });
  return core(one) === core(other);
}

/** Whether the reader or the page wants reduced motion. */
const hasReducedMotion = (element: HTMLElement) =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  getComputedStyle(element).getPropertyValue('--mh-motion').trim() === '0';
