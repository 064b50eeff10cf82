import type { Engine, ModelShape } from '../../../emscripten/package/contract.js';
import {
  cacheFormula,
  flopFormula,
  parameterFormula,
  scoreFormula,
  type CacheName,
  type CostRun,
  type FlopName,
  type ParameterName,
} from './formulas.js';

export type Sizes = Readonly<Record<string, number>>;

/** A number that the core counted, and the formula that it follows from. */
export interface CostNumber {
  readonly value: number;
  readonly formula: string;
  /** What the names in the formula stand for. */
  readonly sizes: Sizes;
}

/** What data sheets call 80 GB. */
const cardBytes = 80e9;

/** Everything that the core counts of one model under one use. */
export class Costs {
  readonly parameters;
  readonly flops;
  readonly cache;
  readonly weights;
  readonly scores;
  readonly sizes: Sizes;

  /** @throws ConfigError, OutOfMemoryError for sizes that the core refuses */
  constructor(
    readonly engine: Engine,
    readonly shape: ModelShape,
    readonly run: CostRun,
  ) {
    const { cost } = engine;
    const { tokens: seqLen, batch, bytes: bytesPerElement, causal, decode } = run;
    this.parameters = cost.parameters(shape);
    this.flops = cost.flops(shape, { seqLen, batch, causal, decode });
    this.weights = cost.weights(shape, { bytesPerElement });
    this.cache = cost.kvCache(shape, { seqLen, batch, bytesPerElement });
    const stored = { seqLen, batch, bytesPerElement };
    this.scores = {
      reference: cost.attentionMemory(shape, { ...stored, kernel: 'reference' }),
      fused: cost.attentionMemory(shape, { ...stored, kernel: 'fused' }),
    };
    this.sizes = { ...this.#shapeSizes(), ...this.#counted() };
  }

  parameter = (name: ParameterName): CostNumber =>
    this.#number(this.parameters[name], parameterFormula(name, this.shape));

  flop = (name: FlopName): CostNumber =>
    this.#number(this.flops[name], flopFormula(name, this.shape, this.run));

  kept = (name: CacheName): CostNumber =>
    this.#number(this.cache[name], cacheFormula(name, this.shape));

  scoreBytes = (kernel: 'reference' | 'fused'): CostNumber =>
    this.#number(this.scores[kernel].bytes, scoreFormula(kernel));

  /** What follows from the counts: the core evaluates it. */
  derive = (formula: string, more: Sizes = {}): CostNumber => {
    const sizes = { ...this.sizes, ...more };
    return { value: this.engine.formulas.evaluate(formula, sizes), formula, sizes };
  };

  /** In bytes: all weights, and with them the cache and the scores that a fused kernel holds. */
  get weightBytes(): CostNumber {
    const sizes = { ...this.sizes, parameters: this.parameters.total };
    return { value: this.weights.bytes, formula: 'parameters * bytes', sizes };
  }
  get together(): CostNumber {
    return this.derive('weight_bytes + cache_bytes + score_bytes', {
      weight_bytes: this.weightBytes.value,
      cache_bytes: this.cache.bytes,
      score_bytes: this.scores.fused.bytes,
    });
  }
  /** How many cards of 80 GB have so much memory. */
  get cards(): CostNumber {
    return this.derive('ceil(together / card)', { together: this.together.value, card: cardBytes });
  }
  get shareOfCard(): CostNumber {
    return this.derive('together / card', { together: this.together.value, card: cardBytes });
  }

  #number(value: number, formula: string): CostNumber {
    return { value, formula, sizes: this.sizes };
  }

  #shapeSizes(): Sizes {
    const { shape, run, engine } = this;
    const { dModel, numHeads, latent } = shape;
    const dHead =
      shape.dHead ??
      engine.formulas.evaluate('d_model / num_heads', { d_model: dModel, num_heads: numHeads });
    return {
      d_model: dModel,
      num_heads: numHeads,
      num_kv_heads: shape.numKvHeads ?? numHeads,
      d_head: dHead,
      num_layers: shape.numLayers ?? 1,
      d_ff: shape.dFf ?? 0,
      matrices: shape.activation?.endsWith('glu') ? 3 : 2,
      vocab_size: shape.vocabSize ?? 0,
      learned_positions: shape.learnedPositions ?? 0,
      d_latent: latent?.dLatent ?? 0,
      d_rope: latent?.dRope ?? 0,
      d_latent_query: latent?.dLatentQuery ?? 0,
      d_value: latent?.dValue ?? dHead,
      seq_len: run.tokens,
      kept_tokens: run.tokens,
      batch: run.batch,
      bytes: run.bytes,
      norms_per_layer: shape.dFf ? 2 : 1,
      ...constants,
    };
  }

  /** Results that other results are made of. Biases are added, not multiplied: FLOPs lack them. */
  #counted(): Sizes {
    const { engine, shape, run, parameters, flops } = this;
    const { wq, wk, wv, wo, attention, feedForward } = engine.cost.parameters({
      ...shape,
      bias: false,
    });
    const { evaluate } = engine.formulas;
    return {
      ...{ wq: parameters.wq, wk: parameters.wk, wv: parameters.wv, wo: parameters.wo },
      attention: parameters.attention,
      feed_forward: parameters.feedForward,
      per_layer: parameters.perLayer,
      embeddings: parameters.embeddings,
      norms: parameters.norms,
      qkv_weights: evaluate('wq + wk + wv', { wq, wk, wv }),
      wo_weights: wo,
      attention_weights: attention,
      feed_forward_weights: feedForward,
      ...{ projections: flops.projections, scores: flops.scores },
      ...{ weighted_sum: flops.weightedSum, output: flops.output },
      fused_rows: evaluate('min(32, seq_len)', { seq_len: run.tokens }),
    };
  }
}

/** What is counted twice, by the name of the reason. */
const constants = {
  k_and_v: 2,
  multiply_add: 2,
  in_and_out: 2,
  last_norm: 1,
  scale_and_shift: 2,
  scores_and_weights: 2,
  causal_half: 2,
};
