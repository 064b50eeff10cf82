import type { Attention, Engine, Tensor, Trainer } from '../../../emscripten/package/contract.js';

/** What runs need: the layer, what it reads of a sentence, and results that stay while one edits. */
export interface Subject {
  readonly engine: Engine;
  readonly layer: Attention;
  /** [T, dModel] */
  readonly embed: (tokens: readonly string[]) => Tensor;
  /** Runs `make` again only when what it depends on has changed. */
  readonly once: <Result>(name: string, dependsOn: unknown, make: () => Result) => Result;
}

/** The half-trained model and its layer, until they are disposed of. */
export class HalfTrainedSubject implements Subject {
  readonly layer: Attention;
  readonly #trainer: Trainer;
  readonly #results = new Map<string, { readonly key: string; readonly result: unknown }>();

  constructor(
    readonly engine: Engine,
    file: Uint8Array,
  ) {
    this.#trainer = engine.trainerFromCheckpoint(file);
    this.layer = this.#trainer.attention();
  }

  readonly embed = (tokens: readonly string[]): Tensor => this.#trainer.embed(tokens);

  readonly once = <Result>(name: string, dependsOn: unknown, make: () => Result): Result => {
    const key = JSON.stringify(dependsOn);
    const known = this.#results.get(name);
    if (known?.key === key) return known.result as Result;
    const result = make();
    this.#results.set(name, { key, result });
    return result;
  };

  get vocabulary(): readonly string[] {
    return this.#trainer.vocabulary;
  }

  /** The words that the model does not know. */
  unknown(tokens: readonly string[]): readonly string[] {
    const known = new Set(this.vocabulary);
    return tokens.filter((token) => !known.has(token.toLowerCase()));
  }

  dispose() {
    this.layer.dispose();
    this.#trainer.dispose();
  }
}
