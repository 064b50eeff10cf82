import {
  decimal,
  flag,
  integer,
  invertedFlag,
  itemsOf,
  oneOf,
  seed,
  tokenList,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';

/** Masks that a learner begins with. */
export const presets = ['none', 'causal', 'lengths', 'alibi'] as const;
export type Preset = (typeof presets)[number];

/** What the figure shows, as plain JSON. */
export interface MasksState {
  /** The words that are queries. */
  readonly tokens: readonly string[];
  readonly preset: Preset;
  /** Whether keys and values come from the same words or from `context`. */
  readonly keys: 'same' | 'another';
  readonly context: readonly string[];
  /** With the preset `lengths`: how many keys are words; the others are padding. */
  readonly length: number;
  /** The pairs that differ from the preset: 20 is row 2, column 0. */
  readonly turned: readonly number[];
  /** Without it all pairs may be seen, and the edited mask waits. */
  readonly masked: boolean;
  /** The query whose row is apart in all maps. */
  readonly row: number;
  /** The weight whose calculation is shown. */
  readonly token: number;
  readonly column: number;
  readonly head: number;
  /** How many words come in while the others are in the cache. */
  readonly newest: number;
  /** Of dropout, with the seeds of its two runs. */
  readonly rate: number;
  readonly seeds: readonly [number, number];
}

/** A pair's number has one digit for its row and one for its column. */
export const mostTokens = 8;
export const heads = 4;
export const highestRate = 0.9;

export const pair = (row: number, column: number): number => row * 10 + column;

export const startOfMasks: MasksState = {
  tokens: ['the', 'cat', 'sat', 'on', 'the', 'mat'],
  preset: 'causal',
  keys: 'same',
  context: ['the', 'dog', 'was', 'tired'],
  length: 4,
  turned: [],
  masked: true,
  row: 3,
  token: 3,
  column: 1,
  head: 1,
  newest: 2,
  rate: 0.25,
  seeds: [1, 2],
};

const place = integer(0, mostTokens - 1);
const readPair: Reader<number> = (input) => {
  const value = integer(0, pair(mostTokens - 1, mostTokens - 1))(input);
  return value !== undefined && value % 10 < mostTokens ? value : undefined;
};
/** Two seeds as they are typed; undefined where they cannot be used. */
export const typedSeeds: Reader<readonly [number, number]> = (input) => {
  const [first, second, ...more] = itemsOf(seed)(input) ?? [];
  return first === undefined || second === undefined || more.length > 0
    ? undefined
    : [first, second];
};

const fields: Fields<MasksState> = {
  tokens: ['tokens', tokenList(mostTokens)],
  preset: ['preset', oneOf(...presets)],
  keys: ['keys', oneOf('same', 'another')],
  context: ['context', tokenList(mostTokens)],
  length: ['length', integer(1, mostTokens)],
  turned: ['turned', itemsOf(readPair, mostTokens * mostTokens)],
  masked: ['all-pairs', flag, invertedFlag],
  row: ['row', place],
  token: ['token', place],
  column: ['column', place],
  head: ['head', integer(0, heads - 1)],
  newest: ['newest', integer(1, mostTokens)],
  rate: ['rate', decimal(0, highestRate, 2)],
  seeds: ['seeds', typedSeeds],
};

/** The words that are keys. */
export const keysOf = ({ keys, tokens, context }: MasksState): readonly string[] =>
  keys === 'same' ? tokens : context;

/** Keeps what is chosen and edited inside the sentences; order in time needs one sentence. */
export function settleMasks(state: MasksState): MasksState {
  const inTime = state.preset === 'causal' || state.preset === 'alibi';
  const preset = state.keys === 'another' && inTime ? 'none' : state.preset;
  const [T, S] = [state.tokens.length, keysOf(state).length];
  const inside = (place: number, size: number) => Math.max(0, Math.min(place, size - 1));
  return {
    ...state,
    preset,
    length: Math.max(1, Math.min(state.length, S)),
    turned: [...new Set(state.turned)]
      .filter((turned) => Math.floor(turned / 10) < T && turned % 10 < S)
      .sort((a, b) => a - b),
    row: inside(state.row, T),
    token: inside(state.token, T),
    column: inside(state.column, S),
    newest: Math.max(1, Math.min(state.newest, T)),
  };
}

export const masksFormat = stateFormat<MasksState>({
  tag: 'mh-masks',
  start: startOfMasks,
  fields,
  settle: settleMasks,
});
