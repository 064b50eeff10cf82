import type { Tensor } from '../../../emscripten/package/contract.js';
import { largestDifference } from '../../lib/largest-difference.js';
import { largestMagnitude } from '../../lib/tensor-view.js';
import type { MasksState } from './state.js';
import type { Subject } from './subject.js';

export const alignments = ['top-left', 'bottom-right'] as const;
export type Alignment = (typeof alignments)[number];

/** The last words as queries over all words as keys, causal, aligned in both ways. */
export interface Alignments {
  readonly queries: number;
  readonly keys: number;
  readonly aligned: Readonly<Record<Alignment, AlignedRun>>;
  /** The largest |output| of the last words in the whole run. */
  readonly largest: number;
  /** What a cache gives, compared with the whole run. */
  readonly cacheDifference: number;
  readonly tooMany: TooMany;
}

export interface AlignedRun {
  /** [H, T, S] */
  readonly weights: Tensor;
  readonly masked: Tensor;
  /** The largest |difference| of the outputs from those of the whole causal run. */
  readonly difference: number;
}

/** All words as queries over fewer keys: how many of the first queries see none. */
export interface TooMany {
  readonly queries: number;
  readonly keys: number;
  readonly blind: Readonly<Record<Alignment, number>>;
}

export function runAlignments(subject: Subject, { tokens, newest }: MasksState): Alignments {
  return subject.once('alignments', [tokens, newest], () => {
    const { engine, layer, embed } = subject;
    const { tensor } = engine;
    const x = embed(tokens);
    const first = tokens.length - newest;
    const last = tensor.slice(x, [[first, null]]);
    const whole = layer.forward(x, { causal: true });
    const wanted = tensor.slice(whole, [[first, null]]);
    const align = (causalAlignment: Alignment): AlignedRun => {
      const { weights, maskedScores, output } = layer.trace(last, {
        ...{ context: x, causal: true, causalAlignment },
      });
      return {
        weights,
        masked: maskedScores,
        difference: largestDifference(engine, output, wanted),
      };
    };
    return {
      queries: newest,
      keys: tokens.length,
      aligned: { 'top-left': align('top-left'), 'bottom-right': align('bottom-right') },
      largest: largestMagnitude(wanted),
      cacheDifference: largestDifference(engine, runCached(subject, x, first), wanted),
      tooMany: runTooMany(subject, x),
    };
  });
}

/** The last words' outputs, after the others went through a cache. */
function runCached({ engine, layer }: Subject, x: Tensor, first: number): Tensor {
  const { tensor } = engine;
  const cache = layer.cache({ capacity: x.shape[0]! });
  try {
    if (first > 0) cache.step(tensor.slice(x, [[0, first]]));
    return cache.step(tensor.slice(x, [[first, null]]));
  } finally {
    cache.dispose();
  }
}

function runTooMany({ engine, layer }: Subject, x: Tensor): TooMany {
  const { tensor } = engine;
  const queries = x.shape[0]!;
  const keys = Math.max(1, queries - 2);
  const context = tensor.slice(x, [[0, keys]]);
  const blind = (causalAlignment: Alignment) => {
    const { weights } = layer.trace(x, { context, causal: true, causalAlignment });
    const sums = tensor.sum(weights, { axis: -1 });
    return sums.data.subarray(0, queries).filter((sum) => sum === 0).length;
  };
  return {
    queries,
    keys,
    blind: { 'top-left': blind('top-left'), 'bottom-right': blind('bottom-right') },
  };
}
