import {
  flag,
  integer,
  itemsOf,
  oneOf,
  orNull,
  seed,
  type Fields,
} from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';
import { tensorIds, type Place, type TensorId } from './tensors.js';

/** Where in a transformer the layer is: an encoder, a decoder, or between the two. */
export const kinds = ['self', 'causal', 'cross'] as const;
export type Kind = (typeof kinds)[number];

/** What the picture shows, as plain JSON. */
export interface PipelineState extends Place {
  readonly batch: number;
  /** Queries; in self-attention keys too. */
  readonly tokens: number;
  /** Keys of cross-attention. */
  readonly memory: number;
  readonly kind: Kind;
  /** How many keys of each sequence are not padding; empty without padding. */
  readonly lengths: readonly number[];
  readonly heads: number;
  /** null: as many as heads. */
  readonly kvHeads: number | null;
  readonly dModel: number;
  /** null: dModel / heads. */
  readonly dHead: number | null;
  readonly seed: number;
  /** Queries are reshaped without the transpose. */
  readonly skip: boolean;
  readonly tensor: TensorId;
}

export const limits = { batch: 8, tokens: 12, heads: 12, dModel: 512, dHead: 128 } as const;

const firstPlace: Place = { sequence: 0, head: 0, query: 0, key: 0, column: 0, feature: 0 };

/** Queries (2, 4, 100) over a memory (2, 6, 100) of which 3 and 2 keys are not padding. */
export const startOfPipeline: PipelineState = {
  ...firstPlace,
  batch: 2,
  tokens: 4,
  memory: 6,
  kind: 'cross',
  lengths: [3, 2],
  heads: 5,
  kvHeads: null,
  dModel: 100,
  dHead: null,
  seed: 7,
  skip: false,
  tensor: 's',
  head: 2,
  query: 2,
};

const small: PipelineState = {
  ...startOfPipeline,
  ...{ batch: 1, tokens: 4, kind: 'self', lengths: [], heads: 2, dModel: 8, head: 0, query: 0 },
};

/** Layers that can be chosen by name. */
export const presets = {
  walk: startOfPipeline,
  small,
  grouped: { ...small, batch: 2, tokens: 5, kind: 'causal', heads: 6, kvHeads: 2, dModel: 48 },
  paper: { ...small, tokens: 6, heads: 8, dModel: 512 },
} as const satisfies Record<string, PipelineState>;
export type Preset = keyof typeof presets;

const layerFields = [
  ...(['batch', 'tokens', 'memory', 'kind', 'lengths'] as const),
  ...(['heads', 'kvHeads', 'dModel', 'dHead'] as const),
] as const;
/** The layer and the shapes of its inputs, without the seed. */
export const layerOf = (state: PipelineState): string =>
  JSON.stringify(layerFields.map((name) => state[name]));

/** The preset whose layer this is; null where it has been changed. */
export const presetOf = (state: PipelineState): Preset | null =>
  (Object.keys(presets) as Preset[]).find((name) => layerOf(presets[name]) === layerOf(state)) ??
  null;

const upTo = (count: number) => integer(0, count - 1);

const fields: Fields<PipelineState> = {
  batch: ['batch', integer(1, limits.batch)],
  tokens: ['tokens', integer(1, limits.tokens)],
  memory: ['memory', integer(1, limits.tokens)],
  kind: ['kind', oneOf(...kinds)],
  lengths: ['lengths', itemsOf(integer(1, limits.tokens), limits.batch)],
  heads: ['heads', integer(1, limits.heads)],
  kvHeads: ['kv-heads', orNull(integer(1, limits.heads))],
  dModel: ['d-model', integer(1, limits.dModel)],
  dHead: ['d-head', orNull(integer(1, limits.dHead))],
  seed: ['seed', seed],
  skip: ['skip', flag],
  tensor: ['tensor', oneOf(...tensorIds)],
  sequence: ['sequence', upTo(limits.batch)],
  head: ['head', upTo(limits.heads)],
  query: ['query', upTo(limits.tokens)],
  key: ['key', upTo(limits.tokens)],
  column: ['column', upTo(limits.dHead)],
  feature: ['feature', upTo(limits.dModel)],
};

/** How many keys there are. */
export const keysOf = ({ kind, tokens, memory }: PipelineState): number =>
  kind === 'cross' ? memory : tokens;

/** Keeps the number in question inside the layer, and a length for each sequence. */
export function settle(state: PipelineState): PipelineState {
  const { batch, tokens, heads, dModel, dHead, kvHeads } = state;
  const keys = keysOf(state);
  const inside = (index: number, count: number) => Math.min(index, Math.max(1, count) - 1);
  const lengths = state.lengths.map((length) => Math.min(length, keys)).slice(0, batch);
  const padded = lengths.concat(Array<number>(batch - lengths.length).fill(keys));
  return {
    ...state,
    kvHeads: kvHeads === heads ? null : kvHeads,
    dHead: dHead !== null && dHead * heads === dModel ? null : dHead,
    lengths: padded.some((length) => length < keys) ? padded : [],
    sequence: inside(state.sequence, batch),
    head: inside(state.head, heads),
    query: inside(state.query, tokens),
    key: inside(state.key, keys),
    column: inside(state.column, dHead ?? Math.floor(dModel / heads)),
    feature: inside(state.feature, dModel),
  };
}

export const pipelineFormat = stateFormat<PipelineState>({
  tag: 'mh-pipeline',
  start: startOfPipeline,
  fields,
  settle,
});
