import type { IdentityOptions } from '../../../emscripten/package/contract.js';
import type { IdentitiesState } from './state.js';

/** The layer's sizes, which the schemes are drawn from. */
export interface Sizes {
  readonly tokens: number;
  readonly heads: number;
  /** The key heads of the layer with shared keys and values. */
  readonly kvHeads: number;
  readonly dHead: number;
  readonly dModel: number;
  /** Numbers that each token leaves in the cache of the latent layer. */
  readonly dLatent: number;
  /** Keys in a tile. */
  readonly tile: number;
  /** Words in a page. */
  readonly page: number;
  readonly chunks: readonly [number, number];
  /** Token order[t] comes to place t. */
  readonly order: readonly number[];
}

export const dHead = 8;
const pair = 2;

export function sizesOf({ tokens, heads }: IdentitiesState): Sizes {
  const count = tokens.length;
  const first = Math.ceil((2 * count) / 3);
  return {
    tokens: count,
    heads,
    kvHeads: heads / pair,
    dHead,
    dModel: heads * dHead,
    dLatent: (heads * dHead) / pair,
    tile: pair,
    page: pair,
    chunks: [first, count - first],
    order: Array.from({ length: count }, (_, t) => count - 1 - t),
  };
}

export const identityOptions = ({ tile, page, chunks, order }: Sizes): IdentityOptions => ({
  tile: { queries: tile, keys: tile },
  pageSize: page,
  chunks,
  order,
});

/** The key/value head that each head reads: 0 0 1 1, or in the wrong order of copying 0 1 0 1. */
export const copies = ({ heads, kvHeads }: Sizes, isBroken: boolean): readonly number[] =>
  Array.from({ length: heads }, (_, head) =>
    isBroken ? head % kvHeads : Math.floor((head * kvHeads) / heads),
  );

/** The head whose rows of W_O each head is multiplied by: heads 0 and 1 are swapped if broken. */
export const rowsOfOutput = ({ heads }: Sizes, isBroken: boolean): readonly number[] =>
  Array.from({ length: heads }, (_, head) => (isBroken && head < 2 ? 1 - head : head));

/** The head whose W_UV makes each head's values: the next one's if broken. */
export const valuesOfLatents = ({ heads }: Sizes, isBroken: boolean): readonly number[] =>
  Array.from({ length: heads }, (_, head) => (isBroken ? (head + 1) % heads : head));
