import type { StartedWorker } from '../../lib/worker.js';
import { runAllLong, type LongResult } from './long-run.js';

/** The long run of an element: its results so far, its worker, what went wrong. */
export class LongSession {
  results: readonly LongResult[] = [];
  problem: unknown = null;
  status: 'idle' | 'running' | 'cancelled' | 'finished' = 'idle';
  #cancelling: AbortController | null = null;

  /** @param onProgress  something has changed */
  constructor(
    readonly start: () => StartedWorker,
    readonly onProgress: () => void,
  ) {}

  async run() {
    this.#cancelling?.abort();
    const cancelling = (this.#cancelling = new AbortController());
    this.results = [];
    this.problem = null;
    this.#become('running');
    try {
      for await (const result of runAllLong(this.start, cancelling.signal)) {
        this.results = [...this.results, result];
        this.onProgress();
      }
      this.#become('finished');
    } catch (error) {
      if (this.#cancelling !== cancelling) return;
      if (!cancelling.signal.aborted) this.problem = error;
      this.#become(cancelling.signal.aborted ? 'cancelled' : 'idle');
    }
  }

  cancel() {
    this.#cancelling?.abort();
  }

  #become(status: LongSession['status']) {
    this.status = status;
    this.onProgress();
  }
}
