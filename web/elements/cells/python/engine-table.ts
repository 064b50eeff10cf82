/**
 * Everything that Python may use of the engine. Each function has its parameters with the names and
 * order of the contract: `?` is optional, `**` is a record of settings, which are keywords in Python,
 * and `->` is the kind of the created object. Python's spelling follows from these names:
 * `toGrouped` is `to_grouped`.
 *
 * Add one line here for each new function of the contract; `tsc` reports missing ones.
 */
import type {
  Attention,
  Engine,
  FeedForward,
  KvCache,
  LatentAttention,
  Trainer,
} from '../../../../emscripten/package/contract.js';

/** Objects that exist until they are closed. */
interface Kinds {
  Attention: Attention;
  LatentAttention: LatentAttention;
  FeedForward: FeedForward;
  KvCache: KvCache;
  Trainer: Trainer;
}
export type Kind = keyof Kinds;

type Listed<Given> = {
  readonly [Name in Exclude<keyof Given, 'dispose' | 'disposed' | symbol>]: Given[Name] extends (
    ...given: never[]
  ) => infer Made
    ? Made extends Kinds[Kind]
      ? `${string} -> ${Kind}`
      : string
    : 'value';
};
type Topic = {
  [Name in keyof Engine]: Engine[Name] extends string | ((...given: never[]) => unknown)
    ? never
    : Name;
}[Exclude<keyof Engine, 'module'>];

export const topics = {
  tensor: {
    randomNormal: 'shape, **options',
    randomUniform: 'shape, **options',
    zeros: 'shape',
    ones: 'shape',
    full: 'shape, value',
    arange: 'start, stop?, step?',
    array: 'values',
    toNested: 'x',
    add: 'a, b',
    subtract: 'a, b',
    multiply: 'a, b',
    divide: 'a, b',
    exp: 'x',
    sqrt: 'x',
    tril: 'x, k?',
    triu: 'x, k?',
    where: 'condition, a, b',
    sum: 'x, **options',
    mean: 'x, **options',
    max: 'x, **options',
    matmul: 'a, b',
    softmax: 'x, **options',
    reshape: 'x, shape',
    transpose: 'x, axes?',
    concat: 'parts, axis?',
    slice: 'x, ranges',
    allclose: 'a, b, **options',
  },
  cost: {
    models: 'value',
    parameters: 'model',
    flops: 'model, **run',
    weights: 'model, **options',
    kvCache: 'model, **run',
    attentionMemory: 'model, **run',
  },
  measure: {
    entropy: 'weights',
    headDistance: 'weights',
    headDiversity: 'weights',
    headPatterns: 'weights, tokens?',
    saturation: 'weights',
  },
  identities: {
    concatIsSumOfSlices: 'layer, x',
    tiedIsOneNarrowHead: 'layer, x',
    groupedIsCopiedMultiHead: 'layer, x',
    onlineIsPlainSoftmax: 'layer, x, tile',
    cachedIsFull: 'layer, x, chunks, pageSize?',
    absorbedIsExpanded: 'layer, x',
    permutationMoves: 'layer, x, order',
    futureDoesNotMatter: 'layer, x',
    sides: 'name, layer, x, **options',
    broken: 'name, layer, x, **options',
  },
  shapes: {
    parse: 'text, sizes',
    question: '**options',
    check: 'question, answer',
    runPattern: 'steps, sizes, expected',
  },
  formulas: {
    evaluate: 'text, values',
    sameValue: 'a, b, names',
  },
  limits: {
    multiplyAdd: 'rounds, chains?',
    readMemory: 'bytes, rounds',
  },
  engine: {
    version: 'value',
    memory: '',
    attention: '**config, weights? -> Attention',
    latentAttention: '**config, weights? -> LatentAttention',
    attentionFromCheckpoint: 'bytes, **options -> Attention',
    feedForward: '**config, weights? -> FeedForward',
    trainer: '**config -> Trainer',
    trainerFromCheckpoint: 'bytes -> Trainer',
    embed: 'tokens, **options',
  },
} as const satisfies { readonly [Name in Topic]: Listed<Engine[Name]> } & {
  readonly engine: Listed<Omit<Engine, Topic | 'module'>>;
};

export const kinds = {
  Attention: {
    config: 'value',
    lastKernel: 'value',
    weights: '',
    setWeights: 'weights',
    with: '**change, weights? -> Attention',
    forward: 'x, **options',
    trace: 'x, **options',
    traceOnline: 'x, tile, **options',
    traceSchedule: 'x, schedule, **options',
    backward: 'x, dOutput, **options',
    cache: '**options -> KvCache',
    toGrouped: 'numKvHeads, **options -> Attention',
    toLatent: 'dLatent, x -> LatentAttention',
    save: '',
  },
  LatentAttention: {
    config: 'value',
    weights: '',
    forward: 'x, **options',
    trace: 'x, **options',
    cache: '**options -> KvCache',
  },
  FeedForward: {
    config: 'value',
    weights: '',
    forward: 'x',
    trace: 'x',
    backward: 'x, dOutput',
  },
  KvCache: {
    length: 'value',
    capacity: 'value',
    bytes: 'value',
    pages: 'value',
    step: 'x',
    reset: '',
  },
  Trainer: {
    config: 'value',
    relations: 'value',
    vocabulary: 'value',
    parameterCount: 'value',
    step: 'count?',
    evaluate: '**change',
    chance: '',
    ablation: '**options',
    reading: '',
    sample: '**options',
    embed: 'tokens',
    readOut: 'output',
    attention: 'layer? -> Attention',
    toGrouped: 'numKvHeads, **options -> Trainer',
    latentAttention: 'layer? -> LatentAttention',
    toLatent: 'dLatent -> Trainer',
    save: '',
  },
} as const satisfies { readonly [Name in Kind]: Listed<Kinds[Name]> };
