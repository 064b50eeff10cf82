import type { Operation } from './surgery.js';
import type { Refusal, TrainingService } from './service.js';
import { RunRecord } from './record.js';
import {
  trainerConfig,
  defaultTraining,
  type Pace,
  type RunName,
  type TrainingState,
} from './state.js';
import { Connection, type StartedWorker } from '../../lib/worker.js';

export const runNames = ['a', 'b'] as const;

/** How long the worker may compute per call, in ms. Between calls, the page draws. */
const slice = { watched: 16, hurried: 48 };
/** The training time between two measurements, in multiples of the last measurement's time. */
const rest = { watched: 1, hurried: 4 };
const [shortestRest, longestRest] = [150, 2000];

/**
 * Two runs that train side by side in a worker. The worker is started when it is first needed and
 * ended by `end`. `changed` is called whenever there is something new to draw.
 */
export class TrainingRace {
  /** The version of the core; empty before it is loaded. */
  version = '';
  /** The reports of the runs; null before the first runs were created. */
  records: Readonly<Record<RunName, RunRecord>> | null = null;
  /** The settings of the current runs. */
  made: TrainingState = defaultTraining;
  /** Why the last settings could not be used. The previous runs are still there. */
  refusal: Refusal | null = null;
  /** Why the worker could not be started, or has ended. */
  failure: Error | null = null;
  isPlaying = false;
  /** The shown step. Both runs have been measured at it. */
  at = 0;
  /** The step that the reader chose; `at` follows after measuring. null for the newest. */
  wanted: number | null = null;
  /** Models are saved every `stride` steps, so only these can be measured later. */
  stride = 1;

  readonly #start: () => StartedWorker;
  readonly #changed: () => void;
  #worker: Connection<TrainingService> | null = null;
  #loading: Promise<unknown> | null = null;
  #making: Promise<void> = Promise.resolve();
  /** The number of the current task. Answers to older tasks are ignored. */
  #begun = 0;
  #isLooking = false;

  constructor(start: () => StartedWorker, changed: () => void) {
    this.#start = start;
    this.#changed = changed;
  }

  /** The steps of the longer run. They differ if one has diverged. */
  get steps(): number {
    return this.records ? Math.max(this.records.a.steps, this.records.b.steps) : 0;
  }

  /** How many runs have solved the task or diverged. A change is shown immediately. */
  #milestones(): number {
    return runNames.reduce((sum, run) => {
      const { solvedAt = null, divergedAt = null } = this.records?.[run] ?? {};
      return sum + Number(solvedAt !== null) + Number(divergedAt !== null);
    }, 0);
  }

  get hasEnded(): boolean {
    return !!this.records && runNames.every((run) => this.records![run].divergedAt !== null);
  }

  /** Creates both runs again. */
  make(state: TrainingState): Promise<void> {
    this.#making = this.#guarded(async (begun) => {
      this.refusal = await this.#made(state);
      // Without any runs there would be no figure in which to correct the settings.
      if (this.refusal && !this.records) await this.#made(defaultTraining);
      if (begun === this.#begun) await this.#look();
    });
    return this.#making;
  }

  /** Trains until `limit`, unless another task starts. Shows multiples of `every` steps. */
  play(pace: Pace, limit: number, every: number): Promise<void> {
    this.wanted = null;
    return this.#guarded(async (begun) => {
      await this.#making;
      let last = performance.now();
      let owed = 1;
      let restUntil = last + shortestRest;
      while (begun === this.#begun && this.steps < limit && !this.hasEnded) {
        const left = limit - this.steps;
        const now = performance.now();
        const perSecond = pace === 'all' ? Infinity : Number(pace);
        owed = pace === 'all' ? left : Math.min(owed + (perSecond * (now - last)) / 1000, 30);
        last = now;
        const count = Math.min(left, Math.floor(owed));
        const known = this.#milestones();
        if (count > 0) {
          const before = this.steps;
          await this.#advance(count, pace === 'all' ? slice.hurried : slice.watched);
          owed -= this.steps - before;
        }
        const isNews = this.#milestones() > known;
        if (begun === this.#begun && (isNews || performance.now() > restUntil)) {
          const before = performance.now();
          await this.#show(this.wanted ?? this.steps - (this.steps % every));
          const after = performance.now();
          const took = (after - before) * (pace === 'all' ? rest.hurried : rest.watched);
          restUntil = after + Math.min(Math.max(took, shortestRest), longestRest);
          this.#changed();
        }
        await nextFrame();
      }
      if (begun === this.#begun) await this.#look();
    }, true);
  }

  /** Stops training and measures both runs. */
  pause(): Promise<void> {
    return this.#guarded(() => this.#look());
  }

  /** Shows another step after measuring it. If called several times, only the last step counts. */
  async look(step: number | null) {
    this.wanted = step;
    if (this.#isLooking) return;
    this.#isLooking = true;
    let asked: number | null;
    do {
      asked = this.wanted;
      await this.#answered(() => this.#show(this.#kept(asked ?? this.steps)));
    } while (asked !== this.wanted && this.records);
    if (this.wanted !== null) this.wanted = this.at;
    this.#isLooking = false;
    this.#changed();
  }

  step(): Promise<void> {
    this.wanted = null;
    return this.#guarded(async (begun) => {
      await this.#making;
      if (begun !== this.#begun) return;
      await this.#advance(1, slice.watched);
      await this.#look();
    });
  }

  /** The accuracies after an operation on a run; null if the worker has ended. */
  operate(run: RunName, operation: Operation): Promise<readonly number[] | null> {
    return this.#answer((remote) => remote.operate(runNames.indexOf(run), this.at, operation));
  }
  trainPooled(steps: number): Promise<readonly number[] | null> {
    return this.#answer((remote) => remote.trainPooled(steps));
  }
  save(run: RunName): Promise<Uint8Array | null> {
    return this.#answer((remote) => remote.save(runNames.indexOf(run), this.at));
  }
  /** The memory of the worker's core. */
  memory(): Promise<{ readonly used: number; readonly handles: number } | null> {
    return this.#answer((remote) => remote.memory());
  }

  /** Ends the worker and frees its memory. */
  end() {
    this.#begun++;
    this.isPlaying = false;
    this.#worker?.end('ended');
    this.#worker = this.#loading = null;
  }

  /** Replaces the runs. If the core refuses the settings, the old runs stay. @return why */
  async #made(state: TrainingState): Promise<Refusal | null> {
    const configs = runNames.map((run) => trainerConfig(state, run));
    const { models, refusal } = await this.#ask((remote) => remote.make(configs));
    if (!refusal) {
      this.made = state;
      this.records = { a: new RunRecord(models[0]!), b: new RunRecord(models[1]!) };
      this.at = 0;
      this.wanted = null;
      this.stride = 1;
      this.#changed(); // measurements come later
    }
    return refusal;
  }

  // Answers are added to the records of the time of the call, even if there are new records since.

  async #advance(count: number, budget: number) {
    const { records } = this;
    const stretches = await this.#ask((remote) => remote.advance(count, budget));
    for (const [i, run] of runNames.entries()) records?.[run].add(stretches[i]!);
    await this.#glance();
  }

  async #glance() {
    const { records } = this;
    const glances = await this.#ask((remote) => remote.glance());
    for (const [i, run] of runNames.entries()) records?.[run].keep(glances[i]!);
  }

  /** Measures both runs at a step, if necessary, and shows it. */
  async #show(wanted: number) {
    const { records } = this;
    let step = wanted;
    if (!runNames.every((run) => records?.[run].isMeasuredAt(wanted))) {
      const measured = await this.#ask((remote) => remote.measure(wanted));
      for (const [i, run] of runNames.entries()) {
        const { glance, finding } = measured.runs[i]!;
        records?.[run].keep(glance, finding);
      }
      this.stride = measured.stride;
      step = Math.min(measured.step, this.steps); // there are no numbers after all runs diverged
    }
    if (records === this.records) this.at = step;
  }

  /** Shows the step that the reader chose, or the newest. */
  async #look() {
    await this.#show(this.wanted ?? this.steps);
  }

  /** The nearest saved step to `step` that is not between it and the shown one. */
  #kept(step: number): number {
    const round = step > this.at ? Math.ceil : Math.floor;
    return Math.min(round(step / this.stride) * this.stride, this.steps);
  }

  #ask<Answer>(call: (remote: Connection<TrainingService>['remote']) => Promise<Answer>) {
    const worker = this.#worker;
    if (!worker) throw new Error('ended');
    return worker.unlessEnded(call(worker.remote));
  }

  #answer<Answer>(call: (remote: Connection<TrainingService>['remote']) => Promise<Answer>) {
    return this.#answered(() => this.#ask(call));
  }

  /** A call that does not interrupt the current task. */
  async #answered<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    const worker = this.#worker;
    try {
      return await ask();
    } catch (error) {
      if (worker && worker === this.#worker) this.#fail(error);
      return null;
    }
  }

  /** Starts a task. The previous task notices that and ends. */
  async #guarded(work: (begun: number) => Promise<void>, isPlaying = false) {
    const begun = ++this.#begun;
    this.isPlaying = isPlaying;
    try {
      await (this.#loading ??= this.#load());
      await work(begun);
    } catch (error) {
      if (begun === this.#begun) this.#fail(error);
    } finally {
      if (begun === this.#begun) {
        this.isPlaying = false;
        this.#changed();
      }
    }
  }

  async #load() {
    this.failure = null;
    const worker = new Connection<TrainingService>(this.#start());
    this.#worker = worker;
    this.version = await worker.unlessEnded(worker.remote.load(worker.wasm));
  }

  #fail(error: unknown) {
    this.end();
    this.records = null;
    this.failure = error instanceof Error ? error : new Error(String(error));
    this.#changed();
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
