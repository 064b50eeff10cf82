import { loadModule } from '../../lib/engine.js';
import { Connection, type RemoteCall, type StartedWorker } from '../../lib/worker.js';
import type { TrainingService } from '../../lib/training/service.js';

export type TrainingCall<Answer> = RemoteCall<TrainingService, Answer>;

/** The worker that trains. It is started when it is first needed, and again after `end`. */
export class TrainingRemote {
  readonly #start: () => StartedWorker;
  #worker: Connection<TrainingService> | null = null;
  #loading: Promise<string> | null = null;

  constructor(start: () => StartedWorker) {
    this.#start = start;
  }

  /** The current worker, to see later whether it is still the same; null if there is none. */
  get worker(): object | null {
    return this.#worker;
  }

  /** @return the version of the core */
  load(): Promise<string> {
    return (this.#loading ??= this.#open());
  }

  async #open(): Promise<string> {
    const worker = new Connection<TrainingService>(this.#start);
    this.#worker = worker;
    const module = await loadModule();
    return worker.call((remote) => remote.load(module));
  }

  /** @throws if there is no worker, or it ends before it answers */
  call<Answer>(call: TrainingCall<Answer>): Promise<Answer> {
    const worker = this.#worker;
    if (!worker) throw new Error('ended');
    return worker.call(call);
  }

  /** Ends the worker and frees its memory. Pending calls are rejected. */
  end() {
    this.#worker?.end('ended');
    this.#worker = this.#loading = null;
  }
}
