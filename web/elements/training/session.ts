import { History } from '../../lib/history.js';
import { nextSeed } from '../../lib/state-fields.js';
import type { StartedWorker } from '../../lib/worker.js';
import type { PredictionResult } from '../../ui/predict.js';
import { RacePrediction } from './prediction.js';
import type { Race } from './charts.js';
import { Operating } from './operating.js';
import { News } from './news.js';
import { TrainingRace } from './race.js';
import type { Model } from '../../lib/training/service.js';
import {
  isSameRace,
  limits,
  runNames,
  stepLimit,
  withRival,
  type RunName,
  type RunSettings,
  type TrainingState,
} from './state.js';
import { words } from './words/index.js';

/** What a session needs of its element. */
interface TrainingHost {
  readonly state: () => TrainingState;
  readonly change: (state: TrainingState) => void;
  readonly draw: () => void;
  readonly startWorker: () => StartedWorker;
  /** While playing, multiples of this many steps are shown. */
  readonly shownSteps: () => number;
  readonly sendAnswer: (graded: PredictionResult) => void;
}

/** A race of two runs with its prediction, the operations on its models, and its announcements. */
export class TrainingSession {
  readonly race: TrainingRace;
  readonly prediction = new RacePrediction();
  readonly operating: Operating;
  /** The text that screen readers announce: events, not each step. */
  announcement = '';
  /** The first runs were made and measured. */
  isMade = false;
  readonly #host: TrainingHost;
  /** The settings of the current runs; null before the first. */
  #runSettings: TrainingState | null = null;
  readonly #news = new News();
  readonly #history = new History<TrainingState>();

  constructor(host: TrainingHost) {
    this.#host = host;
    this.race = new TrainingRace(host.startWorker, () => this.#onProgress());
    this.operating = new Operating(this.race);
  }

  async createRuns() {
    const state = this.#host.state();
    this.#runSettings = state;
    this.prediction.restart();
    this.#news.forget();
    this.operating.forget();
    await this.race.make(state);
    this.isMade = this.race.records !== null;
  }

  /** Ends the worker. */
  end() {
    this.race.end();
    this.#runSettings = null;
  }

  /** The shown part of the race: up to the newest measured step, or the step the reader chose. */
  get shown(): Race | null {
    const { records, steps, at } = this.race;
    if (!records) return null;
    const limit = Math.max(stepLimit(this.#runSettings ?? this.#host.state()), steps);
    return { records, at, limit };
  }

  /** The question of the figure, which depends on how the runs differ. */
  get question(): string {
    const say = words.question;
    const [a, b] = runNames.map((run) => this.race.records![run].model) as [Model, Model];
    if (a.layers !== b.layers) return say.layers(a.layers, b.layers);
    return a.parameters === b.parameters && a.heads !== b.heads
      ? say.heads(a.heads, b.heads)
      : say.other;
  }

  // Settings

  /** The learner changed it. Other runs can be undone; the pace and more steps of the same runs cannot. */
  change(state: TrainingState) {
    const before = this.#host.state();
    if (!isSameRace(before, state)) this.#history.record(before);
    this.#host.change(state);
  }

  changeRun(run: RunName, change: Partial<RunSettings>) {
    const state = this.#host.state();
    this.change(
      run === 'a' ? { ...state, a: { ...state.a, ...change } } : withRival(state, change),
    );
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }
  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** The runs before the last change, or after it again. They train if no prediction is missing. */
  goBack(way: 'undo' | 'redo') {
    const now = this.#host.state();
    const state = this.#history[way](now);
    if (!state) return;
    this.#host.change({ ...state, pace: now.pace });
    if (!this.prediction.isOpen) this.play();
  }

  /** The page assigned another state. */
  forgetChanges() {
    this.#history.clear();
  }

  /** The state has changed: creates the runs again if they would train differently. */
  show(state: TrainingState, before: TrainingState) {
    if (this.#runSettings === null || isSameRace(before, state)) {
      if (this.race.isPlaying && before.pace !== state.pace) this.play();
      return;
    }
    // If only the seed changes, the prediction stays.
    if (!isSameRace({ ...before, seed: state.seed }, state)) this.prediction.forget();
    void this.createRuns();
  }

  // Training

  play() {
    this.operating.forget();
    this.#announce(this.#news.once('started', words.milestones.started));
    const { pace } = this.#host.state();
    void this.race.play(pace, stepLimit(this.#host.state()), this.#host.shownSteps());
    this.#host.draw();
  }

  restart() {
    void this.createRuns();
    this.play();
  }

  reseed() {
    const state = this.#host.state();
    this.change({ ...state, seed: nextSeed(state.seed) });
    this.play();
  }

  runOn() {
    this.#runSettings = { ...this.#host.state(), steps: limits.steps };
    this.#host.change(this.#runSettings);
    this.play();
  }

  async pause() {
    await this.race.pause();
    if (this.race.isPlaying) return; // again, meanwhile
    this.#announce(words.milestones.paused(this.race.steps));
  }

  /** Shows another step. Results of operations are cleared, because its models differ. */
  scrub(step: number) {
    this.operating.forget();
    void this.race.look(step >= this.race.steps ? null : step);
    this.#host.draw();
  }

  async step() {
    this.operating.forget();
    await this.race.step();
    if (this.race.isPlaying) return;
    this.#announce(words.player.at(this.race.steps, stepLimit(this.#host.state())));
  }

  #onProgress() {
    this.#host.draw();
    const { records, isPlaying, steps, hasEnded } = this.race;
    if (!records) return;
    const news = this.#news.milestones(this.race);
    if (!isPlaying && (hasEnded || steps >= stepLimit(this.#host.state()))) {
      this.#sendAnswer(this.prediction.grade(this.shown!, this.#host.state().task));
      news.push(this.#news.once(`done ${steps}`, words.milestones.done(steps)));
    }
    this.#announce(news.filter(Boolean).join(' '));
  }

  /** Without a text, the last announcement stays. */
  #announce(text: string) {
    if (text === '') return;
    this.announcement = text;
    this.#host.draw();
  }

  // Predictions

  predict(guess: number) {
    if (this.race.refusal) return;
    this.prediction.place(guess, stepLimit(this.#host.state()));
    this.play();
  }

  async operate(guess: number) {
    this.#sendAnswer(await this.operating.grade(guess));
  }

  async trainPooled(steps: number) {
    this.announcement = await this.operating.trainPooled(steps);
    this.#host.draw();
  }

  #sendAnswer(graded: PredictionResult | null) {
    this.#host.draw();
    if (graded) this.#host.sendAnswer(graded);
  }
}
