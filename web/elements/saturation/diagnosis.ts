import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import { at, part } from '../../lib/tensor-view.js';
import { nearest, spreadInRows } from './statistics.js';

/** The layer of the case: numbers of U[0, 1) as inputs and weights. */
const caseLayer = { dModel: 100, numHeads: 5, dHead: 20, tokens: 16, fewTokens: 4 } as const;

/** One change after another, except the second and the third: these try something else. */
export const repairs = ['as-is', 'divisor', 'tokens', 'centred', 'small', 'inputs'] as const;
export type Repair = (typeof repairs)[number];

/** What a layer's rows are like: means over all heads and rows. */
export interface CaseRun {
  readonly meanScore: number;
  /** Standard deviation within rows. */
  readonly spread: number;
  readonly largest: number;
  readonly entropy: number;
  readonly trace: number;
}

export interface Diagnosis {
  readonly runs: Readonly<Record<Repair, CaseRun>>;
  /** One row of head 0 as it is, [tokens]: the one whose largest weight is nearest to the mean. */
  readonly scores: Tensor;
  readonly weights: Tensor;
}

type Range = readonly [low: number, high: number];
interface Setup {
  readonly weights: Range;
  readonly inputs: Range;
  readonly tokens?: number;
  readonly scale?: 'sqrt-d-model';
}

/** Numbers of U(-a, a) have a spread of a / sqrt(3). */
function setups({ formulas }: Engine): Record<Repair, Setup> {
  const unit = formulas.evaluate('sqrt(3)', {});
  const small = formulas.evaluate('sqrt(3) / sqrt(d)', { d: caseLayer.dModel });
  const positive: Range = [0, 1];
  const weights: Range = [-small, small];
  return {
    'as-is': { weights: positive, inputs: positive },
    divisor: { weights: positive, inputs: positive, scale: 'sqrt-d-model' },
    tokens: { weights: positive, inputs: positive, tokens: caseLayer.fewTokens },
    centred: { weights: [-0.5, 0.5], inputs: positive },
    small: { weights, inputs: positive },
    inputs: { weights, inputs: [-unit, unit] },
  };
}

export function diagnose(engine: Engine, seed: number): Diagnosis {
  const traces = Object.fromEntries(
    Object.entries(setups(engine)).map(([name, setup]) => [name, traceOf(engine, setup, seed)]),
  ) as Record<Repair, Traced>;
  const runs = Object.fromEntries(
    Object.entries(traces).map(([name, trace]) => [name, measureCase(engine, trace)]),
  ) as Record<Repair, CaseRun>;
  const { scores, weights } = traces['as-is'];
  const largest = engine.tensor.max(part(weights, 0, 0), { axis: -1 });
  const row = nearest(largest, runs['as-is'].largest);
  return { runs, scores: part(scores, 0, 0, row), weights: part(weights, 0, 0, row) };
}

/** [1, H, T, T] each. */
interface Traced {
  readonly scores: Tensor;
  readonly weights: Tensor;
}

function traceOf(engine: Engine, setup: Setup, seed: number): Traced {
  const { dModel, numHeads } = caseLayer;
  const draw = (shape: readonly number[], [low, high]: Range, which: number) =>
    engine.tensor.randomUniform(shape, { low, high, seed: 5 * seed + which });
  const matrix = (which: number) => draw([dModel, dModel], setup.weights, which);
  const { scale = 'sqrt-d-head', tokens = caseLayer.tokens } = setup;
  const weights = { wq: matrix(1), wk: matrix(2), wv: matrix(3), wo: matrix(4) };
  const layer = engine.attention({ dModel, numHeads, scale }, weights);
  try {
    return layer.trace(draw([1, tokens, dModel], setup.inputs, 5));
  } finally {
    layer.dispose();
  }
}

function measureCase(engine: Engine, { scores, weights }: Traced): CaseRun {
  const { tensor, measure } = engine;
  return {
    meanScore: at(tensor.mean(scores)),
    spread: spreadInRows(engine, scores),
    largest: at(tensor.mean(tensor.max(weights, { axis: -1 }))),
    entropy: at(tensor.mean(measure.entropy(weights))),
    trace: at(tensor.mean(measure.saturation(weights))),
  };
}
