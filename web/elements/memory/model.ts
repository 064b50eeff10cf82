import type { Attention, Engine } from '../../../emscripten/package/contract.js';
import { otherTokens } from './pages.js';
import { lookAt, runAll, type MemoryRun, type Runs } from './run.js';
import { sizes, type MemoryState } from './state.js';

/** Runs states on the core. Steps of one run share it; disposes of its layer. */
export class MemoryModel {
  #layer: Attention | null = null;
  #layerSeed = -1;
  #runs: Runs | null = null;
  #key = '';

  constructor(readonly engine: Engine) {}

  run(state: MemoryState): MemoryRun {
    const { tokens, seed, tile, page, chunk } = state;
    const key = JSON.stringify([tokens, seed, tile, page, chunk]);
    if (!this.#runs || key !== this.#key) {
      this.#runs = this.#runAll(state);
      this.#key = key;
    }
    return lookAt(this.engine, this.#runs, state);
  }

  dispose() {
    this.#layer?.dispose();
    this.#layer = this.#runs = null;
  }

  #runAll(state: MemoryState): Runs {
    const { tokens, seed } = state;
    const embed = (words: readonly string[]) =>
      this.engine.embed([...words], { dModel: sizes.dModel, seed });
    return runAll(this.engine, this.#layerOf(seed), embed(tokens), embed(otherTokens), state);
  }

  #layerOf(seed: number): Attention {
    if (this.#layer && seed === this.#layerSeed) return this.#layer;
    const { dModel, heads } = sizes;
    const layer = this.engine.attention({ dModel, numHeads: heads, seed });
    this.#layer?.dispose();
    this.#layerSeed = seed;
    return (this.#layer = layer);
  }
}
