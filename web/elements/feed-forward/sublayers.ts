import type { Engine } from '../../../emscripten/package/contract.js';

export type LayerKind = 'encoder' | 'decoder';

/** Parameters in units of d_model², and the share of the feed-forward. */
export interface Sublayers {
  readonly attention: number;
  readonly feedForward: number;
  /** Attention sub-layers: one in an encoder layer, two in a decoder layer. */
  readonly attentions: number;
  readonly all: number;
  readonly share: number;
}

/** Counted for a layer of width 1, as Vaswani et al. 2017 have it: four projections, d_ff = 4 d. */
export function countSublayers({ cost, formulas }: Engine, kind: LayerKind): Sublayers {
  const model = { dModel: 1, numHeads: 1, dFf: 4, activation: 'relu' } as const;
  const { attention, feedForward } = cost.parameters(model);
  const attentions = kind === 'encoder' ? 1 : 2;
  const sizes = { attention, attentions, feed_forward: feedForward };
  const all = formulas.evaluate('attentions * attention + feed_forward', sizes);
  const share = formulas.evaluate('feed_forward / all', { ...sizes, all });
  return { attention, feedForward, attentions, all, share };
}
