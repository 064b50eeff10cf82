import {
  integer,
  itemsOf,
  oneOf,
  orNull,
  seed,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';
import { heads, isUsual, settleGroups } from './groups.js';

/** How a layer keeps keys and values. */
export const forms = ['mha', 'gqa', 'mqa', 'mla'] as const;
export type Form = (typeof forms)[number];

/** Models whose sizes the core knows; `own` has the learner's. */
export const bigModels = [
  'llama2-70b',
  'llama3.1-8b',
  'llama3.1-405b',
  'gpt3-175b',
  'deepseek-v3',
  'own',
] as const;
export type BigModel = (typeof bigModels)[number];

/** Bytes of one number. */
export const precisions = { fp32: 4, fp16: 2, fp8: 1, int4: 0.5 } as const;
export type Precision = keyof typeof precisions;

/** The sizes of the learner's own model. */
export interface OwnSizes {
  readonly ownHeads: number;
  readonly ownKvHeads: number;
  readonly ownDHead: number;
  readonly ownLayers: number;
}

/** What the figure shows, as plain JSON. */
export interface KvState extends OwnSizes {
  /** The seed of the layer that is trained. */
  readonly seed: number;
  /** Which letters it reads, and how many of them are kept so far. */
  readonly sequence: number;
  readonly letters: number;
  readonly head: number;
  /** The form whose answers are shown; on a phone also the one in sight. */
  readonly form: Form;
  readonly kvHeads: number;
  readonly from: 'mean' | 'first';
  /** The key/value head that each query head reads in GQA; null where neighbours share. */
  readonly groups: readonly number[] | null;
  readonly latent: number;
  readonly model: BigModel;
  readonly tokens: number;
  readonly batch: number;
  readonly precision: Precision;
  readonly bigLatent: number;
  readonly rope: number;
}

export const seqLen = 16;
export const widestLatent = 64;
export const kvHeadCounts = [4, 2] as const;
export const limits = { heads: 512, dHead: 1024, layers: 1000, tokens: 2 ** 21, batch: 4096 };

export const startOfKv: KvState = {
  seed: 1,
  sequence: 5,
  letters: 11,
  head: 5,
  form: 'gqa',
  kvHeads: 2,
  from: 'mean',
  groups: null,
  latent: 16,
  model: 'llama2-70b',
  tokens: 4096,
  batch: 8,
  precision: 'fp16',
  bigLatent: 512,
  rope: 64,
  ownHeads: 64,
  ownKvHeads: 8,
  ownDHead: 128,
  ownLayers: 80,
};

/** Rotary positions turn pairs of numbers. */
const even: Reader<number> = (input) => {
  const value = integer(0, limits.dHead)(input);
  return value !== undefined && value % 2 === 0 ? value : undefined;
};

const fields: Fields<KvState> = {
  seed: ['seed', seed],
  sequence: ['sequence', seed],
  letters: ['letters', integer(1, seqLen)],
  head: ['head', integer(0, heads - 1)],
  form: ['form', oneOf(...forms)],
  kvHeads: ['kv-heads', oneOf<number>(...kvHeadCounts)],
  from: ['from', oneOf('mean', 'first')],
  groups: ['groups', orNull(itemsOf(integer(0, 3), heads))],
  latent: ['latent', integer(1, widestLatent)],
  model: ['model', oneOf(...bigModels)],
  tokens: ['tokens', integer(1, limits.tokens)],
  batch: ['batch', integer(1, limits.batch)],
  precision: ['precision', oneOf('fp32', 'fp16', 'fp8', 'int4')],
  bigLatent: ['big-latent', integer(1, 2 ** 16)],
  rope: ['rope', even],
  ownHeads: ['own-heads', integer(1, limits.heads)],
  ownKvHeads: ['own-kv-heads', integer(1, limits.heads)],
  ownDHead: ['own-d-head', integer(1, limits.dHead)],
  ownLayers: ['own-layers', integer(1, limits.layers)],
};

/** Groups must fit the number of key/value heads, which must divide the heads. */
function settleKv(state: KvState): KvState {
  const { groups, kvHeads, ownHeads, ownKvHeads } = state;
  const settled = groups && settleGroups(groups, kvHeads);
  return {
    ...state,
    groups: settled && !isUsual(settled, kvHeads) ? settled : null,
    ownKvHeads: largestDivisor(ownHeads, ownKvHeads),
  };
}

/** The largest number up to `most` that divides `heads`. */
function largestDivisor(heads: number, most: number): number {
  for (let divisor = Math.min(heads, most); divisor > 1; divisor--) {
    if (heads % divisor === 0) return divisor;
  }
  return 1;
}

export const kvFormat = stateFormat<KvState>({
  tag: 'mh-kv',
  start: startOfKv,
  fields,
  settle: settleKv,
});
