import type { Engine, Tensor, Trainer } from '../../../emscripten/package/contract.js';
import { largestMagnitude } from '../../lib/tensor-view.js';
import { usualGroups, type Groups } from './groups.js';
import { orderFile, poolFile, type Pooling } from './pooled-file.js';
import { widestLatent } from './state.js';

/** What one form of the layer keeps of the letters, and what it answers. */
export interface Reading {
  /** [columns][T, numbers]: keys and values of each key/value head, or the latent. */
  readonly columns: readonly Tensor[];
  /** [T][relations] */
  readonly answers: readonly (readonly string[])[];
}
export interface LatentReading extends Reading {
  /** The largest |difference| of the outputs absorbed and expanded. */
  readonly difference: number;
}

/** The ends of the two colour scales, whatever is converted. */
export interface Scales {
  readonly heads: number;
  readonly latent: number;
}

/** The trained layer on the page: converts it and runs it, without training. */
export class KvModel {
  readonly #engine: Engine;
  readonly #trainer: Trainer;
  readonly #file: Uint8Array;
  readonly #weights;
  #scales: { readonly text: string; readonly limits: Scales } | null = null;
  #latents: { readonly width: number; readonly trainer: Trainer } | null = null;

  /** @param file  the trained model */
  constructor(engine: Engine, file: Uint8Array) {
    this.#engine = engine;
    this.#file = file;
    this.#trainer = engine.trainerFromCheckpoint(file);
    const layer = this.#trainer.attention();
    this.#weights = layer.weights() as Required<ReturnType<typeof layer.weights>>;
    layer.dispose();
  }

  get file(): Uint8Array {
    return this.#file;
  }
  get relations(): readonly string[] {
    return this.#trainer.relations;
  }

  /** A fresh sequence: its letters and the right answers, '' where there is no question. */
  letters(sequence: number) {
    const { tokens, targets } = this.#trainer.sample({ seed: sequence });
    return { tokens, targets };
  }

  whole(tokens: readonly string[]): Reading {
    return readHeads(this.#trainer, tokens, usualGroups(8));
  }

  pooled(tokens: readonly string[], groups: Groups, from: Pooling): Reading {
    const pooled = this.#engine.trainerFromCheckpoint(this.pooledFile(groups, from));
    try {
      return readHeads(pooled, tokens, groups);
    } finally {
      pooled.dispose();
    }
  }

  pooledFile(groups: Groups, from: Pooling): Uint8Array {
    return poolFile(this.#engine, this.#file, this.#weights, groups, from);
  }

  /** For `toGrouped`, which pools neighbours. */
  orderedFile(groups: Groups): Uint8Array {
    return orderFile(this.#engine, this.#file, this.#weights, groups);
  }

  latent(tokens: readonly string[], width: number): LatentReading {
    const trainer = this.#toLatent(width);
    const layer = trainer.latentAttention();
    try {
      const x = trainer.embed(tokens);
      return {
        columns: [layer.trace(x, { causal: true }).latent],
        answers: trainer.sample({ tokens }).predictions,
        difference: this.#engine.identities.absorbedIsExpanded(layer, x),
      };
    } finally {
      layer.dispose();
    }
  }

  scales(tokens: readonly string[]): Scales {
    const text = tokens.join(' ');
    if (this.#scales?.text !== text) this.#scales = { text, limits: this.#measureScales(tokens) };
    return this.#scales.limits;
  }

  dispose() {
    this.#latents?.trainer.dispose();
    this.#latents = null;
    this.#trainer.dispose();
  }

  #measureScales(tokens: readonly string[]): Scales {
    const all = this.#trainer.toLatent(widestLatent);
    const layer = all.latentAttention();
    try {
      const { latent } = layer.trace(all.embed(tokens), { causal: true });
      const kept = this.whole(tokens).columns.map(largestMagnitude);
      return {
        heads: Math.ceil(Math.max(...kept)),
        latent: Math.ceil(largestMagnitude(latent)),
      };
    } finally {
      layer.dispose();
      all.dispose();
    }
  }

  #toLatent(width: number): Trainer {
    if (this.#latents?.width === width) return this.#latents.trainer;
    this.#latents?.trainer.dispose();
    this.#latents = { width, trainer: this.#trainer.toLatent(width) };
    return this.#latents.trainer;
  }
}

/** Heads of a group have equal keys and values, of which one copy is kept. */
function readHeads(trainer: Trainer, tokens: readonly string[], groups: Groups): Reading {
  const { layers, predictions } = trainer.sample({ tokens });
  const { k, v } = layers[0]!;
  const columns = [...new Set(groups)]
    .sort((a, b) => a - b)
    .map((group) => besideEachOther(k, v, groups.indexOf(group)));
  return { columns, answers: predictions };
}

/** [T, 2 D]: a head's keys, then its values. */
function besideEachOther(k: Tensor, v: Tensor, head: number): Tensor {
  const [, tokens = 0, dHead = 0] = k.shape;
  const data = new Float32Array(2 * tokens * dHead);
  for (let token = 0; token < tokens; token++) {
    const from = (head * tokens + token) * dHead;
    data.set(k.data.subarray(from, from + dHead), 2 * token * dHead);
    data.set(v.data.subarray(from, from + dHead), 2 * token * dHead + dHead);
  }
  return { shape: [tokens, 2 * dHead], data };
}
