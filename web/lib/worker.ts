import { releaseProxy, wrap, type Remote } from 'comlink';
import { fetchFile } from './missing-file.js';

/** A worker that was just started. */
export interface StartedWorker {
  readonly worker: Worker;
  /** The address of its script, unless it is inlined in the page. */
  readonly script?: string;
}

/** What asks a worker's service, for example `(remote) => remote.measure(7)`. */
export type RemoteCall<Service, Answer> = (remote: Remote<Service>) => Promise<Answer>;

/** The browser refuses to start a worker, or it ended without a message. */
export class NoWorkerError extends Error {
  override name = 'NoWorkerError';
}

/** A worker that offers `Service`. When it ends, pending calls are rejected. */
export class Connection<Service> {
  readonly #remote: Remote<Service>;
  readonly #worker: Worker;
  /** Rejects each pending call when the worker ends. */
  readonly #rejections = new Set<(reason: Error) => void>();
  #ended: Error | null = null;

  /** @throws NoWorkerError if the browser refuses to start it */
  constructor(start: () => StartedWorker) {
    const { worker, script } = started(start);
    this.#worker = worker;
    worker.addEventListener('error', ({ message }) => void this.#fail(message, script));
    this.#remote = wrap<Service>(worker);
  }

  /** Also rejects when the worker ends. Promise.race would keep every answer in memory until then. */
  call<Answer>(call: RemoteCall<Service, Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#rejections.add(reject);
      const settle = () => this.#rejections.delete(reject);
      call(this.#remote).then(resolve, reject).then(settle, settle);
    });
  }

  /** Stops the worker and rejects all pending calls. */
  end(reason: string | Error) {
    if (this.#ended) return;
    this.#ended = typeof reason === 'string' ? new Error(reason) : reason;
    this.#worker.terminate();
    this.#remote[releaseProxy](); // Comlink would keep the worker, and pending calls with it
    for (const reject of this.#rejections) reject(this.#ended);
    this.#rejections.clear();
  }

  /** Browsers give no message for a missing or refused script, so fetch it to learn the reason. */
  async #fail(message: string, script: string | undefined) {
    try {
      if (!message && script !== undefined) await fetchFile(script, 'HEAD');
      this.end(message ? message : new NoWorkerError());
    } catch (error) {
      this.end(error as Error);
    }
  }
}

function started(start: () => StartedWorker): StartedWorker {
  try {
    return start();
  } catch (error) {
    throw error instanceof DOMException ? new NoWorkerError(error.message) : error;
  }
}
