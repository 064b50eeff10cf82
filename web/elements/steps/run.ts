import type { AttentionTrace, Engine, Tensor } from '../../../emscripten/package/contract.js';
import { changeWeights, seenKeys, traceEdited, type LayerWeights } from '../../lib/edited-layer.js';
import type { StepsState } from './state.js';
import { sharedHeads } from './list.js';

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
  readonly weights: LayerWeights;
  readonly trace: AttentionTrace;
  /** [T, T]: what is added to the scores, 0 or -Infinity. */
  readonly mask: Tensor;
  /** [H, T, T]: the scores without those that the learner has changed. */
  readonly computedScores: Tensor;
  /** The weights and the trace without any edits. */
  readonly drawnWeights: LayerWeights;
  readonly unedited: AttentionTrace;
}

/** @throws ConfigError if dModel cannot be split over the heads */
export function runSteps(engine: Engine, state: StepsState): StepsRun {
  const { tokens, dModel, heads, variant, causal, seed, edits } = state;
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
    const seen = seenKeys(engine, tokens.length, causal, edits);
    const drawnWeights = layer.weights();
    const unedited = layer.trace(x, { causal });
    changeWeights(layer, edits);
    return {
      engine,
      state,
      dHead: layer.config.dHead,
      kvHeads,
      words,
      positions: engine.tensor.subtract(x, words),
      x,
      weights: layer.weights(),
      mask: engine.tensor.where(seen, 0, -Infinity),
      ...{ drawnWeights, unedited },
      ...traceEdited(engine, layer, x, edits, { causal }),
    };
  } finally {
    layer.dispose();
  }
}
