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

/** Milliseconds of the worker for one answer: between two the page draws, and may stop or steer. */
const slice = { watched: 16, hurried: 48 };
/** Between two measurements the runs train: as long as one took, or longer, but not too long. */
const rest = { watched: 1, hurried: 4 };
const [shortestRest, longestRest] = [150, 2000];

/**
 * Two runs that train side by side in a worker of their own. It is started when it is first needed
 * and ended by `end`; `changed` is called whenever there is something new to draw.
 */
export class TrainingRace {
  /** Of the core; empty before it is there. */
  version = '';
  /** What the runs reported; null before they were first made. */
  records: Readonly<Record<RunName, RunRecord>> | null = null;
  /** What they were made of. */
  made: TrainingState = defaultTraining;
  /** Why the runs that were last asked for could not be made: those before are still there. */
  refusal: Refusal | null = null;
  /** Why there is no worker, or none any more. */
  failure: Error | null = null;
  isPlaying = false;
  /** The step that is shown: at no other is anything drawn or said. Both runs were measured at it. */
  at = 0;
  /** The step that the reader wants to see: `at`, once it has been measured. null: the newest. */
  wanted: number | null = null;
  /** At every so many steps there is something to see. */
  stride = 1;

  readonly #start: () => StartedWorker;
  readonly #changed: () => void;
  #worker: Connection<TrainingService> | null = null;
  #loading: Promise<unknown> | null = null;
  #making: Promise<void> = Promise.resolve();
  /** Counts what was begun, so that an answer to something older is known and left. */
  #begun = 0;
  #isLooking = false;

  constructor(start: () => StartedWorker, changed: () => void) {
    this.#start = start;
    this.#changed = changed;
  }

  /** The steps of the run that has come further: one that diverged has stopped. */
  get steps(): number {
    return this.records ? Math.max(this.records.a.steps, this.records.b.steps) : 0;
  }

  /** How many times a run has solved its task or diverged: that is shown at once. */
  #milestones(): number {
    return runNames.reduce((sum, run) => {
      const { solvedAt = null, divergedAt = null } = this.records?.[run] ?? {};
      return sum + Number(solvedAt !== null) + Number(divergedAt !== null);
    }, 0);
  }

  get hasEnded(): boolean {
    return !!this.records && runNames.every((run) => this.records![run].divergedAt !== null);
  }

  /** Makes both runs anew. */
  make(state: TrainingState): Promise<void> {
    this.#making = this.#guarded(async (begun) => {
      this.refusal = await this.#made(state);
      // Something has to be there, so that the settings can be repaired beside it.
      if (this.refusal && !this.records) await this.#made(defaultTraining);
      if (begun === this.#begun) await this.#look();
    });
    return this.#making;
  }

  /** Trains until `limit`, unless something else is begun before. Shows every so many steps. */
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

  /** Stops, and measures what has come of it. */
  pause(): Promise<void> {
    return this.#guarded(() => this.#look());
  }

  /** Shows another step, as soon as it has been measured; of several wanted, the last one. */
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

  /** The accuracies after an operation on a run; null where the worker has ended. */
  operate(run: RunName, operation: Operation): Promise<readonly number[] | null> {
    return this.#answer((remote) => remote.operate(runNames.indexOf(run), this.at, operation));
  }
  trainPooled(steps: number): Promise<readonly number[] | null> {
    return this.#answer((remote) => remote.trainPooled(steps));
  }
  save(run: RunName): Promise<Uint8Array | null> {
    return this.#answer((remote) => remote.save(runNames.indexOf(run), this.at));
  }
  /** Of the worker's core. */
  memory(): Promise<{ readonly used: number; readonly handles: number } | null> {
    return this.#answer((remote) => remote.memory());
  }

  /** Ends the worker with all that it holds. */
  end() {
    this.#begun++;
    this.isPlaying = false;
    this.#worker?.end('ended');
    this.#worker = this.#loading = null;
  }

  /** Replaces the runs, unless the core refuses: then those before stay, and it says why. */
  async #made(state: TrainingState): Promise<Refusal | null> {
    const configs = runNames.map((run) => trainerConfig(state, run));
    const { models, refusal } = await this.#ask((remote) => remote.make(configs));
    if (!refusal) {
      this.made = state;
      this.records = { a: new RunRecord(models[0]!), b: new RunRecord(models[1]!) };
      this.at = 0;
      this.wanted = null;
      this.stride = 1;
      this.#changed(); // what is measured of them comes later
    }
    return refusal;
  }

  // An answer belongs to the records of the time of its question, also if others were made since.

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

  /** Has both runs measured at a step, unless they were, and shows that step. */
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
      step = Math.min(measured.step, this.steps); // where all diverged, there are no numbers
    }
    if (records === this.records) this.at = step;
  }

  /** What is shown of the step at which the runs rest, or that the reader wants to see. */
  async #look() {
    await this.#show(this.wanted ?? this.steps);
  }

  /** A step that is kept, at this one or beyond it as seen from what is shown. */
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

  /** A question on the side, which stops nothing. */
  async #answered<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    const worker = this.#worker;
    try {
      return await ask();
    } catch (error) {
      if (worker && worker === this.#worker) this.#fail(error);
      return null;
    }
  }

  /** Begins something; what was begun before sees that, and ends. */
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
