/**
 * The core's tables: choices of enumerations, fields of settings, names of tensors and
 * results, in its order. `npm run build:core` writes this file from src/: change that.
 */
import type * as contract from './contract.js';
import {
  choice,
  count,
  flag,
  list,
  named,
  nullable,
  number,
  pair,
  set,
  size,
  struct,
  tensor,
  tensors,
  text,
  whole,
  type FieldsOf,
  type ResultsOf,
} from './field-kinds.js';

export const KERNEL = ['auto', 'fused', 'reference'] as const;
export const HEAD_POOLING = ['mean', 'first'] as const;
export const REDUCTION = ['sum', 'mean', 'max'] as const;
export const POSITIONS = ['none', 'sinusoidal'] as const;
export const IDENTITY_NAME = [
  'concatIsSumOfSlices',
  'tiedIsOneNarrowHead',
  'groupedIsCopiedMultiHead',
  'onlineIsPlainSoftmax',
  'cachedIsFull',
  'pagedIsFull',
  'chunkedIsFull',
  'permutationMoves',
  'futureDoesNotMatter',
] as const;
export const WEIGHT_NAME = ['wq', 'wk', 'wv', 'wo', 'bq', 'bk', 'bv', 'bo'] as const;
export const LATENT_WEIGHT_NAME = [
  'wdkv',
  'wuk',
  'wuv',
  'wq',
  'wdq',
  'wuq',
  'wqr',
  'wkr',
  'wo',
] as const;
export const FEED_FORWARD_WEIGHT = ['w1', 'w2', 'w3', 'b1', 'b2'] as const;

export const ATTENTION_CONFIG = {
  dModel: size,
  numHeads: size,
  numKvHeads: size,
  dHead: size,
  bias: flag,
  scale: choice(['sqrt-d-head', 'sqrt-d-model', 'none']),
  combine: choice(['concat', 'sum', 'mean']),
  outputProjection: flag,
  tieHeads: flag,
  positions: choice(['none', 'alibi']),
  seed: whole,
} satisfies FieldsOf<contract.AttentionConfig>;
export const FORWARD_OPTIONS = {
  causal: flag,
  causalAlignment: choice(['bottom-right', 'top-left']),
  checkFinite: flag,
  kernel: choice(['auto', 'fused', 'reference']),
} satisfies FieldsOf<
  Pick<contract.ForwardOptions, 'causal' | 'causalAlignment' | 'checkFinite' | 'kernel'>
>;
export const DROPOUT = {
  rate: number,
  seed: whole,
} satisfies FieldsOf<NonNullable<contract.ForwardOptions['dropout']>>;
export const TILE = {
  queries: count,
  keys: count,
} satisfies FieldsOf<contract.Tile>;
export const SCHEDULE = {
  kind: choice(['plain', 'tiled', 'cached', 'paged', 'chunked']),
  pageSize: count,
  chunk: count,
  bytesPerNumber: number,
} satisfies FieldsOf<Omit<contract.Schedule, 'tile'>>;
export const CACHE_OPTIONS = {
  batch: size,
  capacity: size,
  pageSize: size,
} satisfies FieldsOf<contract.CacheOptions>;
export const IDENTITY_OPTIONS = {
  pageSize: size,
} satisfies FieldsOf<Pick<contract.IdentityOptions, 'pageSize'>>;
export const LAYER_SOURCE = {
  layer: whole,
  naming: choice(['manyheads', 'gpt2', 'llama']),
} satisfies FieldsOf<Omit<contract.CheckpointOptions, 'config'>>;
export const TRAINER_CHANGE = {
  tieHeads: flag,
  outputProjection: flag,
  scale: choice(['sqrt-d-head', 'sqrt-d-model', 'none']),
} satisfies FieldsOf<Omit<contract.TrainerChange, 'headMask'>>;
export const LATENT_FORWARD_OPTIONS = {
  causal: flag,
  absorbed: flag,
} satisfies FieldsOf<{ causal?: boolean; absorbed?: boolean }>;
export const MODEL_RUN = {
  seqLen: count,
  batch: count,
} satisfies FieldsOf<{ seqLen: number; batch?: number }>;
export const LATENT_ATTENTION_CONFIG = {
  dModel: size,
  numHeads: size,
  dHead: size,
  dLatent: size,
  dLatentQuery: size,
  dRope: size,
  seed: whole,
} satisfies FieldsOf<contract.LatentAttentionConfig>;
export const FEED_FORWARD_CONFIG = {
  dModel: size,
  dFf: size,
  activation: choice(['relu', 'gelu', 'swiglu', 'geglu']),
  bias: flag,
  seed: whole,
} satisfies FieldsOf<contract.FeedForwardConfig>;
export const TRAINER_CONFIG = {
  task: choice(['relations', 'relations-and-digit', 'induction', 'sentences']),
  numHeads: size,
  numKvHeads: size,
  dModel: size,
  seqLen: size,
  batch: size,
  learningRate: number,
  numLayers: size,
  tieHeads: flag,
  combine: choice(['concat', 'sum', 'mean']),
  scale: choice(['sqrt-d-head', 'sqrt-d-model', 'none']),
  outputProjection: flag,
  share: set(['q', 'k', 'v']),
  optimizer: choice(['adam', 'sgd']),
  momentum: number,
  gradientClip: number,
  seed: whole,
  symmetricStart: flag,
  startNoise: number,
  dLatent: whole,
} satisfies FieldsOf<contract.TrainerConfig>;
export const MODEL_SHAPE = {
  dModel: count,
  numHeads: count,
  numKvHeads: count,
  dHead: count,
  bias: flag,
  numLayers: count,
  dFf: count,
  activation: choice(['relu', 'gelu', 'swiglu', 'geglu']),
  vocabSize: count,
  tiedEmbeddings: flag,
  learnedPositions: count,
} satisfies FieldsOf<Omit<contract.ModelShape, 'name' | 'latent'>>;
export const LATENT_SHAPE = {
  dLatent: count,
  dRope: count,
  dLatentQuery: count,
  dValue: count,
} satisfies FieldsOf<NonNullable<contract.ModelShape['latent']>>;

export const CONFIG_ERROR = 2;
export const SHAPE_ERROR = 3;
export const FORMAT_ERROR = 4;
export const OUT_OF_MEMORY_ERROR = 5;
export const SHAPE_LEVELS = 5;
export const CHAIN_COUNTS = [8, 10, 12, 13] as const;

export const FORWARD_INPUTS = [
  'context',
  'keys',
  'values',
  'mask',
  'scoreBias',
  'headMask',
] as const;
export const ATTENTION_TRACE = [
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
export const ONLINE_TRACE = [
  'runningMax',
  'runningSum',
  'rescale',
  'partial',
  'heads',
  'output',
] as const;
export const ATTENTION_GRADIENTS = ['dx', 'dContext', 'dKeys', 'dValues'] as const;
export const FEED_FORWARD_TRACE = ['a', 'activated', 'hidden', 'output', 'b'] as const;

export const PARAMETER_COUNTS = {
  wq: number,
  wk: number,
  wv: number,
  wo: number,
  attention: number,
  feedForward: number,
  perLayer: number,
  embeddings: number,
  norms: number,
  total: number,
} satisfies ResultsOf<ReturnType<contract.Cost['parameters']>>;
export const LAYER_FLOPS = {
  projections: number,
  scores: number,
  weightedSum: number,
  output: number,
  attention: number,
  feedForward: number,
  crossover: number,
  crossoverWithFeedForward: number,
} satisfies ResultsOf<ReturnType<contract.Cost['flops']>>;
export const KV_CACHE_COST = {
  bytes: number,
  bytesPerToken: number,
  ratioToMha: number,
} satisfies ResultsOf<ReturnType<contract.Cost['kvCache']>>;
export const SCORE_MEMORY = {
  bytes: number,
  scores: number,
  weights: number,
} satisfies ResultsOf<ReturnType<contract.Cost['attentionMemory']>>;
export const HEAD_PATTERN = {
  previous: nullable(number),
  self: number,
  first: nullable(number),
  duplicate: nullable(number),
  induction: nullable(number),
} satisfies ResultsOf<contract.HeadPattern>;
export const HEAD_DIVERSITY = {
  mean: number,
  most: struct({
    heads: pair(number),
    distance: number,
  }),
  least: struct({
    heads: pair(number),
    distance: number,
  }),
} satisfies ResultsOf<contract.HeadDiversity>;
export const LATENT_ATTENTION_TRACE = {
  latent: tensor,
  expanded: tensors(ATTENTION_TRACE),
} satisfies ResultsOf<{ latent: contract.Tensor; expanded: contract.AttentionTrace }>;
export const SCHEDULE_STEPS = {
  steps: list(
    struct({
      firstQuery: number,
      queries: number,
      firstKey: number,
      keys: number,
      multiplications: number,
      heldBytes: number,
      moves: list(
        struct({
          what: choice(['queries', 'keys', 'values', 'scores', 'weights', 'table', 'output']),
          to: choice(['slow', 'fast']),
          first: number,
          count: number,
          bytes: number,
        }),
      ),
    }),
  ),
  read: number,
  written: number,
  multiplications: number,
  storedScores: number,
} satisfies ResultsOf<Omit<contract.ScheduleTrace, 'heads' | 'output'>>;
export const SCHEDULE_TRACE = {
  heads: tensor,
  output: tensor,
} satisfies ResultsOf<Pick<contract.ScheduleTrace, 'heads' | 'output'>>;
export const SIDES = {
  left: tensor,
  right: tensor,
} satisfies ResultsOf<Omit<contract.IdentitySides, 'difference'>>;
export const SHAPE_QUESTION = {
  id: text,
  stage: text,
  level: number,
  sizes: named(number),
} satisfies ResultsOf<Omit<contract.ShapeQuestion, 'prompt' | 'code'>>;
export const SHAPE_VERDICT = {
  correct: flag,
  answer: list(number),
  actual: list(number),
  axis: nullable(number),
  misconception: nullable(text),
  explanationId: text,
  stage: text,
  axes: list(text),
  sizes: named(number),
  missing: list(text),
  found: nullable(text),
} satisfies ResultsOf<
  Omit<contract.ShapeVerdict, 'explanation' | 'values' | 'details'> &
    contract.ShapeVerdict['values'] & { answer: number[] }
>;
export const PATTERN_RUN = {
  axes: named(number),
  meanings: named(text),
  misplaced: number,
  firstMisplaced: nullable(
    struct({
      at: list(number),
      belongsAt: list(number),
      holds: named(number),
      shouldHold: named(number),
    }),
  ),
  origins: tensor,
  wanted: tensor,
} satisfies ResultsOf<Omit<contract.PatternRun, 'shape' | 'explanation'>>;
export const TRAINER_SUMMARY = {
  parameterCount: number,
  relations: list(text),
  vocabulary: list(text),
} satisfies ResultsOf<Pick<contract.Trainer, 'parameterCount' | 'relations' | 'vocabulary'>>;
export const TRAINING_REPORT = {
  step: number,
  loss: number,
  accuracy: list(number),
  averageAccuracy: list(number),
  gradientNorm: number,
  solved: flag,
  solvedAt: nullable(number),
  diverged: flag,
} satisfies ResultsOf<contract.TrainingReport>;
export const EVALUATION = {
  loss: number,
  accuracy: list(number),
} satisfies ResultsOf<ReturnType<contract.Trainer['evaluate']>>;
export const HEAD_READING = {
  mass: tensor,
  entropy: tensor,
} satisfies ResultsOf<contract.HeadReading>;
export const SAMPLE = {
  tokens: list(number),
  answers: list(
    struct({
      token: number,
    }),
  ),
  predictions: list(number),
  layers: list(tensors(ATTENTION_TRACE)),
} satisfies ResultsOf<{
  tokens: number[];
  answers: { token: number }[];
  predictions: number[];
  layers: contract.TrainerSample['layers'];
}>;
