import type { Operation } from './surgery.js';
import type { Refusal, TrainingService } from './training.js';
import { RunRecord } from './training-record.js';
import {
  configOf,
  defaultTraining,
  type Pace,
  type RunName,
  type TrainingState,
} from './training-state.js';
import { Connection, type Started } from './worker.js';

export const runNames = ['a', 'b'] as const;

/** Milliseconds of the worker for one answer: between two the page draws, and may stop or steer. */
const slice = { watched: 16, hurried: 48 };
/** Milliseconds between two measurements; one that takes long waits longer for the next. */
const restBetween = 400;
const longestRest = 2000;

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

  readonly #start: () => Started;
  readonly #changed: () => void;
  #worker: Connection<TrainingService> | null = null;
  #loading: Promise<unknown> | null = null;
  #making: Promise<void> = Promise.resolve();
  /** Counts what was begun, so that an answer to something older is known and left. */
  #begun = 0;
  #nextMeasured: RunName = 'a';

  constructor(start: () => Started, changed: () => void) {
    this.#start = start;
    this.#changed = changed;
  }

  /** The steps of the run that has come further: one that diverged has stopped. */
  get steps(): number {
    return this.records ? Math.max(this.records.a.steps, this.records.b.steps) : 0;
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

  /** Trains until `limit`, unless something else is begun before. */
  play(pace: Pace, limit: number): Promise<void> {
    return this.#guarded(async (begun) => {
      await this.#making;
      let last = performance.now();
      let owed = 1;
      let restUntil = last + restBetween;
      while (begun === this.#begun && this.steps < limit && !this.hasEnded) {
        const rest = limit - this.steps;
        const now = performance.now();
        const perSecond = pace === 'all' ? Infinity : Number(pace);
        owed = pace === 'all' ? rest : Math.min(owed + (perSecond * (now - last)) / 1000, 30);
        last = now;
        const count = Math.min(rest, Math.floor(owed));
        if (count > 0) {
          const before = this.steps;
          await this.#advance(count, pace === 'all' ? slice.hurried : slice.watched);
          owed -= this.steps - before;
        }
        if (begun === this.#begun && performance.now() > restUntil) {
          const measured = performance.now();
          await this.#measure(this.#nextMeasured);
          this.#nextMeasured = this.#nextMeasured === 'a' ? 'b' : 'a';
          const took = performance.now() - measured;
          restUntil = performance.now() + Math.min(Math.max(restBetween, 4 * took), longestRest);
        }
        this.#changed();
        await nextFrame();
      }
      if (begun === this.#begun) await this.#look();
    }, true);
  }

  /** Stops, and measures what has come of it. */
  pause(): Promise<void> {
    return this.#guarded(() => this.#look());
  }

  step(): Promise<void> {
    return this.#guarded(async (begun) => {
      await this.#making;
      if (begun !== this.#begun) return;
      await this.#advance(1, slice.watched);
      await this.#look();
    });
  }

  /** The accuracies after an operation on a run; null where the worker has ended. */
  operate(run: RunName, operation: Operation): Promise<readonly number[] | null> {
    return this.#answered((remote) => remote.operate(runNames.indexOf(run), operation));
  }
  trainPooled(steps: number): Promise<readonly number[] | null> {
    return this.#answered((remote) => remote.trainPooled(steps));
  }
  save(run: RunName): Promise<Uint8Array | null> {
    return this.#answered((remote) => remote.save(runNames.indexOf(run)));
  }
  /** Of the worker's core. */
  memory(): Promise<{ readonly used: number; readonly handles: number } | null> {
    return this.#answered((remote) => remote.memory());
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
    const configs = runNames.map((run) => configOf(state, run));
    const { models, refusal } = await this.#ask((remote) => remote.make(configs));
    if (!refusal) {
      this.made = state;
      this.records = { a: new RunRecord(models[0]!), b: new RunRecord(models[1]!) };
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
    for (const [i, run] of runNames.entries()) records?.[run].glances.push(glances[i]!);
  }

  async #measure(run: RunName) {
    const { records } = this;
    const finding = await this.#ask((remote) => remote.measure(runNames.indexOf(run)));
    records?.[run].findings.push(finding);
  }

  /** All that is shown of a step at which the runs rest. */
  async #look() {
    await this.#glance();
    for (const run of runNames) await this.#measure(run);
  }

  #ask<Answer>(call: (remote: Connection<TrainingService>['remote']) => Promise<Answer>) {
    const worker = this.#worker;
    if (!worker) throw new Error('ended');
    return worker.unlessEnded(call(worker.remote));
  }

  /** A question on the side, which stops nothing. */
  async #answered<Answer>(
    call: (remote: Connection<TrainingService>['remote']) => Promise<Answer>,
  ): Promise<Answer | null> {
    const worker = this.#worker;
    try {
      return await this.#ask(call);
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
