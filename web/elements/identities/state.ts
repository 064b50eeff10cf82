import type { IdentityName } from '../../../emscripten/package/contract.js';
import { oneOf, orNull, seed, tokenList, type Fields } from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';

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

const row = oneOf<Identity>(...identityNames);

const fields: Fields<IdentitiesState> = {
  tokens: ['tokens', tokenList(tokenLimits.max, tokenLimits.min)],
  heads: ['heads', oneOf(...headChoices.map(Number))],
  seed: ['seed', seed],
  open: ['open', row],
  broken: ['broken', orNull(row)],
};

export const identitiesFormat = stateFormat<IdentitiesState>({
  tag: 'mh-identities',
  start: startOfIdentities,
  fields,
  settle: (state) =>
    state.broken && !canBreak(state.broken, state.heads) ? { ...state, broken: null } : state,
});
