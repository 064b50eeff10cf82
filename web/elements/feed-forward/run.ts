import type {
  Engine,
  FeedForwardTrace,
  FeedForwardWeights,
  Tensor,
} from '../../../emscripten/package/contract.js';
import { at, largestMagnitude, part } from '../../lib/tensor-view.js';
import { activations, dModel, type Activation, type FeedForwardState } from './state.js';

/** One layer's weights, and everything that it computes of every token. */
export interface Layer {
  readonly activation: Activation;
  readonly dFf: number;
  /** Two, or three with a gate. */
  readonly matrices: number;
  readonly parameters: number;
  readonly weights: { readonly [Name in keyof FeedForwardWeights]?: Tensor };
  readonly trace: FeedForwardTrace;
}

/** Everything that the figure shows of one layer and one token, as the core computed it. */
export interface FeedForwardRun {
  readonly engine: Engine;
  readonly state: FeedForwardState;
  /** The token's name. */
  readonly word: string;
  /** [T, dModel] */
  readonly x: Tensor;
  readonly layer: Layer;
  /** All four; the chosen one has the chosen width. */
  readonly layers: readonly Layer[];
  /** Without a chosen unit, the one with the largest |h|. */
  readonly unit: number;
  /** [dModel]: x times the unit's column of W1, number by number. */
  readonly products: Tensor;
  /** [dModel]: what the unit adds to the output. */
  readonly adds: Tensor;
  /** [dModel]: what all units add, one after the other, and its largest |difference| from the layer. */
  readonly sum: Tensor;
  readonly difference: number;
}

export const isGated = (activation: Activation): boolean =>
  activation === 'geglu' || activation === 'swiglu';

/**
 * A formula for `engine.formulas`. With these widths, a layer has the same number of parameters with
 * each of the four activations.
 */
const widthFormula = (activation: Activation): string =>
  isGated(activation) ? '8 * d_model / 3' : '4 * d_model';

export const usualWidth = ({ formulas }: Engine, activation: Activation): number =>
  formulas.evaluate(widthFormula(activation), { d_model: dModel });

export function runFeedForward(engine: Engine, state: FeedForwardState): FeedForwardRun {
  const x = engine.embed(state.tokens, { dModel });
  const layers = activations.map((activation) => runLayer(engine, state, x, activation));
  const layer = layers[activations.indexOf(state.activation)]!;
  const unit = chooseUnit(layer, state);
  return {
    ...{ engine, state, x, layer, layers, unit },
    word: state.tokens[state.token]!,
    products: engine.tensor.multiply(part(x, state.token), columnOf(layer.weights.w1!, unit)),
    ...addUnits(engine, layer, state.token, unit),
  };
}

function runLayer(
  engine: Engine,
  { activation: chosen, dFf: width, seed }: FeedForwardState,
  x: Tensor,
  activation: Activation,
): Layer {
  const usual = usualWidth(engine, activation);
  const dFf = activation === chosen ? (width ?? usual) : usual;
  const layer = engine.feedForward({ dModel, dFf, activation, seed });
  try {
    return {
      ...{ activation, dFf, weights: layer.weights(), trace: layer.trace(x) },
      matrices: isGated(activation) ? 3 : 2,
      parameters: engine.cost.parameters({ dModel, numHeads: 1, dFf, activation }).feedForward,
    };
  } finally {
    layer.dispose();
  }
}

function chooseUnit({ trace, dFf }: Layer, { token, unit }: FeedForwardState): number {
  if (unit !== null) return Math.min(unit, dFf - 1);
  const sizes = Array.from(part(trace.hidden, token).data, Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}

const columnOf = (matrix: Tensor, column: number): number[] =>
  Array.from({ length: matrix.shape[0]! }, (_, row) => at(matrix, row, column));

/** h of each unit times its row of W2, added up unit by unit. */
function addUnits(
  { tensor }: Engine,
  { weights, trace, dFf }: Layer,
  token: number,
  unit: number,
): Pick<FeedForwardRun, 'adds' | 'sum' | 'difference'> {
  const adds = (i: number) => tensor.multiply(part(weights.w2!, i), at(trace.hidden, token, i));
  let sum = adds(0);
  for (let i = 1; i < dFf; i++) sum = tensor.add(sum, adds(i));
  const difference = largestMagnitude(tensor.subtract(sum, part(trace.output, token)));
  return { adds: adds(unit), sum, difference };
}
