import type { AttentionConfig } from '../../../emscripten/package/contract.js';
import { editList, editsOfWeights, existingEdits, type EditSizes } from '../../lib/edits.js';
import { lessonModel } from '../../lib/lesson/model.js';
import {
  decimal,
  flag,
  integer,
  invertedFlag,
  itemsOf,
  oneOf,
  orNull,
  readFields,
  seed,
  tokenList,
  writeFields,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import { stateFormat, type StateFormat } from '../../lib/state-format.js';

/** 'trained': the lesson's model. 'random': from the seed. */
export type Weights = 'trained' | 'random';

/** The state of the sandbox, as plain JSON: enough to restore it. */
export interface SandboxState {
  /** Trained weights have their own heads, dModel and seed. */
  readonly weights: Weights;
  readonly tokens: readonly string[];
  readonly heads: number;
  /** null for as many as heads. */
  readonly kvHeads: number | null;
  readonly dModel: number;
  readonly seed: number;
  /** The factor of the embeddings. */
  readonly embeddingScale: number;
  readonly causal: boolean;
  readonly tie: boolean;
  readonly scale: NonNullable<AttentionConfig['scale']>;
  readonly combine: NonNullable<AttentionConfig['combine']>;
  readonly outputProjection: boolean;
  /** The heads whose output is multiplied by 0. */
  readonly removed: readonly number[];
  /** The pinned cell. key is null for the key with the largest weight. */
  readonly query: number;
  readonly head: number;
  readonly key: number | null;
  /** What the learner has changed, see lib/edits.ts: `wq.2.5=1.25`. */
  readonly edits: readonly string[];
}

export const limits = { tokens: 64, heads: 16, dModel: 256 } as const;

const common = {
  kvHeads: null,
  causal: false,
  tie: false,
  scale: 'sqrt-d-head',
  combine: 'concat',
  outputProjection: true,
  removed: [],
  key: null,
  edits: [],
} as const;

/** Example sentences. The short one has large cells with numbers, the long one has an "it". */
export const presets = {
  short: 'The cat sat on the mat'.split(' '),
  long: 'The cat sat on the mat because it was tired'.split(' '),
} as const;

/** The initial state for each kind of weights. */
export const starts: Readonly<Record<Weights, SandboxState>> = {
  trained: {
    ...common,
    weights: 'trained',
    tokens: presets.short,
    heads: lessonModel.heads,
    dModel: lessonModel.dModel,
    seed: lessonModel.seed,
    embeddingScale: 1,
    query: 3,
    head: 1,
  },
  random: {
    ...common,
    weights: 'random',
    tokens: presets.short,
    heads: 4,
    dModel: 32,
    seed: 6,
    embeddingScale: 1.5,
    query: 2,
    head: 3,
  },
};

/** The same sentence and experiments with the other weights. */
export function onWeights(state: SandboxState, weights: Weights): SandboxState {
  const { heads, dModel, seed, embeddingScale } = starts[weights];
  return settle({ ...state, weights, heads, dModel, seed, embeddingScale, kvHeads: null });
}

/** Heads as a list or as text, such as `0,2`; without duplicates, in order. */
export const headList: Reader<readonly number[]> = (input) => {
  const heads = itemsOf(integer(0, limits.heads - 1))(input);
  return heads && [...new Set(heads)].sort((a, b) => a - b);
};

const index = integer(0, limits.tokens - 1);

const fields: Fields<SandboxState> = {
  weights: ['weights', oneOf('trained', 'random')],
  tokens: ['tokens', tokenList(limits.tokens)],
  heads: ['heads', integer(1, limits.heads)],
  kvHeads: ['kv-heads', orNull(integer(1, limits.heads))],
  dModel: ['d-model', integer(1, limits.dModel)],
  seed: ['seed', seed],
  embeddingScale: ['embedding-scale', decimal(0, 4, 2)],
  causal: ['causal', flag],
  tie: ['tie', flag],
  scale: ['scale', oneOf('sqrt-d-head', 'sqrt-d-model', 'none')],
  combine: ['combine', oneOf('concat', 'sum')],
  outputProjection: ['no-output-projection', flag, invertedFlag],
  removed: ['removed', headList],
  query: ['query', index],
  head: ['head', integer(0, limits.heads - 1)],
  key: ['key', orNull(index)],
  edits: ['edits', editList],
};

/**
 * Makes a valid state from anything: stored JSON, attributes, a pasted address. Invalid fields are
 * taken from `base`; positions after the end of the sentence move to its last word. Settings without
 * `weights` mean random weights, because they may be from a time when there were no others.
 */
export function parseState(input: unknown, base: SandboxState = starts.trained): SandboxState {
  const read = readFields(input, fields);
  if (Object.keys(read).length === 0) return base;
  const { weights = 'random' } = read;
  const start = weights === base.weights ? base : starts[weights];
  return settle({ ...start, ...read });
}

/** The state after a change of a setting, without the edits that belong to another layer. */
export function changed(state: SandboxState, change: Partial<SandboxState>): SandboxState {
  const next = settle({ ...state, ...change });
  const names = ['weights', 'heads', 'kvHeads', 'dModel', 'seed'] as const;
  if (names.some((name) => state[name] !== next[name])) return { ...next, edits: [] };
  const isSameSentence = state.tokens.join(' ') === next.tokens.join(' ');
  return isSameSentence ? next : { ...next, edits: editsOfWeights(next.edits) };
}

/** W_O has the rows of all heads, also where they are summed: it is averaged only then. */
function editSizes({ tokens, heads, kvHeads, dModel }: SandboxState): EditSizes {
  const dHead = Math.floor(dModel / heads);
  const [own, shared] = [heads * dHead, (kvHeads ?? heads) * dHead];
  const all = tokens.length;
  return {
    heads,
    wq: [dModel, own],
    wk: [dModel, shared],
    wv: [dModel, shared],
    wo: [own, dModel],
    scores: [all, all],
    mask: [all, all],
  };
}

/** Limits positions, heads and edits to those that exist, and sets the sizes of trained weights. */
export function settle(input: SandboxState): SandboxState {
  const { heads, dModel, seed } = lessonModel;
  const state = input.weights === 'trained' ? { ...input, heads, dModel, seed } : input;
  const last = Math.max(0, state.tokens.length - 1);
  return {
    ...state,
    query: Math.min(state.query, last),
    key: state.key === null || state.key > last ? null : state.key,
    head: Math.min(state.head, state.heads - 1),
    removed: state.removed.filter((head) => head < state.heads),
    edits: existingEdits(state.edits, editSizes(state)),
  };
}

/** The shortest form for an address. `parseState` reads it back. */
function toParameters(state: SandboxState): Record<string, string> {
  const differing = writeFields(state, starts[state.weights], fields);
  const isPlain = state.weights === (Object.keys(differing).length > 0 ? 'random' : 'trained');
  return isPlain ? differing : { weights: state.weights, ...differing };
}

export const sandboxFormat: StateFormat<SandboxState> = {
  ...stateFormat({ tag: 'mh-sandbox', start: starts.trained, fields }),
  parse: parseState,
  toParameters,
};
