import type { AttentionConfig } from '../../emscripten/package/contract.js';
import {
  absent,
  decimal,
  flag,
  oneOf,
  readFields,
  wholeNumber,
  type Fields,
  type Reader,
} from './state-fields.js';

/** What the sandbox shows, as plain JSON: enough to restore it from an attribute or an address. */
export interface SandboxState {
  readonly tokens: readonly string[];
  readonly heads: number;
  /** null: as many as heads. */
  readonly kvHeads: number | null;
  readonly dModel: number;
  readonly seed: number;
  /** What the embeddings are multiplied by. */
  readonly embeddingScale: number;
  readonly causal: boolean;
  readonly tie: boolean;
  readonly scale: NonNullable<AttentionConfig['scale']>;
  readonly combine: NonNullable<AttentionConfig['combine']>;
  readonly outputProjection: boolean;
  /** Heads whose output is multiplied by 0. */
  readonly removed: readonly number[];
  /** The pinned query and head; key null: the one with the largest weight. */
  readonly query: number;
  readonly head: number;
  readonly key: number | null;
}

export const limits = { tokens: 64, letters: 80, heads: 16, dModel: 256, seed: 9999 } as const;

export const lessonSentence = ['The', 'cat', 'sat', 'on', 'the', 'mat'];

export const defaultState: SandboxState = {
  tokens: lessonSentence,
  heads: 4,
  kvHeads: null,
  dModel: 32,
  seed: 6,
  embeddingScale: 1.5,
  causal: false,
  tie: false,
  scale: 'sqrt-d-head',
  combine: 'concat',
  outputProjection: true,
  removed: [],
  query: 2,
  head: 3,
  key: null,
};

/** Words as people type or paste them. */
export const splitWords = (text: string): string[] =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, limits.letters));

const words: Reader<readonly string[]> = (given) =>
  typeof given === 'string'
    ? splitWords(given).slice(0, limits.tokens)
    : Array.isArray(given) && given.every((word) => typeof word === 'string')
      ? splitWords(given.join(' ')).slice(0, limits.tokens)
      : undefined;

const headList: Reader<readonly number[]> = (given) => {
  const parts: unknown = typeof given === 'string' ? given.split(',') : given;
  if (!Array.isArray(parts)) return undefined;
  const heads = parts.map(wholeNumber(0, limits.heads - 1));
  return heads.every((head) => head !== undefined)
    ? [...new Set(heads as number[])].sort((a, b) => a - b)
    : undefined;
};

const index = wholeNumber(0, limits.tokens - 1);

/** Each field's name in an attribute or address, and how it is read; there, if otherwise. */
const fields: Fields<SandboxState> = {
  tokens: ['tokens', words],
  heads: ['heads', wholeNumber(1, limits.heads)],
  kvHeads: ['kv-heads', (given) => (given === null ? null : wholeNumber(1, limits.heads)(given))],
  dModel: ['d-model', wholeNumber(1, limits.dModel)],
  seed: ['seed', wholeNumber(0, limits.seed)],
  embeddingScale: ['embedding-scale', decimal(0, 4)],
  causal: ['causal', flag],
  tie: ['tie', flag],
  scale: ['scale', oneOf('sqrt-d-head', 'sqrt-d-model', 'none')],
  combine: ['combine', oneOf('concat', 'sum')],
  outputProjection: ['no-output-projection', flag, absent],
  removed: ['removed', headList],
  query: ['query', index],
  head: ['head', wholeNumber(0, limits.heads - 1)],
  key: ['key', (given) => (given === null ? null : index(given))],
};

/** Those that are there or not, as attributes are. */
export const flagNames: ReadonlySet<string> = new Set(['causal', 'tie', 'no-output-projection']);

/** The names that an address may carry. */
export const parameterNames: readonly string[] = Object.values(fields).map(([name]) => name);

/**
 * A valid state from anything: a stored object, attributes, a pasted address. A field that cannot
 * be read keeps its value of `base`; a position past the end of the sentence moves to its last word.
 */
export function parseState(given: unknown, base: SandboxState = defaultState): SandboxState {
  return settle({ ...base, ...readFields(given, fields) });
}

/** Keeps positions inside the sentence and the heads. */
export function settle(state: SandboxState): SandboxState {
  const last = Math.max(0, state.tokens.length - 1);
  return {
    ...state,
    query: Math.min(state.query, last),
    key: state.key === null || state.key > last ? null : state.key,
    head: Math.min(state.head, state.heads - 1),
    removed: state.removed.filter((head) => head < state.heads),
  };
}

/** The shortest form: only what differs from `base`, by the names that an address carries. */
export function toParameters(
  state: SandboxState,
  base: SandboxState = defaultState,
): Record<string, string> {
  const differing = Object.entries(fields).filter(
    ([key]) => print(state, key) !== print(base, key),
  );
  return Object.fromEntries(differing.map(([key, [name]]) => [name, print(state, key)]));
}

function print(state: SandboxState, key: string): string {
  const value = state[key as keyof SandboxState];
  if (value === null) return '';
  if (key === 'outputProjection') return value ? '0' : '1';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (key === 'tokens') return state.tokens.join(' ');
  return String(value);
}
