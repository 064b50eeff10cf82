import type { IdentityName } from '../../../emscripten/package/contract.js';
import {
  fieldNames,
  flagNames,
  integer,
  oneOf,
  orNull,
  readFields,
  seed,
  tokenList,
  writeFields,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import type { StateFormat } from '../../lib/state-format.js';

/** The rows from top to bottom: their names in addresses, and what the engine calls them. */
export const identities = {
  concat: 'concatIsSumOfSlices',
  tied: 'tiedIsOneNarrowHead',
  grouped: 'groupedIsCopiedMultiHead',
  tiles: 'onlineIsPlainSoftmax',
  cached: 'cachedIsFull',
  paged: 'pagedIsFull',
  chunked: 'chunkedIsFull',
  absorbed: 'absorbedIsExpanded',
  order: 'permutationMoves',
  future: 'futureDoesNotMatter',
} as const satisfies Record<string, IdentityName>;

export type Identity = keyof typeof identities;
export const identityNames = Object.keys(identities) as readonly Identity[];

/** What the figure shows, as plain JSON. */
export interface IdentitiesState {
  readonly tokens: readonly string[];
  readonly heads: number;
  readonly seed: number;
  /** The row whose heads are shown below. */
  readonly open: Identity;
  /** The row that makes its mistake; null: none does. */
  readonly broken: Identity | null;
}

/** Three words fill more than one tile and one page of two. */
export const tokenLimits = { min: 3, max: 8 } as const;
export const headChoices = ['2', '4', '8'] as const;

export const startOfIdentities: IdentitiesState = {
  tokens: 'the cat sat on the mat'.split(' '),
  heads: 4,
  seed: 3,
  open: 'grouped',
  broken: null,
};

/** Two heads share one key/value head, so copies of it have only one order. */
export const canBreak = (identity: Identity, heads: number): boolean =>
  identity !== 'grouped' || heads > 2;

const tokens: Reader<readonly string[]> = (input) => {
  const typed = tokenList(tokenLimits.max)(input);
  return typed && typed.length >= tokenLimits.min ? typed : undefined;
};

const heads: Reader<number> = (input) => {
  const count = integer(2, 8)(input);
  return headChoices.some((choice) => Number(choice) === count) ? count : undefined;
};

const row = oneOf<Identity>(...identityNames);

const fields: Fields<IdentitiesState> = {
  tokens: ['tokens', tokens],
  heads: ['heads', heads],
  seed: ['seed', seed],
  open: ['open', row],
  broken: ['broken', orNull(row)],
};

/** A valid state from anything; what cannot be read keeps its value of `base`. */
export function parseIdentities(
  input: unknown,
  base: IdentitiesState = startOfIdentities,
): IdentitiesState {
  const state = { ...base, ...readFields(input, fields) };
  const { broken } = state;
  return broken && !canBreak(broken, state.heads) ? { ...state, broken: null } : state;
}

export const identitiesFormat: StateFormat<IdentitiesState> = {
  tag: 'mh-identities',
  names: fieldNames(fields),
  flags: flagNames(fields),
  start: startOfIdentities,
  parse: parseIdentities,
  toParameters: (state) => writeFields(state, startOfIdentities, fields),
};
