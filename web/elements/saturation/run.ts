import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import { diagnose, type Diagnosis } from './diagnosis.js';
import { draws, drawScores, heads, keys, scales, widths, type Scale, type Width } from './draws.js';
import { nearest, spreadOf, summarize, type Statistics } from './statistics.js';

export const measures = ['largest', 'entropy', 'trace'] as const;
export type Measure = (typeof measures)[number];

/** What softmax makes of the scores with one divisor. */
export interface ScaleRun extends Readonly<Record<Measure, Statistics>> {
  readonly divisor: number;
  /** [draws, keys] */
  readonly weights: Tensor;
}

export interface WidthRun {
  readonly dHead: Width;
  /** [draws, keys], not divided */
  readonly scores: Tensor;
  /** [draws, keys], divided by sqrt(dHead) */
  readonly divided: Tensor;
  /** Standard deviations of both. */
  readonly spread: number;
  readonly dividedSpread: number;
  readonly scales: Readonly<Record<Scale, ScaleRun>>;
  /** The draw whose largest weight without division is nearest to the mean. */
  readonly typical: number;
}

/** Everything that one seed gives, at all widths. */
export interface SaturationRun {
  readonly engine: Engine;
  readonly seed: number;
  readonly widths: readonly WidthRun[];
  /** The measures of a row in which all keys have the same weight. */
  readonly uniform: Readonly<Record<Measure, number>>;
  readonly diagnosis: Diagnosis;
}

export const atWidth = ({ widths }: SaturationRun, dHead: Width): WidthRun =>
  widths.find((width) => width.dHead === dHead)!;

/** Yields after each slice of work which share of it is done. */
export function* runSaturation(engine: Engine, seed: number): Generator<number, SaturationRun> {
  const all = draws * widths.reduce((sum, dHead) => sum + dHead, 0);
  const done: WidthRun[] = [];
  let drawn = 0;
  for (const dHead of widths) {
    const drawing = drawScores(engine, dHead, seed);
    let step = drawing.next();
    for (; !step.done; step = drawing.next()) {
      drawn += step.value;
      yield drawn / all;
    }
    done.push(measureWidth(engine, dHead, step.value));
  }
  return {
    ...{ engine, seed, widths: done },
    uniform: measureUniform(engine),
    diagnosis: diagnose(engine, seed),
  };
}

function measureWidth(engine: Engine, dHead: Width, scores: Tensor): WidthRun {
  const byScale = Object.fromEntries(
    scales.map((scale) => [scale, measureScale(engine, scores, divisorOf(engine, scale, dHead))]),
  ) as Record<Scale, ScaleRun>;
  const divided = engine.tensor.divide(scores, byScale['sqrt-d-head'].divisor);
  const { values, mean } = byScale.none.largest;
  return {
    ...{ dHead, scores, divided, scales: byScale },
    spread: spreadOf(engine, scores),
    dividedSpread: spreadOf(engine, divided),
    typical: nearest(values, mean),
  };
}

const divisorOf = ({ formulas }: Engine, scale: Scale, dHead: number): number =>
  scale === 'none'
    ? 1
    : formulas.evaluate('sqrt(d)', { d: scale === 'sqrt-d-head' ? dHead : heads * dHead });

function measureScale(engine: Engine, scores: Tensor, divisor: number): ScaleRun {
  const weights = engine.tensor.softmax(engine.tensor.divide(scores, divisor));
  const [rows = 0, columns = 0] = weights.shape;
  const { tensor, measure } = engine;
  // One head per draw, so that the core's mean over a head's rows is that of a single row.
  const asHeads = tensor.reshape(weights, [rows, 1, columns]);
  return {
    ...{ divisor, weights },
    largest: summarize(engine, tensor.max(weights, { axis: -1 })),
    entropy: summarize(engine, measure.entropy(asHeads)),
    trace: summarize(engine, measure.saturation(asHeads)),
  };
}

const measureUniform = ({ formulas }: Engine) => ({
  largest: formulas.evaluate('1 / n', { n: keys }),
  entropy: formulas.evaluate('log(n)', { n: keys }),
  trace: formulas.evaluate('1 - 1 / n', { n: keys }),
});
