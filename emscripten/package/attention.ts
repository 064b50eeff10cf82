/** An attention layer. Checks and converts settings and tensors; the core computes. */
import type {
  Attention,
  AttentionConfig,
  AttentionGradients,
  AttentionTrace,
  AttentionWeights,
  CacheOptions,
  CheckpointOptions,
  ForwardOptions,
  KvCache,
  LatentAttention,
  OnlineTrace,
  OutOption,
  Schedule,
  ScheduleMove,
  ScheduleStep,
  ScheduleTrace,
  Tensor,
  TensorLike,
  Tile,
} from './contract.js';
import type { Answer, Exchange } from './exchange.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { LayerCache } from './kv-cache.js';
import { LatentAttentionLayer } from './latent-attention.js';
import { readBytes, readTensor, takeOut, type Elements } from './reading.js';
import {
  count,
  flag,
  listOf,
  number,
  oneOf,
  required,
  seed,
  settings,
  size,
  wholeNumber,
} from './settings.js';
import { nameTensors, TRACE } from './traces.js';
import { sendWeights } from './weights.js';

// All in the order of the core's enumerations.
export const SCALES = ['sqrt-d-head', 'sqrt-d-model', 'none'] as const;
export const COMBINES = ['concat', 'sum', 'mean'] as const;
const ALIGNMENTS = ['bottom-right', 'top-left'] as const;
const KERNELS = ['auto', 'fused', 'reference'] as const;
export const POOLINGS = ['mean', 'first'] as const;

const CONFIG = {
  dModel: size,
  numHeads: size,
  numKvHeads: size,
  dHead: size,
  bias: flag,
  scale: oneOf(...SCALES),
  combine: oneOf(...COMBINES),
  outputProjection: flag,
  tieHeads: flag,
  seed,
};

const NAMINGS = ['manyheads', 'gpt2', 'llama'] as const;
const CHECKPOINT = {
  layer: seed,
  naming: oneOf(...NAMINGS),
  config: (value: unknown) => settings('config', value, CONFIG),
};

const WEIGHTS = ['wq', 'wk', 'wv', 'wo', 'bq', 'bk', 'bv', 'bo'] as const;
/** In the order of the core's AttentionGradients, after dx. */
const GRADIENTS = ['dContext', 'dKeys', 'dValues', ...WEIGHTS.map((name) => `d${name}`)];

/** In the order of the core's OnlineTrace. */
const ONLINE_TRACE = ['runningMax', 'runningSum', 'rescale', 'partial', 'heads', 'output'] as const;

// Both in the order of the core's enumerations.
const SCHEDULES = ['plain', 'tiled', 'cached', 'paged', 'chunked'] as const;
const MOVED = ['queries', 'keys', 'values', 'scores', 'weights', 'table', 'output'] as const;

const SCHEDULE = {
  kind: oneOf(...SCHEDULES),
  tile: readTile,
  pageSize: count,
  chunk: count,
  bytesPerNumber: number,
};

const OPTIONS = {
  context: readTensor,
  keys: readTensor,
  values: readTensor,
  mask: readTensor,
  scoreBias: readTensor,
  headMask: (value: unknown, name: string) => readTensor(listOf(number)(value, name), name),
  causal: flag,
  causalAlignment: oneOf(...ALIGNMENTS),
  validLens: listOf(wholeNumber),
  dropout: (value: unknown) => {
    const { rate, seed: from } = settings('dropout', value, { rate: number, seed }, 'dropout.');
    return {
      rate: required(rate, 'dropout.rate', 'options'),
      seed: required(from, 'dropout.seed', 'options'),
    };
  },
  kernel: oneOf(...KERNELS),
  checkFinite: flag,
};

export class AttentionLayer extends CoreHandle implements Attention {
  readonly config: Required<AttentionConfig>;
  readonly #exchange: Exchange;
  readonly #registry: HandleRegistry;
  #lastKernel: 'fused' | 'reference' | null = null;

  /** @param answer  from a call that created a layer: its number and configuration */
  private constructor(exchange: Exchange, registry: HandleRegistry, answer: Answer) {
    const number = answer.number();
    const config = Object.freeze(fromNumbers(answer));
    const bytes = exchange.raw.attention_bytes(number); // does not depend on the weights
    super(registry, 'attention', {
      number,
      bytes: () => bytes,
      release: () => exchange.raw.release_attention(number),
    });
    this.#exchange = exchange;
    this.#registry = registry;
    this.config = config;
  }

  static create(
    exchange: Exchange,
    registry: HandleRegistry,
    config: AttentionConfig,
    weights?: Partial<AttentionWeights>,
  ): AttentionLayer {
    const checked = settings('config', config, CONFIG);
    required(checked.dModel, 'dModel', 'config');
    required(checked.numHeads, 'numHeads', 'config');
    sendWeights(exchange, WEIGHTS, weights, toNumbers({ ...UNSET, ...checked }));
    const made = exchange.answer(exchange.raw.create_attention());
    return new AttentionLayer(exchange, registry, made);
  }

  /** @param answer  from a call that created a layer for another handle */
  static copied(exchange: Exchange, registry: HandleRegistry, answer: Answer): AttentionLayer {
    return new AttentionLayer(exchange, registry, answer);
  }

  static fromCheckpoint(
    exchange: Exchange,
    registry: HandleRegistry,
    bytes: Uint8Array | ArrayBuffer,
    options: CheckpointOptions,
  ): AttentionLayer {
    const file = readBytes(bytes, 'bytes');
    const checked = settings('options', options, CHECKPOINT);
    const layer = required(checked.layer, 'layer', 'options');
    const { raw } = exchange;
    exchange.send(
      file.length,
      layer,
      NAMINGS.indexOf(checked.naming ?? 'manyheads'),
      ...toPartialNumbers(checked.config ?? {}),
    );
    const read = () => exchange.answer(raw.attention_from_checkpoint());
    return new AttentionLayer(exchange, registry, exchange.withCheckpoint(file, read));
  }

  get lastKernel(): 'fused' | 'reference' | null {
    return this.#lastKernel;
  }

  weights(): { [K in keyof AttentionWeights]?: Tensor } {
    return this.#exchange.answer(this.#exchange.raw.weights(this.number)).present(WEIGHTS);
  }

  setWeights(weights: Partial<AttentionWeights>): void {
    const { number } = this;
    sendWeights(this.#exchange, WEIGHTS, weights);
    this.#exchange.answer(this.#exchange.raw.set_weights(number));
  }

  with(change: Partial<AttentionConfig>, weights?: Partial<AttentionWeights>): Attention {
    const { number } = this;
    const merged = { ...withoutDerived(this.config), ...settings('change', change, CONFIG) };
    sendWeights(this.#exchange, WEIGHTS, weights, toNumbers(merged));
    const made = this.#exchange.answer(this.#exchange.raw.attention_with(number));
    return new AttentionLayer(this.#exchange, this.#registry, made);
  }

  forward(x: TensorLike, options?: ForwardOptions & OutOption): Tensor {
    const { number } = this;
    const { others, out } = takeOut(options);
    const hasOptions = this.#putInputs(x, others);
    const answer = this.#exchange.answer(this.#exchange.raw.forward(number, hasOptions));
    const kernel = KERNELS[answer.number()] as 'fused' | 'reference';
    const output = answer.tensor(out);
    this.#lastKernel = kernel;
    return output;
  }

  trace(x: TensorLike, options?: ForwardOptions): AttentionTrace {
    const { number } = this;
    const hasOptions = this.#putInputs(x, options);
    const answer = this.#exchange.answer(this.#exchange.raw.trace(number, hasOptions));
    this.#lastKernel = 'reference';
    return nameTensors(TRACE, answer) as unknown as AttentionTrace;
  }

  traceOnline(x: TensorLike, tile: Tile, options?: ForwardOptions): OnlineTrace {
    const { number } = this;
    const { queries, keys } = readTile(tile);
    const hasOptions = this.#putInputs(x, options);
    const answer = this.#exchange.answer(
      this.#exchange.raw.trace_online(number, queries, keys, hasOptions),
    );
    return nameTensors(ONLINE_TRACE, answer) as unknown as OnlineTrace;
  }

  traceSchedule(x: TensorLike, schedule: Schedule, options?: ForwardOptions): ScheduleTrace {
    const { number } = this;
    const order = readSchedule(schedule);
    const hasOptions = this.#putInputs(x, options, undefined, order);
    if (!hasOptions) this.#exchange.send(...order);
    return scheduleTrace(
      this.#exchange.answer(this.#exchange.raw.trace_schedule(number, hasOptions)),
    );
  }

  backward(x: TensorLike, dOutput: TensorLike, options?: ForwardOptions): AttentionGradients {
    const { number } = this;
    const hasOptions = this.#putInputs(x, options ?? {}, readTensor(dOutput, 'dOutput'));
    const answer = this.#exchange.answer(this.#exchange.raw.backward(number, hasOptions));
    return { dx: answer.tensor(), ...answer.present(GRADIENTS) } as AttentionGradients;
  }

  cache(options: CacheOptions): KvCache {
    const { raw } = this;
    const { dModel, numHeads, dHead, combine, outputProjection } = this.config;
    const width = outputProjection ? dModel : combine === 'concat' ? numHeads * dHead : dHead;
    const create = () => this.#exchange.raw.create_cache(raw.number);
    return LayerCache.create(this.#exchange, this.#registry, raw, create, options, width);
  }

  toGrouped(numKvHeads: number, options?: { from?: 'mean' | 'first' }): Attention {
    const { number } = this;
    const wanted = size(numKvHeads, 'numKvHeads');
    const { from = 'mean' } = settings('options', options, { from: oneOf(...POOLINGS) });
    const made = this.#exchange.answer(
      this.#exchange.raw.attention_to_grouped(number, wanted, POOLINGS.indexOf(from)),
    );
    return new AttentionLayer(this.#exchange, this.#registry, made);
  }

  toLatent(dLatent: number, x: TensorLike): LatentAttention {
    const { number } = this;
    const wanted = size(dLatent, 'dLatent');
    this.#exchange.putOne(0, readTensor(x, 'x'));
    const made = this.#exchange.raw.attention_to_latent(number, wanted);
    return LatentAttentionLayer.made(this.#exchange, this.#registry, this.#exchange.answer(made));
  }

  save(): Uint8Array {
    const file = this.#exchange.tensor(this.#exchange.raw.save_attention(this.number));
    return new Uint8Array(file.data.buffer as ArrayBuffer);
  }

  /**
   * Copies x and the tensors among the options into their slots. Returns whether any is set.
   * @param before  goes in front of the options in the message
   */
  #putInputs(
    x: TensorLike,
    options?: ForwardOptions,
    dOutput?: Elements,
    before: readonly number[] = [],
  ): boolean {
    if (options === undefined) {
      // the usual call in lessons; this saves a tenth of its time
      this.#exchange.putOne(0, readTensor(x, 'x'));
      return false;
    }
    const checked = settings('options', options, OPTIONS);
    const { context, keys, values, mask, scoreBias, headMask, dropout, validLens } = checked;
    const tensors = [context, keys, values, mask, scoreBias, headMask];
    this.#exchange.put([readTensor(x, 'x'), ...tensors, dOutput]);
    if (Object.keys(checked).length === 0) return false;
    this.#exchange.send(
      ...before,
      ...tensors.map((tensor) => tensor !== undefined),
      checked.causal ?? false,
      ALIGNMENTS.indexOf(checked.causalAlignment ?? 'bottom-right'),
      checked.checkFinite ?? false,
      KERNELS.indexOf(checked.kernel ?? 'auto'),
      ...(dropout ? [true, dropout.rate, dropout.seed] : [false]),
      ...(validLens ? [true, validLens] : [false]),
    );
    return true;
  }
}

export function readTile(tile: unknown): Tile {
  const checked = settings('tile', tile, { queries: count, keys: count }, 'tile.');
  return {
    queries: required(checked.queries, 'tile.queries', 'tile'),
    keys: required(checked.keys, 'tile.keys', 'tile'),
  };
}

/** What a kind of schedule cannot do without. */
const NEEDED: { readonly [kind in Schedule['kind']]?: 'tile' | 'pageSize' | 'chunk' } = {
  tiled: 'tile',
  paged: 'pageSize',
  chunked: 'chunk',
};

/** In the order in which the core reads. */
function readSchedule(schedule: unknown): number[] {
  const checked = settings('schedule', schedule, SCHEDULE);
  const kind = required(checked.kind, 'kind', 'schedule');
  const needed = NEEDED[kind];
  if (needed) required(checked[needed], needed, `a ${kind} schedule`);
  const { tile, pageSize = 0, chunk = 0, bytesPerNumber = 4 } = checked;
  const sizes = [tile?.queries ?? 0, tile?.keys ?? 0, pageSize, chunk];
  return [SCHEDULES.indexOf(kind), ...sizes, bytesPerNumber];
}

function scheduleTrace(answer: Answer): ScheduleTrace {
  const storedScores = answer.number();
  const steps = answer.list((): ScheduleStep => ({
    firstQuery: answer.number(),
    queries: answer.number(),
    firstKey: answer.number(),
    keys: answer.number(),
    multiplications: answer.number(),
    heldBytes: answer.number(),
    moves: answer.list((): ScheduleMove => ({
      what: MOVED[answer.number()]!,
      to: answer.flag() ? 'fast' : 'slow',
      first: answer.number(),
      count: answer.number(),
      bytes: answer.number(),
    })),
  }));
  const [read, written, multiplications] = [answer.number(), answer.number(), answer.number()];
  const [heads, output] = [answer.tensor(), answer.tensor()];
  return { steps, read, written, multiplications, storedScores, heads, output };
}

type AnyConfig = Omit<Required<AttentionConfig>, 'numKvHeads' | 'dHead'> & {
  numKvHeads?: number | undefined;
  dHead?: number | undefined;
};

const UNSET: AnyConfig = {
  dModel: 0,
  numHeads: 0,
  bias: false,
  scale: 'sqrt-d-head',
  combine: 'concat',
  outputProjection: true,
  tieHeads: false,
  seed: 0,
};

/** Removes widths that had default values, so that they are computed again. */
function withoutDerived(config: Required<AttentionConfig>): AnyConfig {
  const followed = config.dHead * config.numHeads === config.dModel;
  return {
    ...config,
    dHead: followed ? undefined : config.dHead,
    numKvHeads: config.numKvHeads === config.numHeads ? undefined : config.numKvHeads,
  };
}

/** In the order in which the core reads and answers. */
function toNumbers(config: AnyConfig): number[] {
  return [
    config.dModel,
    config.numHeads,
    config.numKvHeads ?? 0,
    config.dHead ?? 0,
    Number(config.bias),
    SCALES.indexOf(config.scale),
    COMBINES.indexOf(config.combine),
    Number(config.outputProjection),
    Number(config.tieHeads),
    config.seed,
  ];
}

/** Like toNumbers, with -1 for missing settings. */
function toPartialNumbers(config: Partial<AnyConfig>): number[] {
  const numbers = toNumbers({ ...UNSET, ...config });
  return Object.keys(CONFIG).map((key, i) => (key in config ? numbers[i]! : -1));
}

function fromNumbers(answer: Answer): Required<AttentionConfig> {
  return {
    dModel: answer.number(),
    numHeads: answer.number(),
    numKvHeads: answer.number(),
    dHead: answer.number(),
    bias: answer.flag(),
    scale: SCALES[answer.number()]!,
    combine: COMBINES[answer.number()]!,
    outputProjection: answer.flag(),
    tieHeads: answer.flag(),
    seed: answer.number(),
  };
}
