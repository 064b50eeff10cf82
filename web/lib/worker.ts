import { wrap, type Remote } from 'comlink';
import { fetchFile } from './missing-file.js';

/** A worker that has just been started, of our own code alone. */
export interface Started {
  readonly worker: Worker;
  /** Where its script is, unless it is in the page. */
  readonly script?: string;
  /** Where the core's .wasm is, or its bytes. */
  readonly wasm?: Uint8Array | string;
}

/** A worker that answers as a `Service` until it ends; calls that are then open are rejected. */
export class Connection<Service> {
  readonly wasm: Uint8Array | string | undefined;
  readonly remote: Remote<Service>;
  readonly #worker: Worker;
  readonly #ended: Promise<never>;
  #reject!: (reason: Error) => void;

  constructor({ worker, script, wasm }: Started) {
    this.wasm = wasm;
    this.#worker = worker;
    this.#ended = new Promise<never>((_, reject) => (this.#reject = reject));
    this.#ended.catch(() => {}); // it may end while nobody waits
    worker.addEventListener('error', ({ message }) => void this.#break(message, script));
    this.remote = wrap<Service>(worker);
  }

  unlessEnded<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return Promise.race([answer, this.#ended]);
  }

  /** With all that it holds. */
  end(reason: string | Error) {
    this.#worker.terminate();
    this.#reject(typeof reason === 'string' ? new Error(reason) : reason);
  }

  /** Of a script that was refused or is not there, browsers say nothing: it is asked for again. */
  async #break(message: string, script: string | undefined) {
    try {
      if (!message && script !== undefined) await fetchFile(script, 'HEAD');
      this.end(message ?? '');
    } catch (error) {
      this.end(error as Error);
    }
  }
}
