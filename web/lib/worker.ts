import { wrap, type Remote } from 'comlink';

/** A worker that has just been started, and the .wasm where it cannot fetch it. */
export interface Started {
  readonly worker: Worker;
  readonly wasm?: Uint8Array;
}

/** A worker that answers as a `Service` until it ends; calls that are then open are rejected. */
export class Connection<Service> {
  readonly wasm: Uint8Array | undefined;
  readonly remote: Remote<Service>;
  readonly #worker: Worker;
  readonly #ended: Promise<never>;
  #reject!: (reason: Error) => void;

  constructor({ worker, wasm }: Started) {
    this.wasm = wasm;
    this.#worker = worker;
    this.#ended = new Promise<never>((_, reject) => (this.#reject = reject));
    this.#ended.catch(() => {}); // it may end while nobody waits
    worker.addEventListener('error', ({ message }) => this.end(message));
    this.remote = wrap<Service>(worker);
  }

  unlessEnded<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return Promise.race([answer, this.#ended]);
  }

  /** With all that it holds. */
  end(reason: string) {
    this.#worker.terminate();
    this.#reject(new Error(reason));
  }
}
