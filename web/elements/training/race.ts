import type { Operation } from '../../lib/training/operation.js';
import type { Refusal } from '../../lib/training/service.js';
import { countMilestones, type RunRecords } from './record.js';
import { RecordedRuns } from './recorded-runs.js';
import { runNames, defaultTraining, type Pace, type RunName, type TrainingState } from './state.js';
import type { StartedWorker } from '../../lib/worker.js';
import { nextFrame, Pacing } from './pacing.js';
import type { TrainingCall } from './remote.js';

/**
 * Two runs that train side by side in a worker. The worker is started when it is first needed and
 * ended by `end`. `changed` is called whenever there is something new to draw.
 */
export class TrainingRace {
  /** The version of the core; empty before it is loaded. */
  version = '';
  /** Why the last settings could not be used. The previous runs are still there. */
  refusal: Refusal | null = null;
  /** Why the worker could not be started, or has ended. */
  failure: Error | null = null;
  isPlaying = false;
  /** The shown step. Both runs have been measured at it. */
  at = 0;
  /** The step that the reader chose; `at` follows after measuring. null for the newest. */
  requestedStep: number | null = null;

  readonly #runs: RecordedRuns;
  readonly #changed: () => void;
  #creation: Promise<void> = Promise.resolve();
  /** The steps that the worker was last asked for. */
  #advancing: Promise<void> = Promise.resolve();
  /** The number of the current task. Answers to older tasks are ignored. */
  #taskId = 0;
  #isShowing = false;

  constructor(start: () => StartedWorker, changed: () => void) {
    this.#runs = new RecordedRuns(start);
    this.#changed = changed;
  }

  /** The reports of the runs; null before the first runs were created. */
  get records(): RunRecords | null {
    return this.#runs.records;
  }
  /** The settings of the current runs. */
  get settings(): TrainingState {
    return this.#runs.settings;
  }
  /** The steps of the longer run. */
  get steps(): number {
    return this.#runs.steps;
  }
  get hasEnded(): boolean {
    return this.#runs.haveEnded;
  }

  /** Creates both runs again. */
  make(state: TrainingState): Promise<void> {
    this.#creation = this.#runTask(async (taskId) => {
      this.refusal = await this.#createRuns(state);
      // Without any runs there would be no figure in which to correct the settings.
      if (this.refusal && !this.records && taskId === this.#taskId) {
        await this.#createRuns(defaultTraining);
      }
      if (taskId === this.#taskId) await this.#showRequested();
    });
    return this.#creation;
  }

  /** Trains until `limit`, unless another task starts. Shows multiples of `every` steps. */
  play(pace: Pace, limit: number, every: number): Promise<void> {
    this.requestedStep = null;
    return this.#runTask(async (taskId) => {
      await this.#creation;
      const pacing = new Pacing(pace);
      while (this.#mayTrain(taskId) && this.steps < limit && !this.hasEnded) {
        const count = pacing.countDue(limit - this.steps);
        const known = countMilestones(this.records);
        if (count > 0) {
          const before = this.steps;
          await this.#advance(count, pacing.budget);
          pacing.pay(this.steps - before);
        }
        const isNews = countMilestones(this.records) > known;
        if (taskId === this.#taskId && (isNews || pacing.isTimeToMeasure)) {
          await pacing.measure(() =>
            this.#show(this.requestedStep ?? this.steps - (this.steps % every)),
          );
          this.#changed();
        }
        await nextFrame();
      }
      if (taskId === this.#taskId) await this.#showRequested();
    }, true);
  }

  /** Stops training and measures both runs. */
  pause(): Promise<void> {
    return this.#runTask(async () => {
      await this.#advancing; // its steps are added
      await this.#showRequested();
    });
  }

  /** Shows another step after measuring it. If called several times, only the last step counts. */
  async look(step: number | null) {
    this.requestedStep = step;
    if (this.#isShowing) return;
    this.#isShowing = true;
    let target: number | null;
    do {
      target = this.requestedStep;
      await this.#orFail(() => this.#show(this.#runs.nearestSaved(target ?? this.steps, this.at)));
    } while (target !== this.requestedStep && this.records);
    if (this.requestedStep !== null) this.requestedStep = this.at;
    this.#isShowing = false;
    this.#changed();
  }

  step(): Promise<void> {
    this.requestedStep = null;
    return this.#runTask(async (taskId) => {
      await this.#creation;
      if (!this.#mayTrain(taskId)) return;
      await this.#advance(1);
      await this.#showRequested();
    });
  }

  /** The accuracies after an operation on a run; null if the worker has ended. */
  operate(run: RunName, operation: Operation): Promise<readonly number[] | null> {
    return this.#callOrFail((remote) => remote.operate(runNames.indexOf(run), this.at, operation));
  }
  trainPooled(steps: number): Promise<readonly number[] | null> {
    return this.#callOrFail((remote) => remote.trainPooled(steps));
  }
  save(run: RunName): Promise<Uint8Array | null> {
    return this.#callOrFail((remote) => remote.save(runNames.indexOf(run), this.at));
  }
  /** The memory of the worker's core. */
  memory(): Promise<{ readonly used: number; readonly handles: number } | null> {
    return this.#callOrFail((remote) => remote.memory());
  }

  /** Ends the worker and frees its memory. */
  end() {
    this.#taskId++;
    this.isPlaying = false;
    this.#advancing = Promise.resolve();
    this.#runs.records = null;
    this.#runs.remote.end();
  }

  /** After settings that the core refuses, the old runs are only shown, not trained on. */
  #mayTrain(taskId: number): boolean {
    return taskId === this.#taskId && this.refusal === null;
  }

  /** Replaces the runs, unless the core refuses the settings. @return why */
  async #createRuns(state: TrainingState): Promise<Refusal | null> {
    const refusal = await this.#runs.create(state);
    if (!refusal) {
      this.at = 0;
      this.requestedStep = null;
      this.#changed(); // measurements come later
    }
    return refusal;
  }

  #advance(count: number, budget?: number): Promise<void> {
    return (this.#advancing = this.#runs.advance(count, budget));
  }

  /** Measures both runs at a step, if necessary, and shows it. */
  async #show(requestedStep: number) {
    const step = await this.#runs.measure(requestedStep);
    if (step !== null) this.at = step;
  }

  /** Shows the step that the reader chose, or the newest. */
  async #showRequested() {
    await this.#show(this.requestedStep ?? this.steps);
  }

  #callOrFail<Answer>(call: TrainingCall<Answer>) {
    return this.#orFail(() => this.#runs.remote.call(call));
  }

  /** A call that does not interrupt the current task. */
  async #orFail<Answer>(request: () => Promise<Answer>): Promise<Answer | null> {
    const { worker } = this.#runs.remote;
    try {
      return await request();
    } catch (error) {
      if (worker && worker === this.#runs.remote.worker) this.#fail(error);
      return null;
    }
  }

  /** Starts a task. The previous task notices that and ends. */
  async #runTask(work: (taskId: number) => Promise<void>, isPlaying = false) {
    const taskId = ++this.#taskId;
    this.isPlaying = isPlaying;
    try {
      if (!this.#runs.remote.worker) this.failure = null;
      this.version = await this.#runs.remote.load();
      await work(taskId);
    } catch (error) {
      if (taskId === this.#taskId) this.#fail(error);
    } finally {
      if (taskId === this.#taskId) {
        this.isPlaying = false;
        this.#changed();
      }
    }
  }

  #fail(error: unknown) {
    this.end();
    this.failure = error instanceof Error ? error : new Error(String(error));
    this.#changed();
  }
}
