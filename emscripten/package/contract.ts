/**
 * The types of everything that the package hands out. Conventions:
 *
 * - float32, row-major. A projection is `x @ W`: W_Q is [dModel, numHeads * dHead].
 * - Shapes: B batch, T queries, S keys, H query heads, G key/value heads, D = dHead. A missing
 *   batch axis in the input means B = 1; the output then has none either.
 * - Results are fresh copies, never views of WebAssembly memory. Only handles own memory.
 * - Every size is at least 1: there are no empty tensors, batches or sequences.
 * - Bad input throws a {@link ManyheadsError}, nearly always one of its subclasses, and leaves every
 *   handle as it was.
 */

/** Input: a tensor, nested numbers or booleans, or a Float32Array for rank 1. */
export type TensorLike = TensorInput | Nested | Float32Array;
export interface TensorInput {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}
export type Nested = readonly (number | boolean)[] | readonly Nested[];
/** Output: row-major; `data.length` equals the product of `shape`. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

declare global {
  // Node's types have no WebAssembly. This adds nothing to TypeScript's own, which is for pages.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace WebAssembly {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface Module {}
  }
}

export type WasmSource = URL | string | ArrayBuffer | Uint8Array | Response | WebAssembly.Module;

export interface LoadOptions {
  /**
   * The address of the .wasm, its bytes, the Response of fetching it, or a promise of one of these.
   * Default: the file beside the module (inlined in Node).
   */
  wasm?: WasmSource | Promise<WasmSource>;
}

/** Owns memory of the core. `dispose()` may be called any number of times. */
export interface Handle extends Disposable {
  dispose(): void;
  readonly disposed: boolean;
}

export interface Engine {
  readonly version: string;
  /**
   * The compiled WebAssembly. Post it to a worker and call `load({ wasm })` there: the worker need
   * not compile it again.
   */
  readonly module: WebAssembly.Module;
  /**
   * `used`: bytes of live handles and of weights that caches keep. `reserved`: bytes of WebAssembly
   * memory. `handles`: the number of live handles.
   */
  memory(): { used: number; reserved: number; handles: number };
  /** A layer with these weights. Missing ones are drawn from `config.seed`. */
  attention(config: AttentionConfig, weights?: Partial<AttentionWeights>): Attention;
  /** The same for a layer of multi-head latent attention, as in DeepSeek-V2. */
  latentAttention(
    config: LatentAttentionConfig,
    weights?: Partial<LatentAttentionWeights>,
  ): LatentAttention;
  /**
   * The same as below from a Blob, such as a File that the user chose. It is read completely first.
   */
  attentionFromCheckpoint(file: Blob, options: CheckpointOptions): Promise<Attention>;
  /**
   * A layer with the weights of a safetensors file (F32, F16 or BF16). Only the header and this
   * layer's tensors are read. Throws FormatError for an invalid file, with the `offset` of the
   * first wrong byte, and if a tensor is missing; ConfigError if `config` contradicts the settings
   * in the file; ShapeError if a tensor does not fit.
   */
  attentionFromCheckpoint(bytes: Uint8Array | ArrayBuffer, options: CheckpointOptions): Attention;
  /** A small model and its data, to be trained here. @throws ConfigError, OutOfMemoryError */
  trainer(config: TrainerConfig): Trainer;
  trainerFromCheckpoint(file: Blob): Promise<Trainer>;
  /**
   * A trainer from the file that save() wrote, at step 0 with a fresh optimiser.
   *
   * @throws FormatError, ShapeError if it is another file
   */
  trainerFromCheckpoint(bytes: Uint8Array | ArrayBuffer): Trainer;
  /** A feed-forward layer. Missing weights are drawn from `config.seed`. */
  feedForward(config: FeedForwardConfig, weights?: Partial<FeedForwardWeights>): FeedForward;
  /**
   * Token embeddings for lessons, [T, dModel]: a row depends on the word and its position only.
   * `positions` is 'sinusoidal' by default (Vaswani et al. 2017, section 3.5).
   */
  embed(
    tokens: readonly string[],
    options: { dModel: number; seed?: number; positions?: 'none' | 'sinusoidal' },
  ): Tensor;
  readonly tensor: TensorOps;
  readonly cost: Cost;
  readonly measure: Measures;
  readonly identities: Identities;
  readonly shapes: ShapeChecks;
  readonly formulas: Formulas;
  readonly limits: MachineLimits;
}

/**
 * Work that only keeps the machine busy. Time a call to find the limit of one thread, and compare
 * the speed of a layer with it.
 */
export interface MachineLimits {
  /**
   * Multiply-adds that stay in registers; returns the number of floating-point operations. `chains`
   * of them, 13 by default, do not wait for each other. Which number is fastest depends on the
   * browser, so the peak is the best of all four. At most 2^20 rounds per call.
   */
  multiplyAdd(rounds: number, chains?: 8 | 10 | 12 | 13): number;
  /**
   * Reads a buffer of `bytes` bytes `rounds` times; returns the number of bytes read, which is
   * smaller if they do not fill whole blocks of 192. The buffer stays allocated until a call with
   * another size, so that a call only measures reading. At most 2^20 rounds and 2^37 bytes per call.
   */
  readMemory(bytes: number, rounds: number): number;
}

/**
 * The part of NumPy that a lesson's code needs, computed by the core. Shapes broadcast as in NumPy.
 */
export interface TensorOps {
  /** Normal numbers, the same on every platform (splitmix64 and Box-Muller). */
  randomNormal(shape: readonly number[], options?: { seed?: number; std?: number }): Tensor;
  /** Uniform numbers in [low, high), by default [0, 1); the same on every platform. */
  randomUniform(
    shape: readonly number[],
    options?: { seed?: number; low?: number; high?: number },
  ): Tensor;
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
  /** Along `axis`, by default the last. A row that is all -Infinity gives NaN, as in NumPy. */
  softmax(x: TensorLike, options?: { axis?: number }): Tensor;
  /** One size may be -1: it is computed from the others. */
  reshape(x: TensorLike, shape: readonly number[]): Tensor;
  /** Reverses the axes unless `axes` names their new order. */
  transpose(x: TensorLike, axes?: readonly number[]): Tensor;
  concat(parts: readonly TensorLike[], axis?: number): Tensor;
  /** A number takes one index and drops the axis; [start, stop, step?] works as in Python. */
  slice(
    x: TensorLike,
    ranges: readonly (number | readonly [number | null, number | null, number?])[],
  ): Tensor;
  /**
   * |a - b| <= atol + rtol * |b| everywhere; defaults: rtol 1e-5, atol 1e-8. ConfigError for a
   * tolerance that is NaN or negative.
   */
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
  /** Default false. */
  bias?: boolean;
  /** What the scores are divided by. Default 'sqrt-d-head'; the others are mistakes to try. */
  scale?: 'sqrt-d-head' | 'sqrt-d-model' | 'none';
  /** How heads are combined before W_O. Default 'concat'; the others are the classic mistakes. */
  combine?: 'concat' | 'sum' | 'mean';
  /** Default true; false returns the combined heads. */
  outputProjection?: boolean;
  /** Default false; true: every head uses head 0's projections. */
  tieHeads?: boolean;
  /**
   * How scores depend on distance. 'alibi' lowers the score of a query and a key by their distance
   * (1 for neighbours), times a slope of the head: 1/2, 1/4, ... 1/256 for 8 heads (Press, Smith
   * and Lewis 2022; in both directions if attention is not causal). Default 'none'. 'alibi' cannot
   * be combined with a context, or with keys and values.
   */
  positions?: 'none' | 'alibi';
  /**
   * Draws the matrices that are not given, from N(0, 1 / fan_in). Biases that are not given are 0.
   * Default 0.
   */
  seed?: number;
}

export interface CheckpointOptions {
  /** From 0 on. */
  layer: number;
  /**
   * How the tensors are named in the file. 'manyheads', the default, is what `save` writes. 'gpt2':
   * h.N.attn.c_attn and c_proj, also below 'transformer.'; 'llama': layers.N.self_attn.q_proj,
   * k_proj, v_proj and o_proj, also below 'model.'. Rotary positions are not part of a layer: a
   * layer of a Llama computes without them.
   */
  naming?: 'manyheads' | 'gpt2' | 'llama';
  /** Settings that the file does not contain. 'gpt2' and 'llama' need numHeads. */
  config?: Partial<AttentionConfig>;
}

export interface AttentionWeights {
  /** [dModel, H*D] */
  wq: TensorLike;
  /** [dModel, G*D] */
  wk: TensorLike;
  /** [dModel, G*D] */
  wv: TensorLike;
  /** [H*D, dModel]; [D, dModel] if heads are summed or averaged */
  wo: TensorLike;
  bq: TensorLike;
  bk: TensorLike;
  bv: TensorLike;
  bo: TensorLike;
}

export interface ForwardOptions {
  /** Cross-attention: keys and values come from here, [B, S, dModel]. */
  context?: TensorLike;
  /**
   * Instead of a context, [B, S, dModel] each and both required: keys are projected from `keys`,
   * values from `values`.
   */
  keys?: TensorLike;
  values?: TensorLike;
  /** Query t sees keys 0 .. t + (S - T). With T > S the first T - S queries see nothing. */
  causal?: boolean;
  /**
   * If S differs from T. 'bottom-right', the default, is as above: what a cache needs.
   * 'top-left': query t sees keys 0 .. t, as with PyTorch's is_causal; a ConfigError unless causal.
   */
  causalAlignment?: 'bottom-right' | 'top-left';
  /**
   * Per batch row: only the first n keys are seen. What is hidden, here or by a mask, has the weight
   * 0, but must be finite: as in PyTorch, 0 times NaN or infinity is NaN. In backward that also counts
   * for its products with the gradient, which overflow for values near 3.4e38.
   */
  validLens?: readonly number[];
  /** [T, S] or [B, T, S], non-zero = may be seen. */
  mask?: TensorLike;
  /**
   * [T, S] or [B, H, T, S], without a batch axis also [H, T, S]: added to the scaled scores, such as
   * edited scores or ALiBi.
   */
  scoreBias?: TensorLike;
  /** [H], multiplies each head's output: 0 prunes it, if it is finite. */
  headMask?: readonly number[];
  /** On the weights, with inverted scaling; depends only on (seed, b, h, t, s). */
  dropout?: { rate: number; seed: number };
  /**
   * 'fused' never holds the T x S scores; 'reference' is the textbook path; 'auto', the default,
   * takes the faster one, which was 'fused' at every size that was measured. 'fused' adds weighted
   * values before it divides by the sum of their weights, so with values above 3.4e38 / S it may
   * overflow where 'reference' does not.
   */
  kernel?: 'auto' | 'fused' | 'reference';
  /** NaN or infinity in the input or the output is a ManyheadsError whose text names the position. */
  checkFinite?: boolean;
}

export interface OutOption {
  /**
   * The output is written into this array, which is `data` of the result. ShapeError if its length
   * is wrong; then nothing is written.
   */
  out?: Float32Array;
}

export interface CacheOptions {
  /** Default 1. */
  batch?: number;
  /** Tokens per batch row. */
  capacity: number;
  /**
   * Tokens per page. Memory is then allocated page by page as tokens come, and freed by reset().
   */
  pageSize?: number;
}
/**
 * Keys and values of the tokens so far, or the latents that they come from. It keeps its layer's
 * weights alive and unchanged.
 */
export interface KvCache extends Handle {
  /** Tokens in the cache, per batch row. */
  readonly length: number;
  readonly capacity: number;
  /** Bytes allocated now for keys and values; of a paged cache, for its pages. */
  readonly bytes: number;
  /**
   * The page table of a paged cache: which physical page holds tokens i * pageSize and after. A
   * page holds pageSize tokens of all batch rows and heads. The caches of a layer with the same
   * page size share their page numbers, and take the smallest free one. [] without pageSize.
   */
  readonly pages: readonly number[];
  /**
   * Appends x's keys and values, [B, T, dModel], and attends causally to all so far: one token
   * (decoding) or a chunk (prefill). Past the capacity: ConfigError, and nothing is written.
   */
  step(x: TensorLike): Tensor;
  /** Forgets all tokens. A paged cache frees its pages; a contiguous one keeps its memory. */
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
  /** The same weights with other settings. W_O's slices are averaged if heads become summed. */
  with(change: Partial<AttentionConfig>, weights?: Partial<AttentionWeights>): Attention;
  /** x [B, T, dModel] -> [B, T, dModel]; without an output projection the combined heads. */
  forward(x: TensorLike, options?: ForwardOptions & OutOption): Tensor;
  /** As forward, and also returns all intermediate results. */
  trace(x: TensorLike, options?: ForwardOptions): AttentionTrace;
  /**
   * As forward, computed as in FlashAttention: keys come in tiles, and a row of scores is never
   * complete. Equal to forward up to rounding: to 1e-6 of the largest value while scores are near 1,
   * more for larger ones (Milakov and Gimelshein 2018; Dao et al. 2022).
   */
  traceOnline(x: TensorLike, tile: Tile, options?: ForwardOptions): OnlineTrace;
  /**
   * As forward, in the order of a schedule, with everything that it moved between a large slow
   * memory and a small fast one. Counted are the loops that ran, for one head of the first batch
   * row, without projections. Equal to forward up to rounding, as traceOnline. 'cached', 'paged' and
   * 'chunked' need `causal: true`, and no context. @throws ConfigError, ShapeError
   */
  traceSchedule(x: TensorLike, schedule: Schedule, options?: ForwardOptions): ScheduleTrace;
  /**
   * Gradients of sum(output * dOutput); dOutput has the output's shape. Computes the forward part
   * again, with its own kernel. For tied heads, the gradient is in head 0's columns; the others are
   * 0.
   */
  backward(x: TensorLike, dOutput: TensorLike, options?: ForwardOptions): AttentionGradients;
  /** A cache for the keys and values of `capacity` tokens. */
  cache(options: CacheOptions): KvCache;
  /**
   * A layer with fewer key/value heads, whose number must divide this one's: each group's columns
   * of wk, wv, bk and bv become their mean, or the first head's (Ainslie et al. 2023, section 2.1).
   * Everything else is kept, tied heads too. The mean of identical heads is identical to them; the
   * outputs of such a layer change only by rounding, about 1e-6.
   */
  toGrouped(numKvHeads: number, options?: { from?: 'mean' | 'first' }): Attention;
  /**
   * The layer of latent attention that is nearest to this one on x, [B, T, dModel]: its latents
   * give the keys and values of x's tokens with the smallest sum of squared errors. They are the
   * main directions of keys and values together, 2 G D numbers per token; with that many latents
   * nothing is lost. ConfigError if 2 G D is above 256, and for what latent attention does not have:
   * biases, ALiBi, another scale, heads that are not concatenated or not projected.
   */
  toLatent(dLatent: number, x: TensorLike): LatentAttention;
  /** A safetensors file. attentionFromCheckpoint reads it as layer 0 and returns the same layer. */
  save(): Uint8Array;
}

/** A gradient has the shape of its tensor. Weights that the layer does not have have none. */
export interface AttentionGradients {
  /** In self-attention of all three paths: queries, keys and values. */
  dx: Tensor;
  /** If there was a context. */
  dContext?: Tensor;
  /** If there were keys and values. */
  dKeys?: Tensor;
  dValues?: Tensor;
  dwq: Tensor;
  dwk: Tensor;
  dwv: Tensor;
  dwo?: Tensor;
  dbq?: Tensor;
  dbk?: Tensor;
  dbv?: Tensor;
  dbo?: Tensor;
}

/** How many queries and keys are computed at a time. A number above T or S means all. */
export interface Tile {
  queries: number;
  keys: number;
}

/**
 * An order in which attention is computed. 'plain': all scores, all weights, then the sums, each
 * through slow memory. 'tiled': as FlashAttention, tile by tile, without those that `causal` and
 * `validLens` hide (Dao et al. 2022). 'cached': token by token against all so far; 'paged': the same
 * with keys and values in pages of `pageSize` tokens (Kwon et al. 2023); 'chunked': `chunk` tokens at
 * a time.
 */
export interface Schedule {
  kind: 'plain' | 'tiled' | 'cached' | 'paged' | 'chunked';
  /** 'tiled' requires it; the others check it, but do not use it. */
  tile?: Tile;
  /** 'paged' */
  pageSize?: number;
  /** 'chunked' */
  chunk?: number;
  /** Bytes that are counted per number; the computation is in float32. Default 4; 2 for FP16. */
  bytesPerNumber?: number;
}
/** Rows that move between the memories; of 'table', entries of 4 bytes. */
export interface ScheduleMove {
  what: 'queries' | 'keys' | 'values' | 'scores' | 'weights' | 'table' | 'output';
  /** Read to the fast memory, or written to the slow one. */
  to: 'fast' | 'slow';
  first: number;
  count: number;
  bytes: number;
}
export interface ScheduleStep {
  firstQuery: number;
  queries: number;
  firstKey: number;
  keys: number;
  /** For q k and weight v, and in tiles for rescaling the sums and mixes so far. */
  multiplications: number;
  /** The largest number of bytes in the fast memory at once. */
  heldBytes: number;
  /** In the order in which they ran. */
  moves: readonly ScheduleMove[];
}
export interface ScheduleTrace {
  steps: readonly ScheduleStep[];
  /** Bytes, of all steps. */
  read: number;
  written: number;
  multiplications: number;
  /** Bytes of slow memory that scores and weights took. */
  storedScores: number;
  /** [B, H, T, D] */
  heads: Tensor;
  /** [B, T, dModel] */
  output: Tensor;
}

/** The state of every query after each tile of keys; there are S / tile.keys tiles, rounded up. */
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
  /** [B, T, H*D]; [B, T, D] if heads are summed or averaged. */
  combined: Tensor;
  /** [B, T, dModel]; combined without an output projection. */
  output: Tensor;
}

export interface LatentAttentionConfig {
  dModel: number;
  numHeads: number;
  /** D, of values, and of keys without their rotary part. */
  dHead: number;
  /** Width of c_KV. The cache holds only c_KV and the rotary key. */
  dLatent: number;
  /** Absent: queries are not compressed. */
  dLatentQuery?: number;
  /** Even width of the decoupled rotary part; absent: none. */
  dRope?: number;
  /** Draws the weights that are not given, from N(0, 1 / fan_in). Default 0. */
  seed?: number;
}

/**
 * c_KV = x wdkv; K = c_KV wuk; V = c_KV wuv; Q = x wq, or (x wdq) wuq. Rotary parts: q_R from the
 * input of Q's projection, k_R = x wkr, one for all heads. Which optional weights a layer has
 * follows from `dLatentQuery` and `dRope`.
 *
 * score = (Q K^T + q_R k_R^T) / sqrt(dHead + dRope). Rotary pairs are (2i, 2i + 1), the angle is
 * position * 10000^(-2i / dRope) (Su et al. 2021). After DeepSeek-AI 2024 (DeepSeek-V2), sections
 * 2.1.2 and 2.1.3, without the norms of the latents.
 */
export interface LatentAttentionWeights {
  /** [dModel, dLatent] */
  wdkv: TensorLike;
  /** [dLatent, H*D] */
  wuk: TensorLike;
  /** [dLatent, H*D] */
  wuv: TensorLike;
  /** [dModel, H*D], if queries are not compressed */
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
  /** As passed; the default of `seed` is 0. */
  readonly config: Readonly<LatentAttentionConfig & { seed: number }>;
  /** A copy of the weights that the layer has. */
  weights(): { [K in keyof LatentAttentionWeights]?: Tensor };
  /**
   * x [B, T, dModel] -> [B, T, dModel]. Absorbed: W_UK is folded into the queries and W_UV comes
   * after the heads, which then attend to c_KV itself. The output is the same up to rounding: to
   * 1e-4 for outputs and scores near 1.
   */
  forward(x: TensorLike, options?: { causal?: boolean; absorbed?: boolean } & OutOption): Tensor;
  /**
   * As forward, expanded, with everything in between. `latent` is c_KV, [B, T, dLatent]; q and k
   * are [B, H, T, D + dRope], the rotary part last, and v is [B, H, T, D].
   */
  trace(x: TensorLike, options?: { causal?: boolean }): { latent: Tensor } & AttentionTrace;
  /** A cache for c_KV and the rotary key of `capacity` tokens; its steps run absorbed. */
  cache(options: CacheOptions): KvCache;
}

/** The sizes that decide what a model costs. */
export interface ModelShape {
  name?: string;
  dModel: number;
  numHeads: number;
  /** Default numHeads. */
  numKvHeads?: number;
  /** Default dModel / numHeads, which must then be a whole number. */
  dHead?: number;
  /** Biases of projections, norms, and relu or gelu feed-forward. Default false: norms are RMSNorm. */
  bias?: boolean;
  /** Default 1. */
  numLayers?: number;
  /** Absent: no feed-forward. */
  dFf?: number;
  /** relu (the default) and gelu have two matrices, swiglu and geglu have three. */
  activation?: 'relu' | 'gelu' | 'swiglu' | 'geglu';
  /** Absent: no embeddings. */
  vocabSize?: number;
  /** The embedding of tokens also reads the output. Default false: another matrix does. */
  tiedEmbeddings?: boolean;
  /** Rows of a learned position embedding; absent: none (sinusoidal or rotary positions). */
  learnedPositions?: number;
  /** Multi-head latent attention: without biases, and without numKvHeads. */
  latent?: {
    dLatent: number;
    /** Even; absent: no rotary part. */
    dRope?: number;
    /** Absent: queries are not compressed. */
    dLatentQuery?: number;
    /** Default dHead. */
    dValue?: number;
  };
}

export type ModelName =
  | 'gpt2-small'
  | 'gpt3-175b'
  | 'llama2-70b'
  | 'llama3.1-8b'
  | 'llama3.1-405b'
  | 'deepseek-v3'
  | 'vaswani-base';

/**
 * Exact arithmetic on whole numbers of up to 128 bits. A result of 2^53 or more is rounded to the
 * nearest double. A result of 2^128 or more, or a size of 2^53 or more, is an OutOfMemoryError.
 */
export interface Cost {
  /**
   * Frozen; spread one to change it. The totals of GPT-2 small, GPT-3 and the Llamas are those of
   * the real models. 'deepseek-v3' is attention only (its feed-forward is a mixture of experts),
   * and 'vaswani-base' is one stack without embeddings and biases; their totals count only that.
   */
  readonly models: Readonly<Record<ModelName, Readonly<ModelShape>>> &
    Readonly<Record<string, Readonly<ModelShape>>>;
  /**
   * One layer's projections with their biases, feedForward and perLayer = attention + feedForward;
   * the whole model's embeddings, norms (one in front of attention, one in front of a feed-forward,
   * one at the end) and total = numLayers * perLayer + embeddings + norms. Latent: wq is W_DQ, W_UQ
   * and W_QR (or W_Q and W_QR); wk W_DKV, W_KR and W_UK; wv W_UV; norms also count those of the
   * compressed vectors.
   */
  parameters(model: ModelShape): {
    wq: number;
    wk: number;
    wv: number;
    wo: number;
    attention: number;
    feedForward: number;
    perLayer: number;
    embeddings: number;
    norms: number;
    total: number;
  };
  /**
   * One layer's matrix products, two operations per multiply-add. projections: Q, K, V; output:
   * W_O; attention: the four together. Causal: scores and weightedSum are half. crossover: the
   * seqLen, not always a whole number, at which scores + weightedSum equal projections + output of
   * this model; crossoverWithFeedForward: ... + feedForward. Latent attention is counted in its
   * expanded form.
   *
   * decode: one step with a cache instead. Each sequence's newest token sees all seqLen tokens,
   * itself included, causal or not: 8 d^2 + 4 N d operations for plain attention, no term with N^2.
   * Latent attention is then counted absorbed, as with a cache: scores over dLatent + dRope
   * numbers.
   */
  flops(
    model: ModelShape,
    run: { seqLen: number; batch?: number; causal?: boolean; decode?: boolean },
  ): {
    projections: number;
    scores: number;
    weightedSum: number;
    output: number;
    attention: number;
    feedForward: number;
    crossover: number;
    crossoverWithFeedForward: number;
  };
  /** All parameters of the model; bytesPerElement as in kvCache. */
  weights(model: ModelShape, options?: { bytesPerElement?: number }): { bytes: number };
  /**
   * Keys and values of all layers; latent: dLatent + dRope numbers per token and layer. ratioToMha:
   * the share of the cache of multi-head attention, 1/8 for 8 key/value heads of 64.
   * bytesPerElement: from 1/1024 to 1024, default 2 (FP16); 0.75 is 6 bits. Bytes are the exact
   * product, rounded once if it has more than 53 bits.
   */
  kvCache(
    model: ModelShape,
    run: { seqLen: number; batch?: number; bytesPerElement?: number },
  ): { bytes: number; bytesPerToken: number; ratioToMha: number };
  /**
   * One layer's scores and weights, of all heads: for the textbook's kernel seqLen^2 of each per
   * head, for the fused one up to 32 rows of seqLen scores per head, which become the weights in
   * place. bytes = scores + weights; bytesPerElement as in kvCache.
   */
  attentionMemory(
    model: ModelShape,
    run: {
      seqLen: number;
      batch?: number;
      bytesPerElement?: number;
      kernel: 'reference' | 'fused';
    },
  ): { bytes: number; scores: number; weights: number };
}

export interface FeedForwardConfig {
  dModel: number;
  /** Width of the hidden layer. */
  dFf: number;
  /** 'gelu' is the exact one, by the error function. */
  activation: 'relu' | 'gelu' | 'swiglu' | 'geglu';
  /** Default false; swiglu and geglu have none. */
  bias?: boolean;
  /**
   * Draws the matrices that are not given, from N(0, 1 / fan_in). Biases that are not given are 0.
   * Default 0.
   */
  seed?: number;
}
export interface FeedForwardWeights {
  /** [dModel, dFf] */
  w1: TensorLike;
  /** [dFf, dModel] */
  w2: TensorLike;
  /** [dModel, dFf]; swiglu and geglu have it. */
  w3: TensorLike;
  b1: TensorLike;
  b2: TensorLike;
}
/**
 * relu, gelu: act(x w1 + b1) w2 + b2. swiglu: (silu(x w1) * (x w3)) w2; geglu: likewise with gelu
 * (Shazeer 2020).
 */
export interface FeedForward extends Handle {
  readonly config: Required<FeedForwardConfig>;
  /** A copy of the weights. */
  weights(): { [K in keyof FeedForwardWeights]?: Tensor };
  /** x [B, T, dModel] -> [B, T, dModel]. */
  forward(x: TensorLike, options?: OutOption): Tensor;
  /** As forward, and also returns all intermediate results. */
  trace(x: TensorLike): FeedForwardTrace;
  /** Gradients of sum(output * dOutput). relu has gradient 0 at 0. */
  backward(x: TensorLike, dOutput: TensorLike): FeedForwardGradients;
}
/** Each [B, T, dFf], except the output [B, T, dModel]. */
export interface FeedForwardTrace {
  /** x w1 + b1 */
  a: Tensor;
  /** relu(a), gelu(a) or silu(a), before b multiplies it. */
  activated: Tensor;
  /** x w3, of swiglu and geglu. */
  b?: Tensor;
  /** activated * b, or activated alone: what w2 reads. */
  hidden: Tensor;
  output: Tensor;
}
export interface FeedForwardGradients {
  dx: Tensor;
  dw1: Tensor;
  dw2: Tensor;
  dw3?: Tensor;
  db1?: Tensor;
  db2?: Tensor;
}

/**
 * Where one head looks: mean shares of its attention, over the queries that have such a key; null
 * if there is none. previous and first: from the second query on. duplicate: earlier tokens that
 * equal the query's own; induction: the tokens after those.
 */
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
  /** One per head. Without tokens, duplicate and induction are null. */
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

/**
 * Identities of attention, for any weights and x, [B, T, dModel]. Each runs both sides and returns
 * the largest |difference| between their outputs: rounding, about 1e-6 for outputs near 1, or NaN
 * if either side has NaN. The layer does not change.
 */
export interface Identities {
  /**
   * Heads side by side times W_O = the sum of each head, run as a layer by itself, times its rows
   * of W_O. ConfigError if heads are not concatenated or not projected, or have ALiBi.
   */
  concatIsSumOfSlices(layer: Attention, x: TensorLike): number;
  /**
   * H tied heads = one head with the sum of the H slices of W_O. If the heads are not tied, a tied
   * copy of the layer is used. ConfigError as above.
   */
  tiedIsOneNarrowHead(layer: Attention, x: TensorLike): number;
  /** Grouped heads = as many key/value heads as heads, with equal weights in each group. */
  groupedIsCopiedMultiHead(layer: Attention, x: TensorLike): number;
  /** A softmax over a row in tiles = a softmax over the whole row. */
  onlineIsPlainSoftmax(layer: Attention, x: TensorLike, tile: Tile): number;
  /**
   * Through a cache in chunks = all tokens at once, causal. The chunks add up to T. With pageSize
   * the cache is paged.
   */
  cachedIsFull(
    layer: Attention,
    x: TensorLike,
    chunks: readonly number[],
    pageSize?: number,
  ): number;
  /** Heads that attend to the latents themselves = heads with keys and values made of them. */
  absorbedIsExpanded(layer: LatentAttention, x: TensorLike): number;
  /**
   * Without a mask, tokens in another order give outputs in that order: order[t] moves to t.
   * ConfigError for ALiBi, which depends on positions.
   */
  permutationMoves(layer: Attention, x: TensorLike, order: readonly number[]): number;
  /**
   * Causal: output t does not depend on the tokens after t. Runs x, and then T times with other
   * tokens after t. Exactly 0 if all numbers are finite.
   */
  futureDoesNotMatter(layer: Attention, x: TensorLike): number;
  /**
   * Both sides of an identity, and their difference as above. Left and right are in the order of
   * its name, except for caches and tiles: there left is the full run or the plain softmax.
   * 'cachedIsFull' goes token by token. `layer` is latent for 'absorbedIsExpanded'.
   */
  sides(
    name: IdentityName,
    layer: Attention | LatentAttention,
    x: TensorLike,
    options?: IdentityOptions,
  ): IdentitySides;
  /**
   * The same with the usual mistake on the right side:
   *
   * - concatIsSumOfSlices: heads 0 and 1 have each other's rows of W_O
   * - tiedIsOneNarrowHead: the mean of W_O's slices instead of their sum
   * - groupedIsCopiedMultiHead: copies in the order 0 1 0 1 instead of 0 0 1 1
   * - onlineIsPlainSoftmax: nothing is rescaled when the maximum rises
   * - cachedIsFull, chunkedIsFull: the cache forgets before each token, or chunk
   * - pagedIsFull: the first page, once written, holds another sequence, x from back to front
   * - absorbedIsExpanded: every head has its neighbour's W_UV
   * - permutationMoves: both sides are causal; futureDoesNotMatter: neither side is
   *
   * ConfigError if there is nothing to break: one head or tied ones, one group or none, one tile,
   * page, chunk or token, an order that moves nothing.
   */
  broken(
    name: IdentityName,
    layer: Attention | LatentAttention,
    x: TensorLike,
    options?: IdentityOptions,
  ): IdentitySides;
}
export type IdentityName =
  Exclude<keyof Identities, 'sides' | 'broken'> | 'pagedIsFull' | 'chunkedIsFull';
/** Each is required by one identity; the others ignore it. */
export interface IdentityOptions {
  /** onlineIsPlainSoftmax */
  tile?: Tile;
  /** pagedIsFull */
  pageSize?: number;
  /** chunkedIsFull: they add up to T. */
  chunks?: readonly number[];
  /** permutationMoves */
  order?: readonly number[];
}
export interface IdentitySides {
  /** [B, T, dModel]; the heads side by side of a layer without an output projection. */
  left: Tensor;
  right: Tensor;
  /** The largest |left - right|. */
  difference: number;
}

/** Sizes, data and rules of a training run. Defaults depend on the task. */
export interface TrainerConfig {
  /**
   * 'relations': random letters; from position 5 on, the answers are the letters one, three and
   * five back and the first. 'relations-and-digit': the letters one and three back, the first and
   * the only digit. 'induction': the next token of a repeated sequence. 'sentences': who does what to
   * whom in a small English. Only 'sentences' is not causal.
   */
  task: 'relations' | 'relations-and-digit' | 'induction' | 'sentences';
  numHeads: number;
  /** Default numHeads. */
  numKvHeads?: number;
  /** Default 32; each head is dModel / numHeads wide. */
  dModel?: number;
  /** Default 16 for relations, 12 for relations-and-digit, 24 for induction, 14 for sentences. */
  seqLen?: number;
  /** Sequences per step. Default 32; 64 for sentences. */
  batch?: number;
  /** Default 0.01 for relations, 0.003 for relations-and-digit, 0.005 for the others. */
  learningRate?: number;
  /**
   * Default 1; 2 for induction. Several layers have residual connections; those of induction always
   * have them.
   */
  numLayers?: number;
  /** All heads share their projections: one set of parameters, not equal copies. Default false. */
  tieHeads?: boolean;
  /** Default 'concat'. */
  combine?: AttentionConfig['combine'];
  /** Default 'sqrt-d-head'. */
  scale?: AttentionConfig['scale'];
  /** Default true. */
  outputProjection?: boolean;
  /** Projections that all heads share, as shared parameters. Default: none. */
  share?: readonly ('q' | 'k' | 'v')[];
  /** Default 'adam', with betas 0.9 and 0.98. */
  optimizer?: 'adam' | 'sgd';
  /** Only for 'sgd'. Default 0.9. */
  momentum?: number;
  /** The largest norm of the gradient: a longer one is scaled down. Default Infinity. */
  gradientClip?: number;
  /** Default 0. */
  seed?: number;
  /** All heads start with equal weights of their own (not tied). Default false. */
  symmetricStart?: boolean;
  /** Standard deviation of the noise added to each head's weights after that. Default 0. Finite as float32. */
  startNoise?: number;
  /**
   * Keys and values are computed from latents of this width; W_DKV, W_UK and W_UV are learned
   * (multi-head latent attention). 0 in `config` without latents. Not with fewer key/value heads,
   * tied, shared, summed or unprojected heads, another scale, or the task 'induction'.
   */
  dLatent?: number;
}

export interface TrainingReport {
  /** Updates since the trainer was made. */
  step: number;
  /** Mean cross-entropy of the last batch in nats, before its update. NaN once it diverged. */
  loss: number;
  /** Accuracy on each relation in the last batch, before its update. NaN once it diverged. */
  accuracy: readonly number[];
  /** Its moving average from the first batch on: 0.9 of the old value and 0.1 of the last. */
  averageAccuracy: readonly number[];
  /** Euclidean, before clipping. NaN once it diverged. */
  gradientNorm: number;
  /** Whether the moving average of every relation is 0.99 or more. */
  solved: boolean;
  /** The first step with `solved`; null before that. */
  solvedAt: number | null;
  /**
   * The loss or the gradient was no longer finite. The last update, which `step` counts, is undone,
   * and further steps change nothing.
   */
  diverged: boolean;
}

/** A change of the trained model for one evaluation, which is not kept. */
export interface TrainerChange {
  /** [H], of every layer, or [L * H], layer after layer: multiplies the heads' outputs. */
  headMask?: readonly number[];
  /** Every head uses head 0's projections. */
  tieHeads?: boolean;
  outputProjection?: boolean;
  scale?: AttentionConfig['scale'];
}

/** What the heads look at, measured on the evaluation set. L layers, H heads, R relations. */
export interface HeadReading {
  /** [L, H, R]: mean weight on the position of a relation's answer. */
  mass: Tensor;
  /** [L, H]: mean entropy of the rows of weights in nats, at positions with a question. */
  entropy: Tensor;
}

/** What a model does with one sequence of T tokens. */
export interface TrainerSample {
  tokens: readonly string[];
  /** [T][R]; '' at positions without a question. */
  targets: readonly (readonly string[])[];
  /** [T][R] */
  predictions: readonly (readonly string[])[];
  /** One per layer, without a batch axis. */
  layers: readonly AttentionTrace[];
}

/** A small model that has only attention, its data and its optimiser. */
export interface Trainer extends Handle {
  readonly config: Required<TrainerConfig>;
  /** The names of the questions at a position. */
  readonly relations: readonly string[];
  /** The tokens that it knows. */
  readonly vocabulary: readonly string[];
  /** Shared parameters count once. */
  readonly parameterCount: number;
  /**
   * Trains on `count` batches, 1 by default, and reports the last one. A seed gives the same
   * batches and the same start everywhere, and the same losses on the same machine. On other
   * machines sums are rounded differently, and the difference grows: losses of 'relations' agree
   * with float64 to a relative 1e-5 for 30 steps, 1e-4 for 50 and 1e-3 for 80 (measured over 20
   * seeds).
   */
  step(count?: number): TrainingReport;
  /**
   * On 512 sequences that are drawn from the seed apart from those of the training. 'sentences'
   * keeps sentences for it that are never trained on. Random letters are drawn anew: with a very
   * short seqLen, training sees the same sequences too. A headMask so large that numbers overflow
   * gives an infinite loss, or NaN.
   */
  evaluate(change?: TrainerChange): { loss: number; accuracy: readonly number[] };
  /**
   * What a model reaches without learning: the accuracy of always giving the most frequent answer
   * of the evaluation, and the loss of predicting how frequent each answer is. For random letters
   * about 1/8 and ln 8.
   */
  chance(): { loss: number; accuracy: readonly number[] };
  /**
   * The accuracy of each relation with each head pruned, in every layer or in `layer`:
   * [H, relations].
   */
  ablation(options?: { layer?: number }): Tensor;
  /** What each head looks at: its mean weight on the answers' positions, and its entropy. */
  reading(): HeadReading;
  /**
   * Runs the model on these tokens, or on a sequence like those of the evaluation, drawn by seed.
   */
  sample(options?: { seed?: number; tokens?: readonly string[] }): TrainerSample;
  /**
   * The input of the first layer: token and position embeddings, [T, dModel]. Those of 'induction'
   * have no positions, since its layers add them to what queries and keys are made from.
   */
  embed(tokens: readonly string[]): Tensor;
  /**
   * The model's answers for an output of its last layer, [T, dModel], which may have been changed:
   * the probability of each token of the vocabulary as a relation's answer, [T, relations,
   * vocabulary]. With several layers, and for 'induction', a layer's output is added to its input:
   * then pass the sum of embed() and of the outputs of all layers.
   */
  readOut(output: TensorLike): Tensor;
  /**
   * A layer of attention with a copy of the weights of this model's layer; 0 by default. Run it with
   * `causal: true`, except for 'sentences'. For 'induction' its output is another than in the model,
   * which adds positions to what queries and keys are made from.
   */
  attention(layer?: number): Attention;
  /** A new trainer on the same task with pooled key/value heads, a fresh optimiser, at step 0. */
  toGrouped(numKvHeads: number, options?: { from?: 'mean' | 'first' }): Trainer;
  /**
   * A layer of a model with latents, as latent attention: absorbed and expanded, its output is that
   * of `attention(layer)`, with `causal` as there. ConfigError for a model without latents.
   */
  latentAttention(layer?: number): LatentAttention;
  /**
   * A new trainer with latents of this width in every layer, nearest to the keys and values of 64
   * sequences of the evaluation; a fresh optimiser, at step 0. ConfigError as for dLatent.
   */
  toLatent(dLatent: number): Trainer;
  /** safetensors, which engine.trainerFromCheckpoint reads: the model, not the optimiser's state. */
  save(): Uint8Array;
}

export interface ShapeQuestion {
  id: string;
  /** In English. `stage` is its id. */
  prompt: string;
  /** Named sizes of this instance: { B: 2, T: 6, d_model: 64, H: 4, ... } */
  sizes: Readonly<Record<string, number>>;
  code?: string;
  stage: string;
  level: number;
}
export interface ShapeVerdict {
  correct: boolean;
  /** The shape of the tensor that the core computed. */
  actual: readonly number[];
  /** First wrong axis; null if the rank is wrong or the answer is right. */
  axis: number | null;
  /** What this answer usually means: 'not-split', 'transposed', 'd-model-for-d-head', ... */
  misconception: string | null;
  explanation: string;
  /**
   * Which sentence `explanation` is: the misconception, or 'right', 'rank', 'order' (only the order
   * is wrong) or 'axis'. With it and `values`, a page can write it in another language.
   */
  explanationId: string;
  /** What the sentence mentions. */
  values: {
    stage: string;
    /** The right axes: ['B', 'H', 'T', 'd_head']. */
    axes: readonly string[];
    /** Sizes of the question and of the right axes: { B: 2, T: 6, 'H*d_head': 64 }. */
    sizes: Readonly<Record<string, number>>;
    /** The right axes whose size is missing in an answer of another rank. */
    missing: readonly string[];
    /** The name of the size at the wrong axis, 'T'; null if the question has no such size. */
    found: string | null;
  };
  details: Readonly<Record<string, string | number>>;
}
/** The result of a chain of patterns on elements that know their origin. */
export interface PatternRun {
  shape: readonly number[];
  /** Elements that are not where `expected` puts them; all of them if the shape differs. */
  misplaced: number;
  /** In row-major order, by the names of `expected`; null if the shape differs or all is right. */
  firstMisplaced: {
    at: readonly number[];
    /** Where the element at this place belongs. */
    belongsAt: readonly number[];
    holds: Readonly<Record<string, number>>;
    shouldHold: Readonly<Record<string, number>>;
  } | null;
  /** In words: which element is where, and where it should be. */
  explanation: string;
  /** The axes of the first tensor, outermost first: { b: 1, t: 3, h: 2, d: 2 }. */
  axes: Readonly<Record<string, number>>;
  /** What these axes are, by the core's names: { b: 'B', t: 'T', h: 'H', d: 'd_head' }. */
  meanings: Readonly<Record<string, string>>;
  /** For each element, which one of the first tensor it was, counted in row-major order. */
  origins: Tensor;
  /** The same for the result of `expected`. */
  wanted: Tensor;
}
export interface ShapeChecks {
  /**
   * A shape as people write it: "[B, H, T, d_k]", "(2, 4, 6, 16)", "B x T x H*d_head", "b t (h d)",
   * "[B, T+n]". Throws a FormatError with the column and what to write instead.
   */
  parse(text: string, sizes: Readonly<Record<string, number>>): number[];
  /** Sizes are drawn so that all named ones differ. Same options, same question. */
  question(options: { seed: number; level: 1 | 2 | 3 | 4 | 5; stage?: string }): ShapeQuestion;
  /** Runs the stage on the core and grades the answer against the shape that came out. */
  check(question: ShapeQuestion, answer: string): ShapeVerdict;
  /**
   * Runs a learner's chain on elements that know their origin, so that a right shape with wrong
   * contents is found.
   * @param steps     each "b t (h d) -> b h t d" as in einops, where names on the right alone
   *                  repeat, "reshape(b, t, h, -1)", "transpose(0, 2, 1, 3)" or "swapaxes(1, 2)"; a
   *                  blank one does nothing
   * @param expected  one pattern from the first tensor to the goal. Its left side is the tensor
   *                  that the steps start from, and its names identify the elements.
   * @throws FormatError with the column, its message beginning with "step 2"; ShapeError if a
   *         step does not fit (`argument` is "step 2") or makes more than 2^20 elements
   */
  runPattern(
    steps: readonly string[],
    sizes: Readonly<Record<string, number>>,
    expected: string,
  ): PatternRun;
}

/**
 * Formulas as people write them: "sqrt(d_k)", "2·L·8·128·N", "d_head**0.5", "d_model / √h", "2^20".
 * Functions: sqrt, exp, log (natural, also ln), log2, ceil, floor, min, max, also as math.sqrt or
 * np.exp. In double precision. A name without a value takes that of an alias, as in shapes: T, N, n,
 * L and seq_len are one, as are d_head, d_k, d and D. Give each name that is meant as another its
 * own value, such as L for the number of layers.
 */
export interface Formulas {
  /**
   * @throws FormatError with the column for invalid text and unknown names, and if the value is not
   * finite
   */
  evaluate(text: string, values: Readonly<Record<string, number>>): number;
  /**
   * Whether both agree to 1e-9 of their size in nine fixed draws of their names, whole and large
   * ones among them. A name may follow from those before it: "d_model = num_heads*d_head".
   *
   * @throws FormatError with the column for invalid text and unknown names
   */
  sameValue(a: string, b: string, names: readonly string[]): boolean;
}
