import type {
  AttentionTrace,
  AttentionWeights,
  Engine,
  Tensor,
} from '../../../emscripten/package/contract.js';
import type { StepsState } from './state.js';
import { sharedHeads } from './step-list.js';

/** A run of the core, with every tensor that the steps show. */
export interface StepsRun {
  readonly engine: Engine;
  readonly state: StepsState;
  readonly dHead: number;
  readonly kvHeads: number;
  /** [T, dModel] each: embeddings of the words, of the positions, and their sum x. */
  readonly words: Tensor;
  readonly positions: Tensor;
  readonly x: Tensor;
  readonly weights: { readonly [Name in keyof AttentionWeights]?: Tensor };
  readonly trace: AttentionTrace;
}

/** @throws ConfigError if dModel cannot be split over the heads */
export function runSteps(engine: Engine, state: StepsState): StepsRun {
  const { tokens, dModel, heads, variant, causal, seed } = state;
  const kvHeads = variant === 'grouped' ? sharedHeads(heads) : heads;
  const layer = engine.attention({
    dModel,
    numHeads: heads,
    numKvHeads: kvHeads,
    combine: variant === 'summed' ? 'sum' : 'concat',
    outputProjection: variant !== 'no-output',
    seed,
  });
  try {
    const x = engine.embed(tokens, { dModel, seed });
    const words = engine.embed(tokens, { dModel, seed, positions: 'none' });
    return {
      engine,
      state,
      dHead: layer.config.dHead,
      kvHeads,
      words,
      positions: engine.tensor.subtract(x, words),
      x,
      weights: layer.weights(),
      trace: layer.trace(x, { causal }),
    };
  } finally {
    layer.dispose();
  }
}
