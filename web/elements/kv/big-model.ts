import type { Engine, ModelShape } from '../../../emscripten/package/contract.js';
import { forms, precisions, type Form, type KvState, type OwnSizes } from './state.js';

/** One form of a large model: what it keeps. */
export interface BigRow {
  readonly form: Form;
  /** What is multiplied or added to the numbers of a layer. */
  readonly factors: readonly number[];
  readonly numbers: number;
  readonly bytesPerToken: number;
  readonly bytes: number;
  /** The share of what MHA keeps, as a fraction in lowest terms. */
  readonly share: readonly [numerator: number, denominator: number];
  readonly isBuilt: boolean;
}
export interface BigSizes {
  readonly heads: number;
  readonly kvHeads: number;
  readonly dHead: number;
  readonly layers: number;
  /** What the model has; null for one's own. */
  readonly built: Form | null;
}

export function bigSizes({ cost }: Engine, state: KvState): BigSizes {
  if (state.model === 'own') {
    const { ownHeads: heads, ownKvHeads: kvHeads, ownDHead: dHead, ownLayers: layers } = state;
    return { heads, kvHeads, dHead, layers, built: null };
  }
  const { numHeads: heads, dModel, numLayers, latent, ...shape } = cost.models[state.model];
  const groups = shape.numKvHeads ?? heads;
  return {
    heads,
    kvHeads: groups < heads ? groups : usualKvHeads,
    dHead: shape.dHead ?? dModel / heads,
    layers: numLayers ?? 1,
    built: latent ? 'mla' : groups < heads ? 'gqa' : 'mha',
  };
}

/** Tried on a model without groups. */
const usualKvHeads = 8;

export const toOwn = ({ heads, kvHeads, dHead, layers }: BigSizes): OwnSizes => ({
  ownHeads: heads,
  ownKvHeads: kvHeads,
  ownDHead: dHead,
  ownLayers: layers,
});

export function bigRows(engine: Engine, state: KvState): readonly BigRow[] {
  const { heads, kvHeads, dHead, layers, built } = bigSizes(engine, state);
  const { bigLatent, rope, tokens, batch } = state;
  const bytesPerElement = precisions[state.precision];
  const common = { dModel: heads * dHead, numHeads: heads, dHead, numLayers: layers };
  const run = { seqLen: tokens, batch, bytesPerElement };
  const shapeOf = (form: Form): ModelShape =>
    form === 'mla'
      ? { ...common, latent: { dLatent: bigLatent, ...(rope > 0 ? { dRope: rope } : {}) } }
      : { ...common, numKvHeads: groupsOf(form) };
  const groupsOf = (form: Form) => ({ mha: heads, gqa: kvHeads, mqa: 1, mla: 0 })[form];
  return forms.map((form) => {
    const { bytes, bytesPerToken } = engine.cost.kvCache(shapeOf(form), run);
    const numbers = bytesPerToken / bytesPerElement / layers;
    return {
      ...{ form, numbers, bytes, bytesPerToken, isBuilt: form === built },
      factors: form === 'mla' ? [bigLatent, rope] : [groupsOf(form), 2, dHead],
      share: reduce(numbers, heads * 2 * dHead),
    };
  });
}

function reduce(a: number, b: number): [number, number] {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(a, b);
  return [a / common, b / common];
}
