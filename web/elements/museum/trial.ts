import type {
  AttentionConfig,
  AttentionWeights,
  Engine,
  ForwardOptions,
  Tensor,
  TensorOps,
} from '../../../emscripten/package/contract.js';

type Config = Pick<Required<AttentionConfig>, 'dModel' | 'numHeads' | 'numKvHeads' | 'dHead'>;
type Weights = Pick<AttentionWeights, 'wq' | 'wk' | 'wv' | 'wo'>;
interface Random {
  normal(shape: readonly number[], std: number): Tensor;
  uniform(shape: readonly number[]): Tensor;
}

/** An implementation of multi-head attention, which tests use as a black box. */
export interface Program {
  initialize(random: Random, config: Config): Weights;
  attention(
    np: TensorOps,
    x: Tensor,
    weights: Weights,
    config: Config,
    options: Pick<ForwardOptions, 'context' | 'causal' | 'validLens'>,
  ): Readonly<Record<'weights' | 'combined' | 'output', Tensor>>;
}

/** The number that a test measured. The program passes if it is in from .. to; NaN never is. */
export interface Measurement {
  readonly measured: number;
  readonly from?: number;
  readonly to?: number;
}
export type PropertyTest = (makeTrial: Trial) => Measurement;
type Trial = ReturnType<typeof makeTrial>;

/** Two heads, which together are as wide as d_model. */
const defaults: Config = { dModel: 8, numHeads: 2, numKvHeads: 2, dHead: 4 };

/** Helpers for testing a program. The random numbers are the same in each run. */
export function makeTrial(engine: Engine, program: Program) {
  const np = engine.tensor;
  let seed = 0;
  const normal: Random['normal'] = (shape, std) => np.randomNormal(shape, { seed: ++seed, std });
  const squared = (x: Tensor) => np.multiply(x, x);
  const random: Random = {
    normal,
    /** For normal a and b, exp(-(a² + b²) / 2) has the distribution U(0, 1). */
    uniform: (shape) =>
      np.exp(np.multiply(np.add(squared(normal(shape, 1)), squared(normal(shape, 1))), -0.5)),
  };
  /** The largest |element|. */
  const largest = (x: Tensor): number => np.max(np.sqrt(squared(x))).data[0]!;
  return {
    engine,
    np,
    largest,
    /** A layer of this program: the weights are its own unless given. */
    layer(change: Partial<Config> = {}, weights?: Weights) {
      const config = { ...defaults, ...change };
      config.numKvHeads = change.numKvHeads ?? config.numHeads;
      const own = weights ?? program.initialize(random, config);
      const attend = (x: Tensor, options = {}, weights = own) =>
        program.attention(np, x, weights, config, options);
      return { config, weights: own, attend };
    },
    /** [B, T, dModel], others at each call. */
    tokens: (B: number, T: number, dModel = defaults.dModel) => normal([B, T, dModel], 1),
    /** From `from` up to, not including, `to` along an axis. */
    part: (x: Tensor, axis: number, from: number, to: number): Tensor =>
      np.slice(x, [...Array<[null, null]>(axis).fill([null, null]), [from, to]]),
    /** The largest |difference|, as a share of the largest |element| before. */
    moved: (before: Tensor, after: Tensor): number =>
      largest(np.subtract(after, before)) / largest(before),
  };
}
