import type { Cost, ModelShape } from '../../../emscripten/package/contract.js';
import {
  ownLayers,
  precisions,
  startOfCost,
  type CostState,
  type DeskModel,
  type OwnSizes,
} from './state.js';
import type { CostRun } from './formulas.js';

/**
 * The sizes that the core counts with.
 *
 * @param state  its layers are the chosen model's and the learner's own: others keep theirs
 */
export function shapeOf(model: DeskModel, state: CostState, { models }: Cost): ModelShape {
  const layers = model === 'own' || model === state.model ? state.layers : null;
  if (model === 'own') return { ...ownShape(state), numLayers: layers ?? ownLayers };
  return { ...models[model], ...(layers === null ? {} : { numLayers: layers }) };
}

function ownShape(own: OwnSizes): ModelShape {
  const { dModel, heads, kvHeads, dHead, dFf, activation, dLatent } = own;
  return {
    ...{ dModel, numHeads: heads },
    ...(kvHeads === null ? {} : { numKvHeads: kvHeads }),
    ...(dHead === null ? {} : { dHead }),
    ...(dFf === 0 ? {} : { dFf, activation }),
    ...(own.bias ? { bias: true } : {}),
    ...(own.vocabulary === 0 ? {} : { vocabSize: own.vocabulary }),
    ...(own.tied ? { tiedEmbeddings: true } : {}),
    ...(own.positions === 0 ? {} : { learnedPositions: own.positions }),
    ...(dLatent === 0 ? {} : { latent: ownLatent(own) }),
  };
}

function ownLatent({ dLatent, dLatentQuery, dRope, dValue }: OwnSizes) {
  return {
    dLatent,
    ...(dRope === 0 ? {} : { dRope }),
    ...(dLatentQuery === 0 ? {} : { dLatentQuery }),
    ...(dValue === null ? {} : { dValue }),
  };
}

/** A known model's sizes as the learner's own, to be changed. */
export function toOwn(shape: ModelShape): OwnSizes & Pick<CostState, 'layers'> {
  const { latent } = shape;
  return {
    dModel: shape.dModel,
    heads: shape.numHeads,
    kvHeads: shape.numKvHeads ?? null,
    dHead: shape.dHead ?? null,
    layers: shape.numLayers ?? null,
    dFf: shape.dFf ?? 0,
    activation: shape.activation ?? startOfCost.activation,
    vocabulary: shape.vocabSize ?? 0,
    tied: shape.tiedEmbeddings ?? false,
    bias: shape.bias ?? false,
    positions: shape.learnedPositions ?? 0,
    dLatent: latent?.dLatent ?? 0,
    dLatentQuery: latent?.dLatentQuery ?? 0,
    dRope: latent?.dRope ?? 0,
    dValue: latent?.dValue ?? null,
  };
}

export const runOf = ({ tokens, batch, precision, causal, phase }: CostState): CostRun => ({
  ...{ tokens, batch, causal },
  bytes: precisions[precision],
  decode: phase === 'decode',
});

/** How a layer keeps keys and values, and the same model with it. */
export interface Variant {
  readonly id: 'mha' | 'gqa' | 'mqa' | 'mla';
  readonly shape: ModelShape;
  /** Query heads that share one key/value head; 0 where one vector serves all. */
  readonly shared: number;
  /** The model was built with this form. */
  readonly isBuilt: boolean;
}

/** Groups that are tried on a model that has none. */
const usualGroups = 8;

/** What the model has, and what it could have instead. */
export function variants(shape: ModelShape): Variant[] {
  const { latent, ...plain } = shape;
  const heads = shape.numHeads;
  const groups = latent ? heads : (shape.numKvHeads ?? heads);
  const withGroups = (id: Variant['id'], numKvHeads: number, isBuilt: boolean): Variant => ({
    ...{ id, isBuilt, shared: heads / numKvHeads },
    shape: { ...plain, numKvHeads },
  });
  const isGrouped = 1 < groups && groups < heads;
  const tried = isGrouped ? groups : usualGroups;
  const canGroup = isGrouped || (!latent && heads > tried && heads % tried === 0);
  return [
    withGroups('mha', heads, !latent && groups === heads),
    ...(canGroup ? [withGroups('gqa', tried, isGrouped)] : []),
    ...(latent ? [{ id: 'mla' as const, shape, shared: 0, isBuilt: true }] : []),
    ...(heads > 1 ? [withGroups('mqa', 1, groups === 1)] : []),
  ];
}

/** Heads × d_head = d_model: only then is plain multi-head attention 4 d_model². */
export const isPlainWidth = ({ dModel, numHeads, dHead }: ModelShape): boolean =>
  dHead === undefined || dHead * numHeads === dModel;
