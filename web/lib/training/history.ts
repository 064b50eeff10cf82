/** The memory for past models. */
const defaultLimit = 32 * 2 ** 20;

/**
 * The saved models of past steps, so that they can be measured later. When they need too much
 * memory, only every second step stays, then every fourth, and so on.
 */
export class TrainingHistory {
  stride = 1;
  readonly #maxBytes: number;
  /** For each step, one model per run. */
  readonly #saved = new Map<number, readonly Uint8Array[]>();
  #bytes = 0;

  constructor(maxBytes = defaultLimit) {
    this.#maxBytes = maxBytes;
  }

  shouldSave(step: number): boolean {
    return step % this.stride === 0;
  }

  keep(step: number, models: readonly Uint8Array[]) {
    this.#bytes += countBytes(models) - countBytes(this.#saved.get(step) ?? []);
    this.#saved.set(step, models);
    while (this.#bytes > this.#maxBytes && this.#saved.size > 1) this.#thin();
  }

  /** The last saved step at or before this one. Step 0 is always saved. */
  latest(step: number): number {
    return step - (step % this.stride);
  }

  at(step: number): readonly Uint8Array[] | undefined {
    return this.#saved.get(step);
  }

  #thin() {
    this.stride *= 2;
    for (const [step, models] of this.#saved) {
      if (this.shouldSave(step)) continue;
      this.#saved.delete(step);
      this.#bytes -= countBytes(models);
    }
  }
}

const countBytes = (models: readonly Uint8Array[]) =>
  models.reduce((sum, { length }) => sum + length, 0);
