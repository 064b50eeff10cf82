/** An attention layer. Checks and converts settings and tensors; the core computes. */
import type { Answer } from './answer.js';
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
  ScheduleTrace,
  Tensor,
  TensorLike,
  Tile,
} from './contract.js';
import type { Exchange, MessageValue, Operation, Parts } from './exchange.js';
import { fieldChecks, fieldSettings, toNumbers } from './field-kinds.js';
import {
  ATTENTION_CONFIG,
  ATTENTION_GRADIENTS,
  ATTENTION_TRACE,
  DROPOUT,
  FORWARD_INPUTS,
  FORWARD_OPTIONS,
  HEAD_POOLING,
  KERNEL,
  LAYER_SOURCE,
  ONLINE_TRACE,
  SCHEDULE,
  SCHEDULE_STEPS,
  SCHEDULE_TRACE,
  TILE,
  WEIGHT_NAME,
} from './fields.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { LayerCache } from './kv-cache.js';
import { LatentAttentionLayer } from './latent-attention.js';
import { readBytes, readTensor, takeOut, type Elements } from './reading.js';
import {
  factor,
  listOf,
  number,
  oneOf,
  required,
  settings,
  size,
  wholeFromZero,
  wholeNumber,
} from './settings.js';
import { withWeights } from './weights.js';

const CONFIG = fieldChecks(ATTENTION_CONFIG);

const CHECKPOINT = {
  ...fieldChecks(LAYER_SOURCE),
  config: (value: unknown) => settings('config', value, CONFIG),
};

/** In the order in which the core answers. */
const GRADIENTS = [...ATTENTION_GRADIENTS, ...WEIGHT_NAME.map((name) => `d${name}`)];

const SCHEDULE_CHECKS = { ...fieldChecks(SCHEDULE), tile: readTile };

const OPTIONS = {
  ...(Object.fromEntries(FORWARD_INPUTS.map((name) => [name, readTensor])) as Record<
    (typeof FORWARD_INPUTS)[number],
    typeof readTensor
  >),
  ...fieldChecks(FORWARD_OPTIONS),
  headMask: (value: unknown, name: string) => readTensor(listOf(factor)(value, name), name),
  validLens: listOf(wholeNumber),
  dropout: (value: unknown) => {
    const { rate, seed: from } = settings(
      'dropout',
      value,
      { rate: number, seed: wholeFromZero },
      'dropout.',
    );
    return {
      rate: required(rate, 'dropout.rate', 'options'),
      seed: required(from, 'dropout.seed', 'options'),
    };
  },
};

export class AttentionLayer extends CoreHandle implements Attention {
  readonly config: Required<AttentionConfig>;
  readonly #exchange: Exchange;
  readonly #registry: HandleRegistry;
  #lastKernel: 'fused' | 'reference' | null = null;

  /** @param answer  from a call that created a layer: its number and configuration */
  private constructor(exchange: Exchange, registry: HandleRegistry, answer: Answer) {
    const number = answer.number();
    const config = Object.freeze(answer.fields(ATTENTION_CONFIG));
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
    const parts = withWeights(WEIGHT_NAME, weights, toNumbers(ATTENTION_CONFIG, checked));
    return this.make(exchange, registry, 'create_attention', parts);
  }

  /** @param operation  answers with the layer's number and its configuration */
  static make(
    exchange: Exchange,
    registry: HandleRegistry,
    operation: Operation,
    parts: Parts,
  ): AttentionLayer {
    const layer = (answer: Answer) => new AttentionLayer(exchange, registry, answer);
    return exchange.call(operation, parts, layer);
  }

  static fromCheckpoint(
    exchange: Exchange,
    registry: HandleRegistry,
    bytes: Uint8Array | ArrayBuffer,
    options: CheckpointOptions,
  ): AttentionLayer {
    const file = readBytes(bytes, 'bytes');
    const checked = settings('options', options, CHECKPOINT);
    required(checked.layer, 'layer', 'options');
    const message = [
      file.length,
      ...toNumbers(LAYER_SOURCE, checked),
      ...toNumbers(ATTENTION_CONFIG, checked.config ?? {}),
    ];
    return this.make(exchange, registry, 'attention_from_checkpoint', { message, file });
  }

  get lastKernel(): 'fused' | 'reference' | null {
    return this.#lastKernel;
  }

  weights(): { [K in keyof AttentionWeights]?: Tensor } {
    const message = [this.number];
    return this.#exchange.call('weights', { message }, (answer) => answer.tensors(WEIGHT_NAME));
  }

  setWeights(weights: Partial<AttentionWeights>): void {
    const parts = withWeights(WEIGHT_NAME, weights, [this.number]);
    this.#exchange.call('set_weights', parts, () => undefined);
  }

  with(change: Partial<AttentionConfig>, weights?: Partial<AttentionWeights>): Attention {
    const { number } = this;
    const merged = { ...withoutDerived(this.config), ...settings('change', change, CONFIG) };
    const message = [number, ...toNumbers(ATTENTION_CONFIG, merged)];
    const parts = withWeights(WEIGHT_NAME, weights, message);
    return AttentionLayer.make(this.#exchange, this.#registry, 'attention_with', parts);
  }

  forward(x: TensorLike, options?: ForwardOptions & OutOption): Tensor {
    const { others, out } = takeOut(options);
    return this.#exchange.call('forward', parts([this.number], x, others), (answer) => {
      const kernel = KERNEL[answer.number()] as 'fused' | 'reference';
      const output = answer.tensor(out);
      this.#lastKernel = kernel;
      return output;
    });
  }

  trace(x: TensorLike, options?: ForwardOptions): AttentionTrace {
    return this.#exchange.call('trace', parts([this.number], x, options), (answer) => {
      this.#lastKernel = 'reference';
      return answer.tensors(ATTENTION_TRACE);
    });
  }

  traceOnline(x: TensorLike, tile: Tile, options?: ForwardOptions): OnlineTrace {
    const { number } = this;
    const call = parts([number, ...toNumbers(TILE, readTile(tile))], x, options);
    return this.#exchange.call('trace_online', call, (answer) => answer.tensors(ONLINE_TRACE));
  }

  traceSchedule(x: TensorLike, schedule: Schedule, options?: ForwardOptions): ScheduleTrace {
    const before = [this.number, ...readSchedule(schedule)];
    return this.#exchange.call('trace_schedule', parts(before, x, options), (answer) => ({
      ...answer.fields(SCHEDULE_STEPS),
      ...answer.fields(SCHEDULE_TRACE),
    }));
  }

  backward(x: TensorLike, dOutput: TensorLike, options: ForwardOptions = {}): AttentionGradients {
    const { number } = this;
    const call = parts([number], x, options, readTensor(dOutput, 'dOutput'));
    return this.#exchange.call('backward', call, (answer) =>
      answer.tensors(GRADIENTS),
    ) as unknown as AttentionGradients;
  }

  cache(options: CacheOptions): KvCache {
    const { raw, number } = this;
    const layer = { raw, number };
    return LayerCache.create(this.#exchange, this.#registry, layer, 'create_cache', options);
  }

  toGrouped(numKvHeads: number, options?: { from?: 'mean' | 'first' }): Attention {
    const message = [this.number, ...readGrouping(numKvHeads, options)];
    return AttentionLayer.make(this.#exchange, this.#registry, 'attention_to_grouped', { message });
  }

  toLatent(dLatent: number, x: TensorLike): LatentAttention {
    const message = [this.number, size(dLatent, 'dLatent')];
    const parts = { tensors: [readTensor(x, 'x')], message };
    return LatentAttentionLayer.make(this.#exchange, this.#registry, 'attention_to_latent', parts);
  }

  save(): Uint8Array {
    const file = this.#exchange.tensor('save_attention', { message: [this.number] });
    return new Uint8Array(file.data.buffer as ArrayBuffer);
  }
}

/** @param message  the options are appended to it */
function parts(
  message: MessageValue[],
  x: TensorLike,
  options?: ForwardOptions,
  dOutput?: Elements,
): Parts {
  if (options === undefined) {
    message.push(false); // the usual call in lessons: this saves a tenth of its time
    return { tensors: [readTensor(x, 'x')], message };
  }
  const checked = settings('options', options, OPTIONS);
  const inputs = FORWARD_INPUTS.map((name) => checked[name]);
  message.push(...optionsMessage(checked, inputs));
  return { tensors: [readTensor(x, 'x'), ...inputs, dOutput], message };
}

function optionsMessage(
  checked: ReturnType<typeof settings<typeof OPTIONS>>,
  inputs: readonly (Elements | undefined)[],
): MessageValue[] {
  const { dropout, validLens } = checked;
  return [
    true,
    ...toNumbers(FORWARD_OPTIONS, checked),
    ...inputs.map((input) => input !== undefined),
    ...(dropout ? [true, ...toNumbers(DROPOUT, dropout)] : [false]),
    ...(validLens ? [true, validLens] : [false]),
  ];
}

/** The arguments of toGrouped as a message. */
export function readGrouping(numKvHeads: unknown, options: unknown): number[] {
  const wanted = size(numKvHeads, 'numKvHeads');
  const { from = 'mean' } = settings('options', options, { from: oneOf(...HEAD_POOLING) });
  return [wanted, HEAD_POOLING.indexOf(from)];
}

export function readTile(tile: unknown): Tile {
  const checked = fieldSettings('tile', tile, TILE, 'tile.');
  return {
    queries: required(checked.queries, 'tile.queries', 'tile'),
    keys: required(checked.keys, 'tile.keys', 'tile'),
  };
}

/** The option that a kind of schedule needs. */
const REQUIRED_OPTION: Readonly<Partial<Record<Schedule['kind'], 'tile' | 'pageSize' | 'chunk'>>> =
  {
    tiled: 'tile',
    paged: 'pageSize',
    chunked: 'chunk',
  };

function readSchedule(schedule: unknown): number[] {
  const checked = settings('schedule', schedule, SCHEDULE_CHECKS);
  const kind = required(checked.kind, 'kind', 'schedule');
  const needed = REQUIRED_OPTION[kind];
  if (needed) required(checked[needed], needed, `a ${kind} schedule`);
  return [...toNumbers(SCHEDULE, checked), ...toNumbers(TILE, checked.tile ?? {})];
}

/** Removes widths that had default values, so that they are computed again. */
function withoutDerived(config: Required<AttentionConfig>): Partial<AttentionConfig> {
  const { dHead, numKvHeads, ...rest } = config;
  const isDerived = dHead * config.numHeads === config.dModel;
  return {
    ...rest,
    ...(isDerived ? {} : { dHead }),
    ...(numKvHeads === config.numHeads ? {} : { numKvHeads }),
  };
}
