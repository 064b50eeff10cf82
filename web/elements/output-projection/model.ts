import type { Attention, Engine, Tensor, Trainer } from '../../../emscripten/package/contract.js';
import { runProjection, type ProjectionRun } from './run.js';
import type { OutputProjectionState } from './state.js';

/** Runs states on the core. Holds the trained model and one layer, and disposes of them. */
export class ProjectionModel {
  #trained: Trainer | null = null;
  #layer: Attention | null = null;
  #layerKey = '';

  constructor(readonly engine: Engine) {}

  /** The file of the trained weights. Without it only random weights can be run. */
  set file(file: Uint8Array) {
    this.#trained ??= this.engine.trainerFromCheckpoint(file);
  }
  get hasFile(): boolean {
    return this.#trained !== null;
  }

  /** The words of a state that the trained model does not know. */
  unknownWords({ weights, tokens }: OutputProjectionState): readonly string[] {
    if (weights === 'random' || !this.#trained) return [];
    const known = new Set(this.#trained.vocabulary);
    return tokens.filter((token) => !known.has(token.toLowerCase()));
  }

  run(state: OutputProjectionState): ProjectionRun {
    return runProjection(this.engine, this.#layerOf(state), this.#embed(state), state);
  }

  dispose() {
    this.#layer?.dispose();
    this.#trained?.dispose();
    this.#layer = this.#trained = null;
    this.#layerKey = '';
  }

  #embed({ weights, tokens, dModel, seed }: OutputProjectionState): Tensor {
    return weights === 'trained'
      ? this.#trained!.embed(tokens)
      : this.engine.embed(tokens, { dModel, seed });
  }

  #layerOf({ weights, heads, dModel, seed }: OutputProjectionState): Attention {
    const key = [weights, heads, dModel, seed].join();
    if (this.#layer && key === this.#layerKey) return this.#layer;
    const layer =
      weights === 'trained'
        ? this.#trained!.attention()
        : this.engine.attention({ dModel, numHeads: heads, seed });
    this.#layer?.dispose();
    this.#layerKey = key;
    return (this.#layer = layer);
  }
}
