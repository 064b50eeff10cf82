/** A layer of attention: settings and tensors are checked and converted here, computed in the core. */
import type {
  AttentionConfig as RawConfig,
  ForwardOptions as RawOptions,
  MainModule,
  MultiHeadAttention,
} from '../../build/wasm/manyheads.mjs';
import type {
  Attention,
  AttentionConfig,
  AttentionTrace,
  AttentionWeights,
  ForwardOptions,
  Tensor,
  TensorLike,
} from './contract.js';
import type { Exchange } from './exchange.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { readTensor } from './reading.js';
import {
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

const SCALES = ['sqrt-d-head', 'sqrt-d-model', 'none'] as const;
const COMBINES = ['concat', 'sum', 'mean'] as const;
const KERNELS = ['auto', 'fused', 'reference'] as const;

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

/** In the order of the core's WeightName. */
const WEIGHTS = ['wq', 'wk', 'wv', 'wo', 'bq', 'bk', 'bv', 'bo'] as const;
const WEIGHT_CHECKS = Object.fromEntries(WEIGHTS.map((name) => [name, readTensor]));

/** In the order of the core's AttentionTrace. */
const TRACE = [
  'q',
  'k',
  'v',
  'scores',
  'maskedScores',
  'weights',
  'heads',
  'combined',
  'output',
] as const;

const OPTIONS = {
  context: readTensor,
  mask: readTensor,
  scoreBias: readTensor,
  headMask: (value: unknown, name: string) => readTensor(listOf(number)(value, name), name),
  causal: flag,
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

export class AttentionLayer extends CoreHandle<MultiHeadAttention> implements Attention {
  readonly config: Required<AttentionConfig>;
  readonly #exchange: Exchange;
  readonly #registry: HandleRegistry;
  #lastKernel: 'fused' | 'reference' | null = null;

  private constructor(exchange: Exchange, registry: HandleRegistry, raw: MultiHeadAttention) {
    super(registry, 'attention', raw);
    this.#exchange = exchange;
    this.#registry = registry;
    this.config = Object.freeze(fromRaw(raw.config(), exchange.raw));
  }

  static create(
    exchange: Exchange,
    registry: HandleRegistry,
    config: AttentionConfig,
    weights?: Partial<AttentionWeights>,
  ): AttentionLayer {
    const given = settings('config', config, CONFIG);
    required(given.dModel, 'dModel', 'config');
    required(given.numHeads, 'numHeads', 'config');
    const raw = toRaw({ ...UNSET, ...given }, exchange.raw);
    const names = putWeights(exchange, weights);
    return new AttentionLayer(
      exchange,
      registry,
      exchange.given(exchange.raw.create_attention(raw, names)),
    );
  }

  get lastKernel(): 'fused' | 'reference' | null {
    return this.#lastKernel;
  }

  weights(): { [K in keyof AttentionWeights]?: Tensor } {
    this.#exchange.check(this.raw.weights());
    const { bias, outputProjection } = this.config;
    const weights: { [K in keyof AttentionWeights]?: Tensor } = {};
    WEIGHTS.forEach((name, slot) => {
      const has = (bias || name.startsWith('w')) && (outputProjection || !name.endsWith('o'));
      if (has) weights[name] = this.#exchange.take(slot);
    });
    return weights;
  }

  setWeights(weights: Partial<AttentionWeights>): void {
    const { raw } = this;
    this.#exchange.check(raw.set_weights(putWeights(this.#exchange, weights)));
  }

  with(change: Partial<AttentionConfig>, weights?: Partial<AttentionWeights>): Attention {
    const { raw } = this;
    const merged = { ...derived(this.config), ...settings('change', change, CONFIG) };
    const names = putWeights(this.#exchange, weights);
    return new AttentionLayer(
      this.#exchange,
      this.#registry,
      this.#exchange.given(raw.with(toRaw(merged, this.#exchange.raw), names)),
    );
  }

  forward(x: TensorLike, options?: ForwardOptions): Tensor {
    const { raw } = this;
    const rawOptions = this.#putInputs(x, options);
    const output = this.#exchange.takeIf(rawOptions ? raw.forward_with(rawOptions) : raw.forward());
    this.#lastKernel = raw.ran_fused() ? 'fused' : 'reference';
    return output;
  }

  trace(x: TensorLike, options?: ForwardOptions): AttentionTrace {
    const { raw } = this;
    const rawOptions = this.#putInputs(x, options) ?? this.#rawOptions({});
    this.#exchange.check(raw.trace(rawOptions));
    this.#lastKernel = 'reference';
    const tensors = TRACE.map((name, slot) => [name, this.#exchange.take(slot)] as const);
    return Object.fromEntries(tensors) as unknown as AttentionTrace;
  }

  /** Copies x and the tensors among the options into their slots. Undefined where none is set. */
  #putInputs(x: TensorLike, options?: ForwardOptions): RawOptions | undefined {
    const given = settings('options', options, OPTIONS);
    const { context, mask, scoreBias, headMask } = given;
    this.#exchange.put([readTensor(x, 'x'), context, mask, scoreBias, headMask]);
    return Object.keys(given).length > 0 ? this.#rawOptions(given) : undefined;
  }

  #rawOptions(given: ReturnType<typeof settings<typeof OPTIONS>>): RawOptions {
    return {
      context: given.context !== undefined,
      mask: given.mask !== undefined,
      score_bias: given.scoreBias !== undefined,
      head_mask: given.headMask !== undefined,
      causal: given.causal ?? false,
      check_finite: given.checkFinite ?? false,
      dropout: given.dropout !== undefined,
      dropout_rate: given.dropout?.rate ?? 0,
      dropout_seed: given.dropout?.seed ?? 0,
      kernel: this.#exchange.raw.Kernel[given.kernel ?? 'auto'],
      valid_lens: given.validLens,
    };
  }
}

/** Copies weights into the first slots. Returns their names in that order. */
function putWeights(exchange: Exchange, weights: unknown): string[] {
  const given = Object.entries(settings('weights', weights, WEIGHT_CHECKS));
  exchange.put(given.map(([, weight]) => weight));
  return given.map(([name]) => name);
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

/** Widths that followed from others follow again when those change. */
function derived(config: Required<AttentionConfig>): AnyConfig {
  const followed = config.dHead * config.numHeads === config.dModel;
  return {
    ...config,
    dHead: followed ? undefined : config.dHead,
    numKvHeads: config.numKvHeads === config.numHeads ? undefined : config.numKvHeads,
  };
}

function toRaw(config: AnyConfig, { Scale, Combine }: MainModule): RawConfig {
  return {
    d_model: config.dModel,
    num_heads: config.numHeads,
    num_kv_heads: config.numKvHeads ?? 0,
    d_head: config.dHead ?? 0,
    bias: config.bias,
    scale: Scale[config.scale.replaceAll('-', '_') as keyof typeof Scale],
    combine: Combine[config.combine],
    output_projection: config.outputProjection,
    tie_heads: config.tieHeads,
    seed: config.seed,
  };
}

function fromRaw(raw: RawConfig, { Scale, Combine }: MainModule): Required<AttentionConfig> {
  return {
    dModel: raw.d_model,
    numHeads: raw.num_heads,
    numKvHeads: raw.num_kv_heads,
    dHead: raw.d_head,
    bias: raw.bias,
    scale: SCALES.find(
      (name) => raw.scale === Scale[name.replaceAll('-', '_') as keyof typeof Scale],
    )!,
    combine: COMBINES.find((name) => raw.combine === Combine[name])!,
    outputProjection: raw.output_projection,
    tieHeads: raw.tie_heads,
    seed: raw.seed,
  };
}
