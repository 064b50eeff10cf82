/** A trainer. Checks settings and converts answers; the core makes the data and trains. */
import type { Answer } from './answer.js';
import { AttentionLayer, readGrouping } from './attention.js';
import type {
  Attention,
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
import type { Exchange, Operation, Parts } from './exchange.js';
import { fieldChecks, fieldSettings, toNumbers } from './field-kinds.js';
import {
  EVALUATION,
  HEAD_READING,
  SAMPLE,
  TRAINER_CHANGE,
  TRAINER_CONFIG,
  TRAINER_SUMMARY,
  TRAINING_REPORT,
} from './fields.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { LatentAttentionLayer } from './latent-attention.js';
import { readBytes, readTensor } from './reading.js';
import {
  countUpTo,
  factor,
  listOf,
  refuse,
  required,
  settings,
  size,
  text,
  wholeFromZero,
} from './settings.js';

/** Larger numbers are no longer exact; the core has a limit of its own. */
const safeCount = countUpTo(Number.MAX_SAFE_INTEGER);

const CHANGE = { headMask: listOf(factor), ...fieldChecks(TRAINER_CHANGE) };

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
    const { parameterCount, relations, vocabulary } = answer.fields(TRAINER_SUMMARY);
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
    return this.#make(exchange, registry, 'create_trainer', { message });
  }

  /** @param operation  answers with a trainer */
  static #make(
    exchange: Exchange,
    registry: HandleRegistry,
    operation: Operation,
    parts: Parts,
  ): CoreTrainer {
    const trainer = (answer: Answer) => new CoreTrainer(exchange, registry, answer);
    return exchange.call(operation, parts, trainer);
  }

  static fromCheckpoint(
    exchange: Exchange,
    registry: HandleRegistry,
    bytes: Uint8Array | ArrayBuffer,
  ): CoreTrainer {
    const file = readBytes(bytes, 'bytes');
    const parts = { message: [file.length], file };
    return this.#make(exchange, registry, 'trainer_from_checkpoint', parts);
  }

  step(steps = 1): TrainingReport {
    const message = [this.number, safeCount(steps, 'count')];
    return this.#exchange.call('trainer_step', { message }, (answer) =>
      answer.fields(TRAINING_REPORT),
    );
  }

  evaluate(change?: TrainerChange): { loss: number; accuracy: readonly number[] } {
    const { number } = this;
    const checked = settings('change', change, CHANGE);
    if (checked.headMask?.length === 0) refuse([], 'headMask', 'a number per head');
    const message = [number, checked.headMask ?? [], ...toNumbers(TRAINER_CHANGE, checked)];
    return this.#exchange.call('trainer_evaluate', { message }, evaluation);
  }

  chance(): { loss: number; accuracy: readonly number[] } {
    return this.#exchange.call('trainer_chance', { message: [this.number] }, evaluation);
  }

  ablation(options?: { layer?: number }): Tensor {
    const { layer = -1 } = settings('options', options, { layer: wholeFromZero });
    return this.#exchange.tensor('trainer_ablation', { message: [this.number, layer] });
  }

  reading(): HeadReading {
    return this.#exchange.call('trainer_reading', { message: [this.number] }, (answer) =>
      answer.fields(HEAD_READING),
    );
  }

  sample(options?: { seed?: number; tokens?: readonly string[] }): TrainerSample {
    const { number } = this;
    const checked = settings('options', options, { seed: wholeFromZero, tokens: listOf(text) });
    if (checked.tokens) requireTokens(checked.tokens);
    const message = [number, checked.tokens ?? [], checked.seed ?? 0];
    return this.#exchange.call('trainer_sample', { message }, (answer) => {
      const { tokens, answers, predictions, layers } = answer.fields(SAMPLE);
      const toText = (token: number) => this.vocabulary[token] ?? ''; // an answer may have none
      const count = this.relations.length;
      const toRows = (all: readonly number[]) =>
        tokens.map((_, t) => all.slice(t * count, (t + 1) * count).map(toText));
      const targets = toRows(answers.map(({ token }) => token));
      return { tokens: tokens.map(toText), targets, predictions: toRows(predictions), layers };
    });
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
    const message = [this.number, wholeFromZero(layer, 'layer')];
    return AttentionLayer.make(this.#exchange, this.#registry, 'trainer_attention', { message });
  }

  toGrouped(numKvHeads: number, options?: { from?: 'mean' | 'first' }): Trainer {
    const { number } = this;
    const message = [number, ...readGrouping(numKvHeads, options)];
    return CoreTrainer.#make(this.#exchange, this.#registry, 'trainer_to_grouped', { message });
  }

  latentAttention(layer = 0): LatentAttention {
    const parts = { message: [this.number, wholeFromZero(layer, 'layer')] };
    const [exchange, registry] = [this.#exchange, this.#registry];
    return LatentAttentionLayer.make(exchange, registry, 'trainer_latent_attention', parts);
  }

  toLatent(dLatent: number): Trainer {
    const message = [this.number, size(dLatent, 'dLatent')];
    return CoreTrainer.#make(this.#exchange, this.#registry, 'trainer_to_latent', { message });
  }

  save(): Uint8Array {
    const file = this.#exchange.tensor('save_trainer', { message: [this.number] });
    return new Uint8Array(file.data.buffer as ArrayBuffer);
  }
}

/** Throws for an empty list, which the core would take for a random sequence. */
function requireTokens(tokens: readonly string[]): void {
  if (tokens.length === 0) refuse(tokens, 'tokens', 'at least one token');
}

const evaluation = (answer: Answer) => answer.fields(EVALUATION);
