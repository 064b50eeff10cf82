import type { Exhibit, Listing } from '../../lib/museum.js';
import * as correctProgram from './programs/correct.js';
import correctSource from './programs/correct.js?raw';
import * as noScale from './programs/no-scale.js';
import noScaleSource from './programs/no-scale.js?raw';
import * as splitWithoutTranspose from './programs/split-without-transpose.js';
import splitWithoutTransposeSource from './programs/split-without-transpose.js?raw';
import * as causalOffByOne from './programs/causal-off-by-one.js';
import causalOffByOneSource from './programs/causal-off-by-one.js?raw';
import * as woTransposed from './programs/wo-transposed.js';
import woTransposedSource from './programs/wo-transposed.js?raw';
import * as softmaxOverQueries from './programs/softmax-over-queries.js';
import softmaxOverQueriesSource from './programs/softmax-over-queries.js?raw';
import * as maskTiled from './programs/mask-tiled.js';
import maskTiledSource from './programs/mask-tiled.js?raw';
import * as uniformWeights from './programs/uniform-weights.js';
import uniformWeightsSource from './programs/uniform-weights.js?raw';
import * as kvTiled from './programs/kv-tiled.js';
import kvTiledSource from './programs/kv-tiled.js?raw';
import * as headsSummed from './programs/heads-summed.js';
import headsSummedSource from './programs/heads-summed.js?raw';
import * as noCausalMask from './programs/no-causal-mask.js';
import noCausalMaskSource from './programs/no-causal-mask.js?raw';
import * as mergeWithoutTranspose from './programs/merge-without-transpose.js';
import mergeWithoutTransposeSource from './programs/merge-without-transpose.js?raw';
import * as sqrtDModel from './programs/sqrt-d-model.js';
import sqrtDModelSource from './programs/sqrt-d-model.js?raw';
import * as projectionsSummed from './programs/projections-summed.js';
import projectionsSummedSource from './programs/projections-summed.js?raw';
import * as contextIgnored from './programs/context-ignored.js';
import contextIgnoredSource from './programs/context-ignored.js?raw';

/** What every exhibit would be without its bug. */
export const correct: Listing = { program: correctProgram, source: correctSource };

/** In the order of their numbers, which tell nothing. New ones go to the end: numbers are kept. */
export const exhibits: readonly Exhibit[] = [
  {
    id: 'no-scale',
    program: noScale,
    source: noScaleSource,
    name: 'Scores are not scaled',
    why: 'A sum of d_head products has a standard deviation of √d_head. Undivided, scores are so large that the softmax picks one key, and hardly any gradient flows.',
    section: '#sandbox?scale=none',
  },
  {
    id: 'split-without-transpose',
    program: splitWithoutTranspose,
    source: splitWithoutTransposeSource,
    name: 'Heads are split by a reshape alone',
    why: 'The reshape cuts the sequence into runs of tokens and calls each a head. Heads lie side by side within a token: reshape to [B, T, H, d_head] first, then move the head axis forward.',
    section: '#checks',
  },
  {
    id: 'causal-off-by-one',
    program: causalOffByOne,
    source: causalOffByOneSource,
    name: 'The causal mask reaches one key too far',
    why: 'Diagonal S − T is the query itself; one more is the very token that is to be predicted. Training then looks splendid, and generation fails.',
    section: '#sandbox?causal=1',
  },
  {
    id: 'wo-transposed',
    program: woTransposed,
    source: woTransposedSource,
    name: 'W_O is on the wrong side',
    why: 'Tokens are rows here, so a projection is x · W. W_O · x, written for columns, is x · W_Oᵀ. It goes unnoticed as long as the heads just fill the width and W_O is square.',
    section: '#sandbox?no-output-projection=1',
  },
  {
    id: 'softmax-over-queries',
    program: softmaxOverQueries,
    source: softmaxOverQueriesSource,
    name: 'The softmax runs over the queries',
    why: 'Each query shares out its attention among the keys, which are the last axis. Over the queries, each key shares itself out: rows no longer sum to 1, and later queries change earlier rows.',
    section: '#sandbox',
  },
  {
    id: 'mask-tiled',
    program: maskTiled,
    source: maskTiledSource,
    name: 'The padding mask is tiled, not repeated',
    why: 'Batch and heads lie in memory sequence by sequence, each with all its heads. So each sequence’s mask must be repeated H times in a row; tiled, heads get the masks of other sequences.',
    section: '#sandbox',
  },
  {
    id: 'uniform-weights',
    program: uniformWeights,
    source: uniformWeightsSource,
    name: 'Weights are drawn from U[0, 1)',
    why: 'All weights are positive, so all entries of q and k are nearly the same large number, and one key takes everything. The forward pass is right: with the same weights even the engine agrees. Only what it starts from is wrong.',
    section: '#sandbox?embedding-scale=4',
  },
  {
    id: 'kv-tiled',
    program: kvTiled,
    source: kvTiledSource,
    name: 'Shared keys and values are tiled, not repeated',
    why: 'Of four heads on two key/value heads, 0 and 1 share the first: 0, 0, 1, 1. Tiling gives 0, 1, 0, 1, so trained heads read keys that were made for others. Without grouping nothing shows.',
    section: '#sandbox?kv-heads=2',
  },
  {
    id: 'heads-summed',
    program: headsSummed,
    source: headsSummedSource,
    name: 'Heads are summed, not put side by side',
    why: 'A sum cannot be taken apart again: every head writes to the same columns, and W_O gets no rows of its own for any of them.',
    section: '#sandbox?combine=sum',
  },
  {
    id: 'no-causal-mask',
    program: noCausalMask,
    source: noCausalMaskSource,
    name: 'The causal mask is missing',
    why: 'The option is there and nothing reads it. Every token sees those after it.',
    section: '#sandbox?causal=1',
  },
  {
    id: 'merge-without-transpose',
    program: mergeWithoutTranspose,
    source: mergeWithoutTransposeSource,
    name: 'Heads are merged by a reshape alone',
    why: 'In memory each head’s tokens follow one another. Without moving the head axis back, a row of the result holds several tokens of one head in place of one token of all heads.',
    section: '#checks',
  },
  {
    id: 'sqrt-d-model',
    program: sqrtDModel,
    source: sqrtDModelSource,
    name: 'Scores are divided by √d_model',
    why: 'One head multiplies d_head numbers, not d_model. Divided by too much, scores lie close together and attention starts out nearly uniform.',
    section: '#sandbox?scale=sqrt-d-model',
  },
  {
    id: 'projections-summed',
    program: projectionsSummed,
    source: projectionsSummedSource,
    name: 'Keys and values come from one summed projection',
    why: 'Products can share one matrix when its columns are put side by side. Added, x·(W_K + W_V) is both keys and values: what a head says steers where it looks.',
    section: '#sandbox',
  },
  {
    id: 'context-ignored',
    program: contextIgnored,
    source: contextIgnoredSource,
    name: 'Keys and values come from the queries’ side',
    why: 'This is self-attention, copied: in cross-attention keys and values are made from the context. Here nothing of it is ever read.',
    section: '#sandbox',
  },
];
