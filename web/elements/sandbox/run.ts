import type {
  Attention,
  AttentionTrace,
  Engine,
  HeadDiversity,
  HeadPattern,
  Tensor,
} from '../../../emscripten/package/index.js';
import {
  changeWeights,
  seenKeys,
  traceEdited,
  type EditedTrace,
  type LayerWeights,
} from '../../lib/edited-layer.js';
import { editsOfWeights, type EditedCell } from '../../lib/edits.js';
import type { SandboxState } from './state.js';
import { at, largest, part } from '../../lib/tensor-view.js';
import { TrainedModel, type ModelAnswer } from './trained-model.js';

/** What a head mostly attends to: a relative position, or the key with the most weight on average. */
export interface Reading {
  readonly pattern: keyof HeadPattern | 'key';
  /** The key's index, if `pattern` is 'key'. */
  readonly key: number;
  readonly share: number;
}

/** A run of the core and its measurements: everything that the sandbox draws. */
export interface SandboxRun {
  readonly state: SandboxState;
  readonly trace: AttentionTrace;
  /** The same without the learner's edits. */
  readonly unedited: AttentionTrace;
  /** [H, T, T]: the scores without those that the learner has changed. */
  readonly computedScores: Tensor;
  /** [T, T]: what is added to the scores, 0 or -Infinity. */
  readonly mask: Tensor;
  readonly dHead: number;
  readonly kvHeads: number;
  /** [H], the mean over the queries, in nats. */
  readonly entropy: Float32Array;
  readonly meanEntropy: number;
  readonly readings: readonly Reading[];
  /** null with one head. */
  readonly diversity: HeadDiversity | null;
  /** The model's predictions at each word; null with random weights. */
  readonly answers: readonly (readonly ModelAnswer[])[] | null;
}

/** How many traces are cached, for the state and for comparing its experiments. */
const keptTraces = 16;

/** Runs states on the core. Keeps one layer, and disposes of it when another is needed. */
export class SandboxModel {
  /** The file of trained weights. Until it is loaded, only random weights can be used. */
  file: Uint8Array | null = null;
  #trained: TrainedModel | null = null;
  #layer: Attention | null = null;
  #layerKey = '';
  readonly #traces = new Map<string, EditedTrace>();
  #weights: { readonly key: string; readonly weights: LayerWeights } | null = null;
  readonly #diversities = new WeakMap<AttentionTrace, HeadDiversity>();

  /** @param onMeasured  called after a measurement of the trained model */
  constructor(
    readonly engine: Engine,
    readonly onMeasured: () => void,
  ) {}

  /** The lesson's model, created on first use. */
  get trained(): TrainedModel {
    if (!this.file) throw new Error('the trained weights are not there yet');
    return (this.#trained ??= new TrainedModel(this.engine, this.file, this.onMeasured));
  }

  run(state: SandboxState): SandboxRun {
    const { trace, computedScores } = this.#traced(state);
    const { measure, tensor } = this.engine;
    const seen = seenKeys(this.engine, state.tokens.length, state.causal, state.edits);
    const patterns = measure.headPatterns(trace.weights, tokensThatRepeat(state.tokens));
    const entropy = measure.entropy(trace.weights);
    const keyMeans = tensor.mean(trace.weights, { axis: 1 });
    return {
      state,
      trace,
      unedited: this.trace({ ...state, edits: [] }),
      computedScores,
      mask: tensor.where(seen, 0, -Infinity),
      dHead: trace.q.shape[2]!,
      kvHeads: trace.k.shape[0]!,
      entropy: tensor.mean(entropy, { axis: 1 }).data,
      meanEntropy: at(tensor.mean(entropy)),
      readings: patterns.map((pattern, head) => mostly(pattern, part(keyMeans, head).data)),
      diversity: this.diversity(state),
      answers: state.weights === 'trained' ? this.trained.read(state.tokens, trace.output) : null,
    };
  }

  /** Runs the layer with the state's settings. */
  trace(state: SandboxState): AttentionTrace {
    return this.#traced(state).trace;
  }

  /** The weights without any experiments, with the learner's edits. */
  weights(state: SandboxState): LayerWeights {
    const edits = editsOfWeights(state.edits);
    const layer = this.#layerOf(state);
    const key = [this.#layerKey, ...edits].join();
    if (this.#weights?.key !== key) {
      const edited = layer.with({});
      changeWeights(edited, edits);
      this.#weights = { key, weights: edited.weights() };
      edited.dispose();
    }
    return this.#weights.weights;
  }

  /** The number in a cell. Mask: 1 if the key may be seen, else 0. Hidden scores: before hiding. */
  valueOf({ state, trace, mask }: SandboxRun, { matrix, head, row, column }: EditedCell): number {
    if (matrix === 'mask') return at(mask, row, column) === 0 ? 1 : 0;
    if (matrix === 'scores') return at(trace.scores, head!, row, column);
    return at(this.weights(state)[matrix]!, row, column);
  }

  /** What a weight or a score would be without the learner's change. */
  valueBefore(run: SandboxRun, { matrix, head, row, column }: EditedCell): number {
    if (matrix === 'scores') return at(run.computedScores, head!, row, column);
    if (matrix === 'mask') return run.state.causal && column > row ? 0 : 1;
    return at(this.#layerOf(run.state).weights()[matrix]!, row, column);
  }

  #traced(state: SandboxState): EditedTrace {
    const key = JSON.stringify({ ...state, query: 0, head: 0, key: null });
    const known = this.#traces.get(key);
    if (known) return known;
    const trace = this.#compute(state);
    this.#traces.set(key, trace);
    const [oldest] = this.#traces.keys();
    if (this.#traces.size > keptTraces) this.#traces.delete(oldest!);
    return trace;
  }

  /** How much the heads differ; null with one head. */
  diversity(state: SandboxState): HeadDiversity | null {
    if (state.heads === 1) return null;
    const trace = this.trace(state);
    const known = this.#diversities.get(trace);
    const diversity = known ?? this.engine.measure.headDiversity(trace.weights);
    this.#diversities.set(trace, diversity);
    return diversity;
  }

  dispose() {
    this.#layer?.dispose();
    this.#layer = null;
    this.#trained?.dispose();
    this.#trained = null;
  }

  #compute(state: SandboxState): EditedTrace {
    const { tie, scale, combine, outputProjection, causal, edits } = state;
    const edited = this.#layerOf(state).with({});
    changeWeights(edited, edits);
    const layer = edited.with({ tieHeads: tie, scale, combine, outputProjection });
    try {
      const headMask = Array.from({ length: state.heads }, (_, head) =>
        state.removed.includes(head) ? 0 : 1,
      );
      return traceEdited(this.engine, layer, this.#embed(state), edits, { causal, headMask });
    } finally {
      edited.dispose();
      layer.dispose();
    }
  }

  /** [T, dModel] */
  #embed({ weights, tokens, dModel, seed, embeddingScale }: SandboxState): Tensor {
    const words =
      weights === 'trained'
        ? this.trained.embed(tokens)
        : this.engine.embed(tokens, { dModel, seed });
    return this.engine.tensor.multiply(words, embeddingScale);
  }

  /** The layer without any experiments; `with` adds them. */
  #layerOf({ weights, dModel, heads, kvHeads, seed }: SandboxState): Attention {
    const key = [weights, dModel, heads, kvHeads, seed].join();
    if (this.#layer && key === this.#layerKey) return this.#layer;
    const numKvHeads = kvHeads ?? heads;
    const layer =
      weights === 'trained'
        ? this.trained.layer(kvHeads)
        : this.engine.attention({ dModel, numHeads: heads, numKvHeads, seed });
    this.#layer?.dispose();
    this.#layerKey = key;
    return (this.#layer = layer);
  }
}

/** The tokens, if two or more have an earlier copy. One row alone would not show what a head does. */
function tokensThatRepeat(tokens: readonly string[]) {
  return tokens.length - new Set(tokens).size > 1 ? tokens : undefined;
}

function mostly(pattern: HeadPattern, keyMeans: Float32Array): Reading {
  const key = largest(keyMeans);
  const places = (Object.keys(pattern) as (keyof HeadPattern)[]).map((name) => ({
    pattern: name,
    key,
    share: pattern[name] ?? 0,
  }));
  const best: Reading = { pattern: 'key', key, share: keyMeans[key]! };
  return places.reduce<Reading>((most, place) => (place.share > most.share ? place : most), best);
}

/** The key of the detail view: the pinned one, or the one with the largest weight. */
export function shownKey({ state, trace }: SandboxRun, head = state.head, query = state.query) {
  return state.key ?? largest(part(trace.weights, head, query).data);
}

export const weightAt = ({ trace }: SandboxRun, head: number, query: number, key: number) =>
  at(trace.weights, head, query, key);
