import type {
  Attention,
  Engine,
  IdentitySides,
  LatentAttention,
  Tensor,
} from '../../../emscripten/package/contract.js';
import { at } from '../../lib/tensor-view.js';
import { headParts } from './head-parts.js';
import { identityOptions, sizesOf, type Sizes } from './sizes.js';
import {
  canBreak,
  identities,
  identityNames,
  type IdentitiesState,
  type Identity,
} from './state.js';

/** One row: what its two sides differ by. */
export interface IdentityRow {
  readonly identity: Identity;
  /** Without a mistake. */
  readonly holds: number;
  /** With the mistake, where it is made; null elsewhere. */
  readonly broken: number | null;
  readonly canBreak: boolean;
}

/** What one head of the open row gives on either side, [T, columns]. */
export interface HeadSides {
  readonly left: Tensor;
  readonly right: Tensor;
  /** left - right */
  readonly change: Tensor;
  /** The largest |left - right|. */
  readonly difference: number;
}

export interface OpenRow {
  readonly row: IdentityRow;
  /** The outputs of both sides, [T, dModel]. */
  readonly left: Tensor;
  readonly right: Tensor;
  /** The largest |left|. */
  readonly reach: number;
  readonly heads: readonly HeadSides[];
  /** The largest |number| of all heads: one scale for all. */
  readonly limit: number;
}

/** Everything that the figure shows, as the core computed it. */
export interface IdentitiesRun {
  readonly engine: Engine;
  readonly state: IdentitiesState;
  readonly sizes: Sizes;
  readonly rows: readonly IdentityRow[];
  /** The largest difference of all rows where no mistake is made. */
  readonly worst: number;
  /** The largest |output| of all rows. */
  readonly reach: number;
  readonly open: OpenRow;
}

/** The three layers that the identities are tested on. */
interface Layers {
  readonly multiHead: Attention;
  readonly grouped: Attention;
  readonly latent: LatentAttention;
}
type LayerName = keyof Layers;

const layerName = (identity: Identity): LayerName =>
  identity === 'grouped' ? 'grouped' : identity === 'absorbed' ? 'latent' : 'multiHead';

export function runIdentities(engine: Engine, state: IdentitiesState): IdentitiesRun {
  const sizes = sizesOf(state);
  const x = engine.embed(state.tokens, { dModel: sizes.dModel });
  return withLayers(engine, state, sizes, (layers) => {
    const sides = (identity: Identity, isBroken: boolean) =>
      bothSides(engine, layers[layerName(identity)], x, { identity, isBroken, sizes });
    const held = identityNames.map((identity) => sides(identity, false));
    const rows = identityNames.map((identity, i) => ({
      identity,
      holds: held[i]!.difference,
      broken: identity === state.broken ? sides(identity, true).difference : null,
      canBreak: canBreak(identity, state.heads),
    }));
    const isBroken = state.open === state.broken;
    const heads = headParts({ engine, sizes, x, isBroken, ...layers }, state.open);
    return {
      ...{ engine, state, sizes, rows },
      worst: at(engine.tensor.max(rows.map(({ holds }) => holds))),
      reach: largest(
        engine,
        held.map(({ left }) => left),
      ),
      open: openRow(
        engine,
        rows.find(({ identity }) => identity === state.open)!,
        {
          ...sides(state.open, isBroken),
          heads,
        },
      ),
    };
  });
}

function withLayers<Result>(
  engine: Engine,
  { heads, seed }: IdentitiesState,
  { dModel, dHead, dLatent, kvHeads }: Sizes,
  use: (layers: Layers) => Result,
): Result {
  const config = { dModel, numHeads: heads, seed };
  const layers = {
    multiHead: engine.attention(config),
    grouped: engine.attention({ ...config, numKvHeads: kvHeads }),
    latent: engine.latentAttention({ ...config, dHead, dLatent }),
  };
  try {
    return use(layers);
  } finally {
    for (const layer of Object.values(layers)) layer.dispose();
  }
}

function bothSides(
  { identities: engine }: Engine,
  layer: Attention | LatentAttention,
  x: Tensor,
  { identity, isBroken, sizes }: { identity: Identity; isBroken: boolean; sizes: Sizes },
): IdentitySides {
  const run = isBroken ? engine.broken : engine.sides;
  return run(identities[identity], layer, x, identityOptions(sizes));
}

function openRow(
  engine: Engine,
  row: IdentityRow,
  sides: {
    readonly left: Tensor;
    readonly right: Tensor;
    readonly heads: readonly { readonly left: Tensor; readonly right: Tensor }[];
  },
): OpenRow {
  const heads = sides.heads.map(({ left, right }) => {
    const change = engine.tensor.subtract(left, right);
    return { left, right, change, difference: largest(engine, [change]) };
  });
  return {
    row,
    ...{ left: sides.left, right: sides.right, heads },
    reach: largest(engine, [sides.left]),
    limit: largest(
      engine,
      heads.flatMap(({ left, right, change }) => [left, right, change]),
    ),
  };
}

/** The largest |number| of all. */
function largest({ tensor }: Engine, all: readonly Tensor[]): number {
  const most = all.map((one) => at(tensor.max(tensor.concat([one, tensor.multiply(one, -1)]))));
  return at(tensor.max(most));
}

/** More than rounding leaves: the bound of the ruler. */
export const bound = 1e-5;
export const isEqual = (difference: number): boolean => difference <= bound;

/** The open row makes its mistake. */
export const isOpenBroken = ({ state }: IdentitiesRun): boolean => state.open === state.broken;
