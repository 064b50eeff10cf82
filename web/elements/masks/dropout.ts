import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import { largestDifference } from '../../lib/largest-difference.js';
import { part } from '../../lib/tensor-view.js';
import type { MasksState } from './state.js';
import type { Subject } from './subject.js';

/** The chosen head under a causal mask: without dropout, and with each seed. */
export interface DropoutRun {
  readonly rate: number;
  /** [T, T] */
  readonly masked: Tensor;
  readonly none: DroppedWeights;
  readonly drawn: readonly DroppedWeights[];
  /** Between two runs with the first seed. */
  readonly again: number;
}

export interface DroppedWeights {
  /** [T, T] */
  readonly weights: Tensor;
  /** [T] */
  readonly sums: Float32Array;
}

export function runDropout(subject: Subject, state: MasksState): DropoutRun {
  const { tokens, head, rate, seeds } = state;
  return subject.once('dropout', [tokens, head, rate, seeds], () => {
    const { engine, layer, embed } = subject;
    const x = embed(tokens);
    const trace = (seed: number | null) =>
      layer.trace(x, { causal: true, ...(seed === null ? {} : { dropout: { rate, seed } }) });
    const none = trace(null);
    const read = (weights: Tensor): DroppedWeights => ({
      weights: part(weights, head),
      sums: engine.tensor.sum(part(weights, head), { axis: -1 }).data,
    });
    const drawn = seeds.map((seed) => trace(seed).weights);
    return {
      rate,
      masked: part(none.maskedScores, head),
      none: read(none.weights),
      drawn: drawn.map(read),
      again: largestDifference(engine, trace(seeds[0]).weights, drawn[0]!),
    };
  });
}

/** The number of draws: a batch of copies of the sentence for each of several seeds. */
const [copies, batches] = [250, 8];
export const manyDraws = copies * batches;

/** The largest |difference| between the mean of many draws and the weights without dropout. */
export function differenceOfMean(subject: Subject, state: MasksState): number {
  const { tokens, head, rate } = state;
  return subject.once('mean of dropout', [tokens, head, rate], () => {
    const { engine, layer, embed } = subject;
    const { tensor } = engine;
    const x = embed(tokens);
    const batch = tensor.add(tensor.zeros([copies, ...x.shape]), x);
    const means = Array.from({ length: batches }, (_, seed) =>
      meanOfHead(
        engine,
        layer.trace(batch, { causal: true, dropout: { rate, seed } }).weights,
        head,
      ),
    );
    const mean = tensor.mean(tensor.reshape(tensor.concat(means), [batches, ...means[0]!.shape]), {
      axis: 0,
    });
    return largestDifference(engine, mean, runDropout(subject, state).none.weights);
  });
}

/** [B, H, T, S] -> [T, S] */
const meanOfHead = ({ tensor }: Engine, weights: Tensor, head: number): Tensor =>
  tensor.mean(tensor.slice(weights, [[null, null], head]), { axis: 0 });
