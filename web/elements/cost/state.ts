import {
  flag,
  oneOf,
  orNull,
  readObject,
  integer,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import { stateFormat, type StateFormat } from '../../lib/state-format.js';
import type { ModelShape } from '../../../emscripten/package/contract.js';

export const views = ['cache', 'parameters', 'flops', 'memory', 'models'] as const;
export type View = (typeof views)[number];

/** Bytes of a number in each precision. */
export const precisions = { fp32: 4, fp16: 2, bf16: 2, fp8: 1, int4: 0.5 } as const;
export type Precision = keyof typeof precisions;

/** The models of the desk, by the core's names for them, and the learner's own. */
export const modelNames = [
  'llama2-70b',
  'llama3.1-8b',
  'llama3.1-405b',
  'gpt2-small',
  'gpt3-175b',
  'deepseek-v3',
  'vaswani-base',
] as const;
export type PresetName = (typeof modelNames)[number];
export type DeskModel = PresetName | 'own';

/** The sizes of the learner's own model. 0: it has none; null: what the core takes by default. */
export interface OwnSizes {
  readonly dModel: number;
  readonly heads: number;
  readonly kvHeads: number | null;
  readonly dHead: number | null;
  readonly dFf: number;
  readonly activation: NonNullable<ModelShape['activation']>;
  readonly vocabulary: number;
  readonly tied: boolean;
  readonly bias: boolean;
  readonly positions: number;
  readonly dLatent: number;
  readonly dLatentQuery: number;
  readonly dRope: number;
  readonly dValue: number | null;
}

/** What the desk shows, as plain JSON. */
export interface CostState extends OwnSizes {
  readonly view: View;
  readonly model: DeskModel;
  /** The model beside it; null without one. */
  readonly rival: DeskModel | null;
  readonly tokens: number;
  readonly batch: number;
  readonly precision: Precision;
  readonly causal: boolean;
  readonly phase: 'prefill' | 'decode';
  /** null: as many as the model has. */
  readonly layers: number | null;
  /** The number whose multiplication is shown; null for the view's own choice. */
  readonly formula: string | null;
}

export const limits = {
  tokens: 2 ** 20,
  batch: 4096,
  layers: 10_000,
  size: 2 ** 20,
  vocabulary: 2 ** 24,
} as const;

export const startOfCost: CostState = {
  view: 'cache',
  model: 'llama2-70b',
  rival: null,
  tokens: 4096,
  batch: 8,
  precision: 'fp16',
  causal: false,
  phase: 'prefill',
  layers: null,
  formula: null,
  dModel: 4096,
  heads: 32,
  kvHeads: null,
  dHead: null,
  dFf: 11008,
  activation: 'swiglu',
  vocabulary: 32_000,
  tied: false,
  bias: false,
  positions: 0,
  dLatent: 0,
  dLatentQuery: 0,
  dRope: 0,
  dValue: null,
};

/** Layers of the learner's own model by default. */
export const ownLayers = 32;

/** One row and column of a table, such as `gqa.bytes`. */
const cellName: Reader<string | null> = (given) =>
  given === null || given === ''
    ? null
    : typeof given === 'string' && /^[a-z0-9.-]{1,40}$/iu.test(given)
      ? given
      : undefined;

const size = integer(1, limits.size);
const sizeOrNone = integer(0, limits.size);
const anyModel = oneOf<DeskModel>(...modelNames, 'own');

const fields: Fields<CostState> = {
  view: ['view', oneOf(...views)],
  model: ['model', anyModel],
  rival: ['rival', orNull(anyModel)],
  tokens: ['tokens', integer(1, limits.tokens)],
  batch: ['batch', integer(1, limits.batch)],
  precision: ['precision', oneOf(...(Object.keys(precisions) as Precision[]))],
  causal: ['causal', flag],
  phase: ['phase', oneOf('prefill', 'decode')],
  layers: ['layers', orNull(integer(1, limits.layers))],
  formula: ['formula', cellName],
  dModel: ['d-model', size],
  heads: ['heads', size],
  kvHeads: ['kv-heads', orNull(size)],
  dHead: ['d-head', orNull(size)],
  dFf: ['d-ff', sizeOrNone],
  activation: ['activation', oneOf('relu', 'gelu', 'swiglu', 'geglu')],
  vocabulary: ['vocabulary', integer(0, limits.vocabulary)],
  tied: ['tied', flag],
  bias: ['bias', flag],
  positions: ['positions', integer(0, limits.vocabulary)],
  dLatent: ['d-latent', sizeOrNone],
  dLatentQuery: ['d-latent-query', sizeOrNone],
  dRope: ['d-rope', sizeOrNone],
  dValue: ['d-value', orNull(size)],
};

/** Tables of the lesson, each by the name of what it shows. */
export const readings = {
  heads: { view: 'models', model: 'llama2-70b', formula: 'llama2-70b.cache' },
  sharing: { view: 'cache', model: 'llama2-70b', tokens: 4096, batch: 8, formula: 'gqa.bytes' },
  parts: {
    ...{ view: 'parameters', model: 'own', rival: 'llama2-70b', formula: 'share.b-layer' },
    ...{ dModel: 8192, heads: 64, dFf: 32_768, activation: 'relu', vocabulary: 0, layers: 80 },
  },
  models: { view: 'models', model: 'llama3.1-8b', formula: 'llama3.1-8b.built' },
  lengths: {
    ...{ view: 'flops', model: 'own', tokens: 4096, batch: 1, formula: 'attention.layer' },
    ...{ dModel: 4096, heads: 32, dFf: 0, vocabulary: 0 },
  },
  generated: {
    ...{ view: 'flops', model: 'llama3.1-8b', tokens: 8192, batch: 1, phase: 'decode' },
    formula: 'mha.crossover',
  },
  short: {
    ...{ view: 'flops', model: 'vaswani-base', tokens: 128, batch: 1 },
    formula: 'pairs.layer',
  },
  card: { view: 'memory', model: 'llama2-70b', tokens: 4096, batch: 8, formula: 'together.gb' },
} as const satisfies Readonly<Record<string, Partial<CostState>>>;
export type Reading = keyof typeof readings;
export const readingNames = Object.keys(readings) as Reading[];

export const stateOfReading = (reading: Reading): CostState => ({
  ...startOfCost,
  ...readings[reading],
});

const plainFormat = stateFormat<CostState>({ tag: 'mh-cost', start: startOfCost, fields });

export const costFormat: StateFormat<CostState> = {
  ...plainFormat,
  /** A named reading is the base of the fields that are given with it. */
  parse(input, base) {
    const reading = oneOf(...readingNames)(readObject(input)['reading']);
    return plainFormat.parse(input, reading ? stateOfReading(reading) : base);
  },
};
