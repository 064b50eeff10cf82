/** Bytes of past models that a worker may keep. */
const mostBytes = 32 * 2 ** 20;

/**
 * The saved models of past steps, so that any of them can be measured later. Once they take too
 * much room only every second step is kept, then every fourth, and so on.
 */
export class TrainingHistory {
  stride = 1;
  readonly #most: number;
  /** One model per run, in the order of the steps. */
  readonly #saved = new Map<number, readonly Uint8Array[]>();
  #bytes = 0;

  constructor(most = mostBytes) {
    this.#most = most;
  }

  wants(step: number): boolean {
    return step % this.stride === 0;
  }

  keep(step: number, models: readonly Uint8Array[]) {
    this.#saved.set(step, models);
    this.#bytes += countBytes(models);
    while (this.#bytes > this.#most && this.#saved.size > 1) this.#thin();
  }

  /** The last step at or before this one that is still kept. Step 0 always is. */
  latest(step: number): number {
    return step - (step % this.stride);
  }

  at(step: number): readonly Uint8Array[] | undefined {
    return this.#saved.get(step);
  }

  #thin() {
    this.stride *= 2;
    for (const [step, models] of this.#saved) {
      if (this.wants(step)) continue;
      this.#saved.delete(step);
      this.#bytes -= countBytes(models);
    }
  }
}

const countBytes = (models: readonly Uint8Array[]) =>
  models.reduce((sum, { length }) => sum + length, 0);
