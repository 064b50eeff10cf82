/**
 * The types of everything that the package hands out. Conventions:
 *
 * - float32, row-major. A projection is `x @ W`: W_Q is [dModel, numHeads * dHead].
 * - Shapes: B batch, T queries, S keys, H query heads, G key/value heads, D = dHead. A missing batch
 *   axis means B = 1 going in, and is then missing coming out.
 * - Results are fresh copies, never views of WebAssembly memory. Only handles own memory.
 * - Bad input throws a subclass of {@link ManyheadsError} and leaves every handle as it was.
 */

/** What goes in: a tensor, nested numbers or booleans, or a Float32Array for rank 1. */
export type TensorLike = TensorInput | Nested | Float32Array;
export interface TensorInput {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}
export type Nested = readonly (number | boolean)[] | readonly Nested[];
/** What comes out: row-major; `data.length` equals the product of `shape`. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

export interface LoadOptions {
  /** Where the .wasm is, or its bytes. Default: the file beside the module (inlined in Node). */
  wasm?: URL | string | ArrayBuffer | Uint8Array | WebAssembly.Module;
}

/** Owns memory of the core. `dispose()` may be called any number of times. */
export interface Handle extends Disposable {
  dispose(): void;
  readonly disposed: boolean;
}

export interface Engine {
  readonly version: string;
  /** Bytes used by live handles, bytes of WebAssembly memory reserved, and live handles. */
  memory(): { used: number; reserved: number; handles: number };
  /** A layer with the given weights; those that are not given are drawn from `config.seed`. */
  attention(config: AttentionConfig, weights?: Partial<AttentionWeights>): Attention;
  /** Likewise a layer of multi-head latent attention, as in DeepSeek-V2. */
  latentAttention(
    config: LatentAttentionConfig,
    weights?: Partial<LatentAttentionWeights>,
  ): LatentAttention;
  /**
   * Token embeddings for lessons, [T, dModel]: a row depends on the word and its position only.
   * `positions` is 'sinusoidal' unless told otherwise (Vaswani et al. 2017, section 3.5).
   */
  embed(
    tokens: readonly string[],
    options: { dModel: number; seed?: number; positions?: 'none' | 'sinusoidal' },
  ): Tensor;
  readonly tensor: TensorOps;
  readonly measure: Measures;
  readonly shapes: ShapeChecks;
  readonly limits: MachineLimits;
}

/**
 * Work that does nothing but keep the machine busy: time a call to learn what one thread can do at
 * most, and hold the speed of a layer against it.
 */
export interface MachineLimits {
  /** Multiply-adds that stay in registers; returns the floating-point operations done. */
  multiplyAdd(rounds: number): number;
  /**
   * Reads all of a buffer of so many bytes, `rounds` times; returns the bytes read,
   * which are fewer where they do not fill whole vectors. The buffer stays allocated until another
   * size is asked for, so that a call times nothing but reading.
   */
  readMemory(bytes: number, rounds: number): number;
}

/** What a lesson's code needs of NumPy, computed by the core. Shapes broadcast as NumPy's do. */
export interface TensorOps {
  /** Normal numbers, the same on every platform (splitmix64 and Box-Muller). */
  randomNormal(shape: readonly number[], options?: { seed?: number; std?: number }): Tensor;
  zeros(shape: readonly number[]): Tensor;
  ones(shape: readonly number[]): Tensor;
  full(shape: readonly number[], value: number): Tensor;
  /** start, start + step, ... below stop; `arange(n)` counts from 0 to n - 1. */
  arange(start: number, stop?: number, step?: number): Tensor;
  array(values: TensorLike): Tensor;
  toNested(x: TensorLike): Nested | number;
  add(a: TensorLike | number, b: TensorLike | number): Tensor;
  subtract(a: TensorLike | number, b: TensorLike | number): Tensor;
  multiply(a: TensorLike | number, b: TensorLike | number): Tensor;
  divide(a: TensorLike | number, b: TensorLike | number): Tensor;
  exp(x: TensorLike): Tensor;
  sqrt(x: TensorLike): Tensor;
  /** Keeps the elements on and below diagonal k of the last two axes; the others become 0. */
  tril(x: TensorLike, k?: number): Tensor;
  triu(x: TensorLike, k?: number): Tensor;
  where(condition: TensorLike, a: TensorLike | number, b: TensorLike | number): Tensor;
  sum(x: TensorLike, options?: Reduction): Tensor;
  mean(x: TensorLike, options?: Reduction): Tensor;
  max(x: TensorLike, options?: Reduction): Tensor;
  /** Matrix product over the last two axes; the axes before them broadcast. */
  matmul(a: TensorLike, b: TensorLike): Tensor;
  /** Along `axis`, by default the last. A row of nothing but -Infinity is NaN, as in NumPy. */
  softmax(x: TensorLike, options?: { axis?: number }): Tensor;
  /** One size may be -1: it is worked out from the others. */
  reshape(x: TensorLike, shape: readonly number[]): Tensor;
  /** Reverses the axes unless `axes` names their new order. */
  transpose(x: TensorLike, axes?: readonly number[]): Tensor;
  concat(parts: readonly TensorLike[], axis?: number): Tensor;
  /** A number takes one index and drops the axis; [start, stop, step?] works as in Python. */
  slice(
    x: TensorLike,
    ranges: readonly (number | readonly [number | null, number | null, number?])[],
  ): Tensor;
  /** |a - b| <= atol + rtol * |b| everywhere; rtol 1e-5 and atol 1e-8 unless given. */
  allclose(a: TensorLike, b: TensorLike, options?: { rtol?: number; atol?: number }): boolean;
}
export interface Reduction {
  axis?: number;
  keepdims?: boolean;
}

export interface AttentionConfig {
  dModel: number;
  numHeads: number;
  /** G: numHeads is multi-head, 1 multi-query, a divisor in between grouped-query attention. */
  numKvHeads?: number;
  /** Default dModel / numHeads, which must then be a whole number. */
  dHead?: number;
  bias?: boolean;
  /** What the scores are divided by. The wrong ones are there to be tried and to fail. */
  scale?: 'sqrt-d-head' | 'sqrt-d-model' | 'none';
  /** How heads are put together before W_O. 'sum' and 'mean' are the classic mistakes. */
  combine?: 'concat' | 'sum' | 'mean';
  /** Default true; false returns the combined heads. */
  outputProjection?: boolean;
  /** Default false; true: every head uses head 0's projections. */
  tieHeads?: boolean;
  /** Of the weights that are not given: N(0, 1 / fan_in). Biases that are not given are 0. */
  seed?: number;
}

export interface AttentionWeights {
  /** [dModel, H*D] */
  wq: TensorLike;
  /** [dModel, G*D] */
  wk: TensorLike;
  /** [dModel, G*D] */
  wv: TensorLike;
  /** [H*D, dModel]; [D, dModel] where heads are summed or averaged */
  wo: TensorLike;
  bq: TensorLike;
  bk: TensorLike;
  bv: TensorLike;
  bo: TensorLike;
}

export interface ForwardOptions {
  /** Cross-attention: keys and values come from here, [B, S, dModel]. */
  context?: TensorLike;
  /** Query t sees keys 0 .. t + (S - T). With T > S the first T - S queries see nothing. */
  causal?: boolean;
  /** Per batch row: only the first n keys are seen. */
  validLens?: readonly number[];
  /** [T, S] or [B, T, S], non-zero = may be seen. */
  mask?: TensorLike;
  /** [T, S] or [B, H, T, S], added to the scaled scores: edited scores, ALiBi. */
  scoreBias?: TensorLike;
  /** [H], multiplies each head's output: 0 prunes it. */
  headMask?: readonly number[];
  /** On the weights, inverted scaling; depends on (seed, b, h, t, s) alone. */
  dropout?: { rate: number; seed: number };
  /**
   * 'fused' never holds the T x S scores; 'reference' is the textbook path; 'auto', the default,
   * takes the faster: the fused one at every size that was measured.
   */
  kernel?: 'auto' | 'fused' | 'reference';
  /** Makes NaN and infinity in the input or the output an error that names the position. */
  checkFinite?: boolean;
}

export interface CacheOptions {
  /** Default 1. */
  batch?: number;
  /** Tokens a batch row. */
  capacity: number;
}
/**
 * Keys and values of the tokens so far, or the latents that they come from. Its layer's weights
 * live, and stay, as long as it needs them.
 */
export interface KvCache extends Handle {
  /** Tokens held, a batch row. */
  readonly length: number;
  readonly capacity: number;
  /** Allocated for keys and values. */
  readonly bytes: number;
  /**
   * Appends x's keys and values, [B, T, dModel], and attends causally to all so far: one token
   * (decoding) or a chunk (prefill). Past the capacity: ConfigError, and nothing is written.
   */
  step(x: TensorLike): Tensor;
  /** Forgets all tokens; the memory stays. */
  reset(): void;
}

/** A query that may see no key gets weight 0 everywhere and output 0 (before W_O and bias). */
export interface Attention extends Handle {
  readonly config: Required<AttentionConfig>;
  /** The kernel that the last forward or trace ran on; null before the first. */
  readonly lastKernel: 'fused' | 'reference' | null;
  /** A copy of the weights; tied heads: every head's copy. */
  weights(): { [K in keyof AttentionWeights]?: Tensor };
  /** ConfigError while one of its caches holds tokens. */
  setWeights(weights: Partial<AttentionWeights>): void;
  /** The same weights under other settings. W_O's slices are averaged where heads come to be summed. */
  with(change: Partial<AttentionConfig>, weights?: Partial<AttentionWeights>): Attention;
  /** x [B, T, dModel] -> [B, T, dModel]. */
  forward(x: TensorLike, options?: ForwardOptions): Tensor;
  /** As forward, with everything in between. */
  trace(x: TensorLike, options?: ForwardOptions): AttentionTrace;
  /**
   * As forward, as FlashAttention does it: keys pass in tiles, and no row of scores is ever whole.
   * Equal to forward to 1e-6 of the largest value (Milakov and Gimelshein 2018; Dao et al. 2022).
   */
  traceOnline(x: TensorLike, tile: Tile, options?: ForwardOptions): OnlineTrace;
  /** Room for the keys and values of `capacity` tokens. */
  cache(options: CacheOptions): KvCache;
}

/** So many queries meet so many keys at a time; more than there are counts as all. */
export interface Tile {
  queries: number;
  keys: number;
}

/** What every query holds after each tile of keys; there are S / tile.keys tiles, rounded up. */
export interface OnlineTrace {
  /** [B, H, tiles, T]; -Infinity before the first key that the query sees. */
  runningMax: Tensor;
  /** [B, H, tiles, T], of exp(score - runningMax). */
  runningSum: Tensor;
  /** [B, H, tiles, T]: what sum and partial were multiplied by when the maximum rose. */
  rescale: Tensor;
  /** [B, H, tiles, T, D]: sum of exp(score - runningMax) v, not yet divided by the sum. */
  partial: Tensor;
  /** [B, H, T, D] */
  heads: Tensor;
  /** [B, T, dModel] */
  output: Tensor;
}

export interface AttentionTrace {
  /** [B, H, T, D] */
  q: Tensor;
  /** [B, G, S, D] */
  k: Tensor;
  /** [B, G, S, D] */
  v: Tensor;
  /** [B, H, T, S], scaled and biased, before the mask. */
  scores: Tensor;
  /** [B, H, T, S]; hidden positions are -Infinity. */
  maskedScores: Tensor;
  /** [B, H, T, S] */
  weights: Tensor;
  /** [B, H, T, D] */
  heads: Tensor;
  /** [B, T, H*D]; [B, T, D] where heads are summed or averaged. */
  combined: Tensor;
  /** [B, T, dModel]; combined without an output projection. */
  output: Tensor;
}

export interface LatentAttentionConfig {
  dModel: number;
  numHeads: number;
  /** D, of values, and of keys without their rotary part. */
  dHead: number;
  /** Width of c_KV, which is all that is cached besides the rotary key. */
  dLatent: number;
  /** Absent: queries are not compressed. */
  dLatentQuery?: number;
  /** Even width of the decoupled rotary part; absent: none. */
  dRope?: number;
  /** Of the weights that are not given: N(0, 1 / fan_in). */
  seed?: number;
}

/**
 * c_KV = x wdkv; K = c_KV wuk; V = c_KV wuv; Q = x wq, or (x wdq) wuq. Rotary parts: q_R from what
 * Q is made of, k_R = x wkr, one for all heads. A layer has no others of the optional weights than
 * its `dLatentQuery` and `dRope` ask for.
 *
 * score = (Q K + q_R k_R) / sqrt(dHead + dRope). Rotary pairs are (2i, 2i + 1), the angle is
 * position * 10000^(-2i / dRope) (Su et al. 2021). After DeepSeek-AI 2024 (DeepSeek-V2), sections
 * 2.1.2 and 2.1.3, without the norms beside the latents.
 */
export interface LatentAttentionWeights {
  /** [dModel, dLatent] */
  wdkv: TensorLike;
  /** [dLatent, H*D] */
  wuk: TensorLike;
  /** [dLatent, H*D] */
  wuv: TensorLike;
  /** [dModel, H*D], where queries are not compressed */
  wq: TensorLike;
  /** [dModel, dLatentQuery] */
  wdq: TensorLike;
  /** [dLatentQuery, H*D] */
  wuq: TensorLike;
  /** [dLatentQuery or dModel, H*dRope] */
  wqr: TensorLike;
  /** [dModel, dRope] */
  wkr: TensorLike;
  /** [H*D, dModel] */
  wo: TensorLike;
}

export interface LatentAttention extends Handle {
  /** As given; without `seed` it is 0. */
  readonly config: Readonly<LatentAttentionConfig & { seed: number }>;
  /** A copy of the weights that the layer has. */
  weights(): { [K in keyof LatentAttentionWeights]?: Tensor };
  /**
   * x [B, T, dModel] -> [B, T, dModel]. Absorbed: W_UK is folded into the queries and W_UV comes
   * after the heads, which then attend to c_KV itself; the output is the same to 1e-4.
   */
  forward(x: TensorLike, options?: { causal?: boolean; absorbed?: boolean }): Tensor;
  /**
   * As forward, expanded, with everything in between. `latent` is c_KV, [B, T, dLatent]; q and k
   * are [B, H, T, D + dRope], the rotary part last, and v is [B, H, T, D].
   */
  trace(x: TensorLike, options?: { causal?: boolean }): { latent: Tensor } & AttentionTrace;
  /** Room for c_KV and the rotary key of `capacity` tokens; its steps run absorbed. */
  cache(options: CacheOptions): KvCache;
}

/** What one head does, measured. Each is a mean share of its attention, or null: no such key. */
export interface HeadPattern {
  previous: number | null;
  self: number;
  first: number | null;
  duplicate: number | null;
  induction: number | null;
}

/** Measures of attention weights, [B, H, T, S] (or [H, T, S]). */
export interface Measures {
  /** [B, H, T], nats. */
  entropy(weights: TensorLike): Tensor;
  /** [H, H], mean Jensen-Shannon divergence, nats; tied heads give 0. */
  headDistance(weights: TensorLike): Tensor;
  /** The mean over all pairs of heads, and the pairs that differ most and least. H >= 2. */
  headDiversity(weights: TensorLike): HeadDiversity;
  headPatterns(weights: TensorLike, tokens?: readonly (string | number)[]): HeadPattern[];
  /** [H]: trace of the softmax Jacobian, mean over rows. Near 0: no gradient flows. */
  saturation(weights: TensorLike): Tensor;
}
export interface HeadDiversity {
  /** Nats, 0 (identical) to ln 2 = 0.69 (nothing in common). */
  mean: number;
  most: { heads: [number, number]; distance: number };
  least: { heads: [number, number]; distance: number };
}

export interface ShapeQuestion {
  id: string;
  prompt: string;
  /** Named sizes of this instance: { B: 2, T: 6, d_model: 64, H: 4, ... } */
  sizes: Readonly<Record<string, number>>;
  code?: string;
  stage: string;
  level: number;
}
export interface ShapeVerdict {
  correct: boolean;
  /** The shape of the tensor that the core really computed. */
  actual: readonly number[];
  /** First wrong axis; null where the rank is wrong or the answer is right. */
  axis: number | null;
  /** What this answer usually means: 'not-split', 'transposed', 'd-model-for-d-head', ... */
  misconception: string | null;
  explanation: string;
  details: Readonly<Record<string, string | number>>;
}
export interface ShapeChecks {
  /** A shape as people write it: "[B, H, T, d_k]", "(2, 4, 6, 16)", "B x T x H*d_head". */
  parse(text: string, sizes: Readonly<Record<string, number>>): number[];
  /** Sizes are drawn so that all axes differ. Same options, same question. */
  question(options: { seed: number; level: 1 | 2 | 3 | 4 | 5; stage?: string }): ShapeQuestion;
  /** Runs the stage on the core and grades the answer against the shape that came out. */
  check(question: ShapeQuestion, answer: string): ShapeVerdict;
}
