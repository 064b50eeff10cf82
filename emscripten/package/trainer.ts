/** A trainer. Checks settings and converts answers; the core makes the data and trains. */
import { AttentionLayer, readGrouping } from './attention.js';
import type {
  Attention,
  AttentionTrace,
  HeadReading,
  LatentAttention,
  Tensor,
  TensorLike,
  Trainer,
  TrainerChange,
  TrainerConfig,
  TrainerSample,
  TrainingReport,
} from './contract.js';
import type { Answer, Exchange, Operation } from './exchange.js';
import { fieldSettings, toNumbers } from './field-kinds.js';
import { ATTENTION_TRACE, SCALE, TRAINER_CONFIG } from './fields.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { LatentAttentionLayer } from './latent-attention.js';
import { readBytes, readTensor } from './reading.js';
import {
  count,
  flag,
  listOf,
  number,
  oneOf,
  refuse,
  required,
  seed,
  settings,
  size,
  text,
} from './settings.js';

const CHANGE = {
  headMask: listOf(number),
  tieHeads: flag,
  outputProjection: flag,
  scale: oneOf(...SCALE),
};

export class CoreTrainer extends CoreHandle implements Trainer {
  readonly config: Required<TrainerConfig>;
  readonly relations: readonly string[];
  readonly vocabulary: readonly string[];
  readonly parameterCount: number;
  readonly #exchange: Exchange;
  readonly #registry: HandleRegistry;

  /** @param answer  from a call that created a trainer */
  private constructor(exchange: Exchange, registry: HandleRegistry, answer: Answer) {
    const { raw } = exchange;
    const number = answer.number();
    const config = Object.freeze(answer.fields(TRAINER_CONFIG));
    const parameterCount = answer.number();
    const [relations, vocabulary] = [answer.texts(), answer.texts()];
    const bytes = raw.trainer_bytes(number);
    super(registry, 'trainer', {
      number,
      bytes: () => bytes,
      release: () => raw.release_trainer(number),
    });
    this.config = config;
    this.parameterCount = parameterCount;
    this.relations = Object.freeze(relations);
    this.vocabulary = Object.freeze(vocabulary);
    this.#exchange = exchange;
    this.#registry = registry;
  }

  static create(exchange: Exchange, registry: HandleRegistry, config: TrainerConfig): CoreTrainer {
    const checked = fieldSettings('config', config, TRAINER_CONFIG);
    required(checked.task, 'task', 'config');
    required(checked.numHeads, 'numHeads', 'config');
    const message = toNumbers(TRAINER_CONFIG, checked);
    return new CoreTrainer(exchange, registry, exchange.call('create_trainer', { message }));
  }

  static fromCheckpoint(
    exchange: Exchange,
    registry: HandleRegistry,
    bytes: Uint8Array | ArrayBuffer,
  ): CoreTrainer {
    const file = readBytes(bytes, 'bytes');
    const parts = { message: [file.length], file };
    return new CoreTrainer(exchange, registry, exchange.call('trainer_from_checkpoint', parts));
  }

  step(steps = 1): TrainingReport {
    const message = [this.number, count(steps, 'count')];
    const answer = this.#exchange.call('trainer_step', { message });
    const [step, loss] = [answer.number(), answer.number()];
    const [accuracy, averageAccuracy] = [answer.numbers(), answer.numbers()];
    const [gradientNorm, solved, solvedAt] = [answer.number(), answer.flag(), answer.number()];
    return {
      step,
      loss,
      accuracy,
      averageAccuracy,
      gradientNorm,
      solved,
      solvedAt: solvedAt < 0 ? null : solvedAt,
      diverged: answer.flag(),
    };
  }

  evaluate(change?: TrainerChange): { loss: number; accuracy: readonly number[] } {
    const { number } = this;
    const { headMask, tieHeads, outputProjection, scale } = settings('change', change, CHANGE);
    const message = [
      number,
      headMask ?? [],
      Number(tieHeads ?? -1),
      Number(outputProjection ?? -1),
      scale === undefined ? -1 : SCALE.indexOf(scale),
    ];
    return evaluation(this.#exchange.call('trainer_evaluate', { message }));
  }

  chance(): { loss: number; accuracy: readonly number[] } {
    return evaluation(this.#exchange.call('trainer_chance', { message: [this.number] }));
  }

  ablation(options?: { layer?: number }): Tensor {
    const { layer = -1 } = settings('options', options, { layer: seed });
    return this.#exchange.tensor('trainer_ablation', { message: [this.number, layer] });
  }

  reading(): HeadReading {
    const answer = this.#exchange.call('trainer_reading', { message: [this.number] });
    return { mass: answer.tensor(), entropy: answer.tensor() };
  }

  sample(options?: { seed?: number; tokens?: readonly string[] }): TrainerSample {
    const { number } = this;
    const checked = settings('options', options, { seed, tokens: listOf(text) });
    if (checked.tokens) requireTokens(checked.tokens);
    const message = [number, checked.tokens ?? [], checked.seed ?? 0];
    const answer = this.#exchange.call('trainer_sample', { message });
    const tokens = answer.texts();
    const table = () => tokens.map(() => this.relations.map(() => answer.text()));
    const [targets, predictions] = [table(), table()];
    const trace = () => answer.tensors(ATTENTION_TRACE) as unknown as AttentionTrace;
    return { tokens, targets, predictions, layers: answer.list(trace) };
  }

  embed(tokens: readonly string[]): Tensor {
    const message = [this.number, listOf(text)(tokens, 'tokens')];
    return this.#exchange.tensor('trainer_embed', { message });
  }

  readOut(output: TensorLike): Tensor {
    const message = [this.number];
    const tensors = [readTensor(output, 'output')];
    return this.#exchange.tensor('trainer_read_out', { tensors, message });
  }

  attention(layer = 0): Attention {
    const answer = this.#call('trainer_attention', seed(layer, 'layer'));
    return AttentionLayer.wrap(this.#exchange, this.#registry, answer);
  }

  toGrouped(numKvHeads: number, options?: { from?: 'mean' | 'first' }): Trainer {
    const { number } = this;
    const message = [number, ...readGrouping(numKvHeads, options)];
    const answer = this.#exchange.call('trainer_to_grouped', { message });
    return new CoreTrainer(this.#exchange, this.#registry, answer);
  }

  latentAttention(layer = 0): LatentAttention {
    const answer = this.#call('trainer_latent_attention', seed(layer, 'layer'));
    return LatentAttentionLayer.wrap(this.#exchange, this.#registry, answer);
  }

  toLatent(dLatent: number): Trainer {
    const answer = this.#call('trainer_to_latent', size(dLatent, 'dLatent'));
    return new CoreTrainer(this.#exchange, this.#registry, answer);
  }

  save(): Uint8Array {
    const file = this.#exchange.tensor('save_trainer', { message: [this.number] });
    return new Uint8Array(file.data.buffer as ArrayBuffer);
  }

  #call(operation: Operation, argument: number): Answer {
    return this.#exchange.call(operation, { message: [this.number, argument] });
  }
}

/** Throws for an empty list, which the core would take for a random sequence. */
function requireTokens(tokens: readonly string[]): void {
  if (tokens.length === 0) refuse(tokens, 'tokens', 'at least one token');
}

const evaluation = (answer: Answer) => ({ loss: answer.number(), accuracy: answer.numbers() });
