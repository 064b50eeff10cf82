import type { Exhibit, Listing } from '../museum.js';
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

/** The program without a bug. */
export const correct: Listing = { program: correctProgram, source: correctSource };

/** The order gives no hint. Add new exhibits at the end, since stored progress has their numbers. */
export const exhibits: readonly Exhibit[] = [
  {
    id: 'no-scale',
    program: noScale,
    source: noScaleSource,
    name: 'Scores are not divided',
    why: 'A sum of d_head products has a standard deviation of √d_head. If the scores are not divided, the softmax gives most of the weight to one key, and in wide heads nearly all of it. Then almost no gradient flows.',
    section: '#sandbox?scale=none',
  },
  {
    id: 'split-without-transpose',
    program: splitWithoutTranspose,
    source: splitWithoutTransposeSource,
    name: 'Heads are split by a reshape alone',
    why: 'This reshape cuts the sequence into pieces of several tokens, and each piece becomes a “head”. But heads are side by side within a token: reshape to [B, T, H, d_head] first, then move the head axis forward.',
    section: '#heads-axis',
  },
  {
    id: 'causal-off-by-one',
    program: causalOffByOne,
    source: causalOffByOneSource,
    name: 'The causal mask reaches one key too far',
    why: 'Diagonal S − T is the query’s own position. One more is the next token, which the model should predict. The training loss looks great, but generation fails.',
    section: '#sandbox?causal=1',
  },
  {
    id: 'wo-transposed',
    program: woTransposed,
    source: woTransposedSource,
    name: 'W_O is on the wrong side',
    why: 'Tokens are rows here, so a projection is x · W. The formula W_O · x is for tokens in columns; here it computes x · W_Oᵀ. There is no error as long as W_O is square, that is, as long as the heads together are d_model wide.',
    section: '#sandbox?no-output-projection=1',
  },
  {
    id: 'softmax-over-queries',
    program: softmaxOverQueries,
    source: softmaxOverQueriesSource,
    name: 'The softmax runs over the queries',
    why: 'Each query distributes its attention over the keys, which are the last axis. Here the softmax runs over the queries: rows no longer sum to 1, and later queries change earlier rows.',
    section: '#sandbox',
  },
  {
    id: 'mask-tiled',
    program: maskTiled,
    source: maskTiledSource,
    name: 'The padding mask is tiled, not repeated',
    why: 'In memory, all heads of the first sequence come first, then all heads of the second. So each sequence’s mask must be repeated H times in a row. If the masks are tiled, heads get the masks of other sequences.',
    section: '#sandbox',
  },
  {
    id: 'uniform-weights',
    program: uniformWeights,
    source: uniformWeightsSource,
    name: 'Parameters start between 0 and 1',
    why: 'All parameters are positive, so the entries of q and of k are large and nearly equal within a token. Each query then gives nearly all its weight to one of two keys: the one with the largest entries or the one with the smallest. The forward pass is right: with the same parameters the engine gives the same outputs. Only the start values are wrong.',
    section: '#sandbox?embedding-scale=4',
  },
  {
    id: 'kv-tiled',
    program: kvTiled,
    source: kvTiledSource,
    name: 'Shared keys and values are tiled, not repeated',
    why: 'With four heads and two key/value heads, heads 0 and 1 share the first: 0, 0, 1, 1. Tiling gives 0, 1, 0, 1, so trained heads read keys that belong to other heads. Without grouping, the bug has no effect.',
    section: '#sandbox?kv-heads=2',
  },
  {
    id: 'heads-summed',
    program: headsSummed,
    source: headsSummedSource,
    name: 'Heads are summed, not put side by side',
    why: 'After summing, the heads cannot be separated: all of them write to the same columns, and no head has its own rows of W_O.',
    section: '#sandbox?combine=sum',
  },
  {
    id: 'no-causal-mask',
    program: noCausalMask,
    source: noCausalMaskSource,
    name: 'The causal mask is missing',
    why: 'The program has the option but never uses it. Every token sees the tokens after it.',
    section: '#sandbox?causal=1',
  },
  {
    id: 'merge-without-transpose',
    program: mergeWithoutTranspose,
    source: mergeWithoutTransposeSource,
    name: 'Heads are merged by a reshape alone',
    why: 'In memory, the tokens of one head come one after the other. If the head axis is not moved back first, a row of the result holds several tokens of one head instead of one token of all heads.',
    section: '#heads-axis',
  },
  {
    id: 'sqrt-d-model',
    program: sqrtDModel,
    source: sqrtDModelSource,
    name: 'Scores are divided by √d_model',
    why: 'One head multiplies d_head numbers, not d_model. Divided by too large a number, the scores are close together, and attention is nearly uniform at the start.',
    section: '#sandbox?scale=sqrt-d-model',
  },
  {
    id: 'projections-summed',
    program: projectionsSummed,
    source: projectionsSummedSource,
    name: 'Keys and values come from one summed projection',
    why: 'W_K and W_V can share one matrix if their columns are side by side. Here they are added: x·(W_K + W_V) is used as keys and as values, so a change of W_V also changes where a head looks.',
    section: '#sandbox',
  },
  {
    id: 'context-ignored',
    program: contextIgnored,
    source: contextIgnoredSource,
    name: 'Keys and values come from the queries’ side',
    why: 'This code was copied from self-attention. In cross-attention, keys and values are computed from the context. Here the context is never read.',
    section: '#sandbox',
  },
];
