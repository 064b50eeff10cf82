import type { ReactiveControllerHost } from 'lit';
import type { StartedWorker } from '../../lib/worker.js';
import { NearContent } from '../../ui/near-content.js';
import { runAllLong, type LongResult } from './long-run.js';

/** The long run of an element, in a worker: its results so far, and whether it still runs. */
export class LongSession {
  results: readonly LongResult[] = [];
  readonly run: NearContent<true>;
  #isCancelled = false;

  /** @param onProgress  something has changed */
  constructor(
    host: ReactiveControllerHost & Element,
    readonly start: () => StartedWorker,
    readonly onProgress: () => void,
  ) {
    const load = (cancelled: AbortSignal) => this.#runAll(cancelled);
    this.run = new NearContent(host, load, onProgress, { onDemand: true });
  }

  get status(): 'idle' | 'running' | 'cancelled' | 'finished' {
    const { isLoading, failure, content } = this.run;
    if (isLoading) return 'running';
    if (failure) return 'idle';
    return this.#isCancelled ? 'cancelled' : content ? 'finished' : 'idle';
  }

  async #runAll(cancelled: AbortSignal): Promise<true> {
    cancelled.addEventListener('abort', () => (this.#isCancelled = true));
    this.#isCancelled = false;
    this.results = [];
    for await (const result of runAllLong(this.start, cancelled)) {
      this.results = [...this.results, result];
      this.onProgress();
    }
    return true;
  }
}
