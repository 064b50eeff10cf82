import { loadModule } from '../../lib/engine.js';
import type { ModelService, ModelSource } from '../../lib/training/models.js';
import type { TrainingService } from '../../lib/training/service.js';
import { Connection, type StartedWorker } from '../../lib/worker.js';
import type { Job } from './jobs.js';

/** The trained layer that everything is converted from. */
export interface Base {
  readonly seed: number;
  readonly file: Uint8Array;
  readonly solvedAt: number | null;
  readonly accuracy: readonly number[];
  readonly chance: readonly number[];
}

/** What a job has found so far. */
export interface Finding {
  readonly accuracy?: readonly number[];
  /** Steps of training so far. */
  readonly step?: number;
  /** null where it was not solved. */
  readonly solvedAt?: number | null;
}

type Service = TrainingService & ModelService;

/** How long the worker may compute per call, in ms. Between calls, the page draws. */
const budget = 48;
/** What is not solved by then is given up. */
const mostSteps = 1000;

/** Trains the layer and its conversions in a worker, and keeps what was found. */
export class Conversions {
  base: Base | null = null;
  /** Steps of the layer's own training so far. */
  step = 0;
  failure: Error | null = null;
  readonly #start: () => StartedWorker;
  readonly #changed: () => void;
  #worker: Connection<Service> | null = null;
  #findings = new Map<string, Finding>();
  #wanted: readonly Job[] = [];
  #isWorking = false;

  constructor(start: () => StartedWorker, changed: () => void) {
    this.#start = start;
    this.#changed = changed;
  }

  find(key: string): Finding {
    return this.#findings.get(key) ?? {};
  }

  /**
   * Trains another layer. What is known of the one before stays until it is trained.
   * @return null if it failed or was given up
   */
  async train(seed: number): Promise<Base | null> {
    this.end();
    this.failure = null;
    this.#wanted = [];
    this.step = 0;
    const worker = this.#connect();
    if (!worker) return null;
    try {
      const module = await loadModule();
      await worker.call((remote) => remote.load(module));
      const config = { task: 'relations', numHeads: 8, seed } as const;
      const base = await this.#trainBase(worker, { config }, seed);
      if (worker !== this.#worker) return null;
      this.base = base;
      this.#findings = new Map();
      this.#changed();
      return base;
    } catch (error) {
      this.#fail(worker, error);
      this.#changed();
      return null;
    }
  }

  /** Works on these jobs, in this order; those that are no longer wanted are given up. */
  want(jobs: readonly Job[]) {
    this.#wanted = jobs;
    void this.#work();
  }

  end() {
    this.#worker?.end('ended');
    this.#worker = null;
    this.#isWorking = false;
  }

  #connect(): Connection<Service> | null {
    try {
      return (this.#worker = new Connection<Service>(this.#start));
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.#changed();
      return null;
    }
  }

  async #trainBase(worker: Connection<Service>, source: ModelSource, seed: number): Promise<Base> {
    const model = await worker.call((remote) => remote.openModel(source));
    const solvedAt = await this.#trainModel(worker, model, (step) => {
      this.step = step;
      return true;
    });
    const measured = await worker.call((remote) => remote.evaluateModel(model));
    const file = await worker.call((remote) => remote.saveModel(model));
    await worker.call((remote) => remote.closeModel(model));
    return { seed, file, solvedAt, ...measured };
  }

  /** @param goOn  false ends the training */
  async #trainModel(
    worker: Connection<Service>,
    model: number,
    goOn: (step: number) => boolean,
  ): Promise<number | null> {
    for (;;) {
      const { step, solvedAt, diverged } = await worker.call((remote) =>
        remote.trainModel(model, mostSteps, budget),
      );
      const isEnd = solvedAt !== null || diverged || step >= mostSteps;
      if (isEnd || !goOn(step)) return solvedAt;
      this.#changed();
    }
  }

  async #work() {
    const worker = this.#worker;
    if (!worker || this.#isWorking) return;
    this.#isWorking = true;
    try {
      for (let job = this.#next(); job && worker === this.#worker; job = this.#next()) {
        await this.#run(worker, job);
        this.#changed();
      }
    } catch (error) {
      this.#fail(worker, error);
      this.#changed();
    } finally {
      if (worker === this.#worker) this.#isWorking = false;
    }
  }

  #next(): Job | undefined {
    return this.#wanted.find(({ key, trains }) => {
      const { accuracy, solvedAt } = this.find(key);
      return trains ? solvedAt === undefined : accuracy === undefined;
    });
  }

  async #run(worker: Connection<Service>, { key, trains, source }: Job) {
    const model = await worker.call((remote) => remote.openModel(source()));
    if (trains) {
      const isWanted = () => this.#wanted.some((job) => job.key === key);
      const solvedAt = await this.#trainModel(worker, model, (step) => {
        this.#findings.set(key, { step });
        return isWanted();
      });
      if (isWanted()) this.#findings.set(key, { solvedAt });
      else this.#findings.delete(key);
    } else {
      this.#findings.set(key, await worker.call((remote) => remote.evaluateModel(model)));
    }
    await worker.call((remote) => remote.closeModel(model));
  }

  #fail(worker: Connection<Service>, error: unknown) {
    if (worker !== this.#worker) return;
    this.end();
    this.failure = error instanceof Error ? error : new Error(String(error));
  }
}
