/** A trainer. Checks settings and converts answers; the core makes the data and trains. */
import { AttentionLayer, COMBINES, POOLINGS, SCALES } from './attention.js';
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
import type { Answer, Exchange, MessageValue } from './exchange.js';
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
  type Check,
} from './settings.js';
import { nameTensors, TRACE } from './traces.js';

// All in the order of the core's enumerations.
const TASKS = ['relations', 'relations-and-digit', 'induction', 'sentences'] as const;
const OPTIMIZERS = ['adam', 'sgd'] as const;
const PROJECTIONS = ['q', 'k', 'v'] as const;

/** A number except NaN, which means the core's default. */
const exact: Check<number> = (value, name) =>
  Number.isNaN(value) ? refuse(value, name, 'a number') : number(value, name);

const CONFIG = {
  task: oneOf(...TASKS),
  numHeads: size,
  numKvHeads: size,
  dModel: size,
  seqLen: size,
  batch: size,
  learningRate: exact,
  numLayers: size,
  tieHeads: flag,
  combine: oneOf(...COMBINES),
  scale: oneOf(...SCALES),
  outputProjection: flag,
  share: listOf(oneOf(...PROJECTIONS)),
  optimizer: oneOf(...OPTIMIZERS),
  momentum: exact,
  gradientClip: exact,
  seed,
  symmetricStart: flag,
  startNoise: exact,
  dLatent: seed,
};

const CHANGE = {
  headMask: listOf(number),
  tieHeads: flag,
  outputProjection: flag,
  scale: oneOf(...SCALES),
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
    const config = Object.freeze(fromNumbers(answer));
    const parameterCount = answer.number();
    const [relations, vocabulary] = [texts(answer), texts(answer)];
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
    const checked = settings('config', config, CONFIG);
    required(checked.task, 'task', 'config');
    required(checked.numHeads, 'numHeads', 'config');
    exchange.send(...toNumbers(checked as TrainerConfig));
    return new CoreTrainer(exchange, registry, exchange.answer(exchange.raw.create_trainer()));
  }

  static fromCheckpoint(
    exchange: Exchange,
    registry: HandleRegistry,
    bytes: Uint8Array | ArrayBuffer,
  ): CoreTrainer {
    const file = readBytes(bytes, 'bytes');
    exchange.send(file.length);
    const read = () => exchange.answer(exchange.raw.trainer_from_checkpoint());
    return new CoreTrainer(exchange, registry, exchange.withCheckpoint(file, read));
  }

  step(steps = 1): TrainingReport {
    const { number } = this;
    const answer = this.#exchange.answer(
      this.#exchange.raw.trainer_step(number, count(steps, 'count')),
    );
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
    this.#exchange.send(
      headMask ?? [],
      Number(tieHeads ?? -1),
      Number(outputProjection ?? -1),
      scale === undefined ? -1 : SCALES.indexOf(scale),
    );
    return evaluation(this.#exchange.answer(this.#exchange.raw.trainer_evaluate(number)));
  }

  chance(): { loss: number; accuracy: readonly number[] } {
    return evaluation(this.#exchange.answer(this.#exchange.raw.trainer_chance(this.number)));
  }

  ablation(options?: { layer?: number }): Tensor {
    const { layer = -1 } = settings('options', options, { layer: seed });
    return this.#exchange.tensor(this.#exchange.raw.trainer_ablation(this.number, layer));
  }

  reading(): HeadReading {
    const answer = this.#exchange.answer(this.#exchange.raw.trainer_reading(this.number));
    return { mass: answer.tensor(), entropy: answer.tensor() };
  }

  sample(options?: { seed?: number; tokens?: readonly string[] }): TrainerSample {
    const { number } = this;
    const checked = settings('options', options, { seed, tokens: listOf(text) });
    if (checked.tokens) requireTokens(checked.tokens);
    this.#exchange.send(checked.tokens ?? [], checked.seed ?? 0);
    const answer = this.#exchange.answer(this.#exchange.raw.trainer_sample(number));
    const tokens = texts(answer);
    const table = () => tokens.map(() => this.relations.map(() => answer.text()));
    const [targets, predictions] = [table(), table()];
    const layers = answer.list(() => nameTensors(TRACE, answer) as unknown as AttentionTrace);
    return { tokens, targets, predictions, layers };
  }

  embed(tokens: readonly string[]): Tensor {
    const { number } = this;
    this.#exchange.send(listOf(text)(tokens, 'tokens'));
    return this.#exchange.tensor(this.#exchange.raw.trainer_embed(number));
  }

  readOut(output: TensorLike): Tensor {
    const { number } = this;
    this.#exchange.put([readTensor(output, 'output')]);
    return this.#exchange.tensor(this.#exchange.raw.trainer_read_out(number));
  }

  attention(layer = 0): Attention {
    const copied = this.#exchange.raw.trainer_attention(this.number, seed(layer, 'layer'));
    return AttentionLayer.copied(this.#exchange, this.#registry, this.#exchange.answer(copied));
  }

  toGrouped(numKvHeads: number, options?: { from?: 'mean' | 'first' }): Trainer {
    const { number } = this;
    const wanted = size(numKvHeads, 'numKvHeads');
    const { from = 'mean' } = settings('options', options, { from: oneOf(...POOLINGS) });
    const made = this.#exchange.raw.trainer_to_grouped(number, wanted, POOLINGS.indexOf(from));
    return new CoreTrainer(this.#exchange, this.#registry, this.#exchange.answer(made));
  }

  latentAttention(layer = 0): LatentAttention {
    const made = this.#exchange.raw.trainer_latent_attention(this.number, seed(layer, 'layer'));
    return LatentAttentionLayer.made(this.#exchange, this.#registry, this.#exchange.answer(made));
  }

  toLatent(dLatent: number): Trainer {
    const { number } = this;
    const made = this.#exchange.raw.trainer_to_latent(number, size(dLatent, 'dLatent'));
    return new CoreTrainer(this.#exchange, this.#registry, this.#exchange.answer(made));
  }

  save(): Uint8Array {
    const file = this.#exchange.tensor(this.#exchange.raw.save_trainer(this.number));
    return new Uint8Array(file.data.buffer as ArrayBuffer);
  }
}

/** Throws for an empty list, which the core would take for a random sequence. */
function requireTokens(tokens: readonly string[]): void {
  if (tokens.length === 0) refuse(tokens, 'tokens', 'at least one token');
}

const texts = (answer: Answer): string[] => answer.list(() => answer.text());

const evaluation = (answer: Answer) => ({ loss: answer.number(), accuracy: answer.numbers() });

/** In the order in which the core reads and answers. 0 and NaN mean its default. */
function toNumbers(config: TrainerConfig): MessageValue[] {
  const shared = PROJECTIONS.map((name, i) => (config.share?.includes(name) ? 2 ** i : 0));
  return [
    TASKS.indexOf(config.task),
    config.numHeads,
    config.numKvHeads ?? 0,
    config.dModel ?? 0,
    config.seqLen ?? 0,
    config.batch ?? 0,
    config.learningRate ?? NaN,
    config.numLayers ?? 0,
    config.tieHeads ?? false,
    COMBINES.indexOf(config.combine ?? 'concat'),
    SCALES.indexOf(config.scale ?? 'sqrt-d-head'),
    config.outputProjection ?? true,
    shared.reduce((sum, bit) => sum + bit),
    OPTIMIZERS.indexOf(config.optimizer ?? 'adam'),
    config.momentum ?? 0.9,
    config.gradientClip ?? Infinity,
    config.seed ?? 0,
    config.symmetricStart ?? false,
    config.startNoise ?? 0,
    config.dLatent ?? 0,
  ];
}

function fromNumbers(answer: Answer): Required<TrainerConfig> {
  return {
    task: TASKS[answer.number()]!,
    numHeads: answer.number(),
    numKvHeads: answer.number(),
    dModel: answer.number(),
    seqLen: answer.number(),
    batch: answer.number(),
    learningRate: answer.number(),
    numLayers: answer.number(),
    tieHeads: answer.flag(),
    combine: COMBINES[answer.number()]!,
    scale: SCALES[answer.number()]!,
    outputProjection: answer.flag(),
    share: shared(answer.number()),
    optimizer: OPTIMIZERS[answer.number()]!,
    momentum: answer.number(),
    gradientClip: answer.number(),
    seed: answer.number(),
    symmetricStart: answer.flag(),
    startNoise: answer.number(),
    dLatent: answer.number(),
  };
}

const shared = (bits: number) => Object.freeze(PROJECTIONS.filter((_, i) => bits & (2 ** i)));
