import type { Attention, Engine, Tensor } from '../../../emscripten/package/contract.js';
import { largestDifference } from '../../lib/largest-difference.js';
import { at, largestMagnitude, part } from '../../lib/tensor-view.js';
import type { OutputProjectionState } from './state.js';

/** One layer after its heads: everything that the figure shows, as the core computed it. */
export interface ProjectionRun {
  readonly engine: Engine;
  readonly state: OutputProjectionState;
  readonly dHead: number;
  /** [T, H*D], the heads side by side. */
  readonly combined: Tensor;
  /** [H*D, dModel] */
  readonly wo: Tensor;
  /** Of each head: its columns of the heads, [T, D], and its rows of W_O, [D, dModel]. */
  readonly blocks: readonly Tensor[];
  readonly slices: readonly Tensor[];
  /** [H, T, dModel]: what each head adds to the output; without W_O its own columns. */
  readonly products: Tensor;
  /** [T, dModel]: the products added up, and the output computed at once. */
  readonly sum: Tensor;
  readonly output: Tensor;
  /** The largest |difference| of the two ways, and the step of float32 at the largest output. */
  readonly difference: number;
  readonly step: number;
  readonly largest: number;
  readonly lengths: Lengths;
  /** How far the chosen word's output moved because a head is left out; 0 if none is. */
  readonly moved: number;
  readonly terms: Terms;
  /** [H, dModel]: how far each column moves when a head is left out, with W_O and without. */
  readonly reach: Tensor;
  readonly reachAlone: Tensor;
}

/** The lengths of what the heads add at the chosen word. */
export interface Lengths {
  /** [H] */
  readonly heads: Float32Array;
  readonly sum: number;
  /** The sum's length if all pointed at right angles to each other, or in one direction. */
  readonly rightAngles: number;
  readonly oneDirection: number;
}

/** The arithmetic of the chosen number. */
export interface Terms {
  /** [D]: the chosen head's numbers, its rows of the column, and their products. */
  readonly values: Float32Array;
  readonly weights: Float32Array;
  readonly products: Float32Array;
  /** [H]: what each head adds, and the sum up to and with it. */
  readonly adds: Float32Array;
  readonly soFar: Float32Array;
}

/** @param x  [T, dModel], what the layer reads */
export function runProjection(
  engine: Engine,
  layer: Attention,
  x: Tensor,
  state: OutputProjectionState,
): ProjectionRun {
  const { tensor } = engine;
  const { heads, leftOut, outputProjection } = state;
  const { dHead } = layer.config;
  const alone = layer.with({ outputProjection: false });
  try {
    const headMask = Array.from({ length: heads }, (_, head) => (head === leftOut ? 0 : 1));
    const { combined } = layer.trace(x, { headMask });
    const wo = layer.weights().wo!;
    const range = (head: number) => [head * dHead, (head + 1) * dHead] as const;
    const each = Array.from({ length: heads }, (_, head) => head);
    const blocks = each.map((head) => tensor.slice(combined, [[null, null], range(head)]));
    const slices = each.map((head) => tensor.slice(wo, [range(head)]));
    const products = stack(
      engine,
      each.map((head) =>
        outputProjection
          ? tensor.matmul(blocks[head]!, slices[head]!)
          : alone.forward(x, { headMask: onlyHead(headMask, head) }),
      ),
    );
    const sum = tensor.sum(products, { axis: 0 });
    const used = outputProjection ? layer : alone;
    const output = used.forward(x, { headMask });
    const largest = largestMagnitude(output);
    return {
      ...{ engine, state, dHead, combined, wo, blocks, slices, products, sum, output, largest },
      difference: largestDifference(engine, sum, output),
      step: stepOfFloat32(engine, largest),
      lengths: measureLengths(engine, products, sum, state),
      moved: leftOut === null ? 0 : distance(engine, used.forward(x), output, state.token),
      terms: readTerms(engine, { combined, wo, products }, dHead, state),
      reach: measureReach(engine, layer, x),
      reachAlone: measureReach(engine, alone, x),
    };
  } finally {
    alone.dispose();
  }
}

const onlyHead = (headMask: readonly number[], head: number) =>
  headMask.map((kept, each) => (each === head ? kept : 0));

const stack = ({ tensor }: Engine, parts: readonly Tensor[]): Tensor =>
  tensor.reshape(tensor.concat(parts), [parts.length, ...parts[0]!.shape]);

/** How far apart float32 numbers of this size are: they have 24 binary digits. */
const stepOfFloat32 = ({ formulas }: Engine, size: number): number =>
  size > 0 ? formulas.evaluate('2^(floor(log2(size)) - 23)', { size }) : 0;

function measureLengths(
  { tensor }: Engine,
  products: Tensor,
  sum: Tensor,
  { token }: OutputProjectionState,
): Lengths {
  const squares = (x: Tensor) => tensor.sum(tensor.multiply(x, x), { axis: -1 });
  const ofHeads = tensor.slice(squares(products), [[null, null], token]);
  const heads = tensor.sqrt(ofHeads);
  return {
    heads: heads.data,
    sum: at(tensor.sqrt(squares(sum)), token),
    rightAngles: at(tensor.sqrt(tensor.sum(ofHeads))),
    oneDirection: at(tensor.sum(heads)),
  };
}

/** The distance between two outputs at one word. */
function distance({ tensor }: Engine, a: Tensor, b: Tensor, token: number): number {
  const change = tensor.slice(tensor.subtract(a, b), [token]);
  return at(tensor.sqrt(tensor.sum(tensor.multiply(change, change))));
}

function readTerms(
  { tensor }: Engine,
  { combined, wo, products }: Pick<ProjectionRun, 'combined' | 'wo' | 'products'>,
  dHead: number,
  { heads, token, column, head }: OutputProjectionState,
): Terms {
  const rows = [head * dHead, (head + 1) * dHead] as const;
  const values = tensor.slice(combined, [token, rows]);
  const weights = tensor.slice(wo, [rows, column]);
  const adds = tensor.slice(products, [[null, null], token, column]);
  const earlier = tensor.tril(tensor.ones([heads, heads]));
  return {
    values: values.data,
    weights: weights.data,
    products: tensor.multiply(values, weights).data,
    adds: adds.data,
    soFar: tensor.matmul(earlier, tensor.reshape(adds, [heads, 1])).data,
  };
}

/** [H, width]: the root mean square change of each column, over all words, without each head. */
function measureReach(engine: Engine, layer: Attention, x: Tensor): Tensor {
  const { tensor } = engine;
  const { numHeads } = layer.config;
  const whole = layer.forward(x);
  return stack(
    engine,
    Array.from({ length: numHeads }, (_, head) => {
      const headMask = Array.from({ length: numHeads }, (_, each) => (each === head ? 0 : 1));
      const change = tensor.subtract(whole, layer.forward(x, { headMask }));
      return tensor.sqrt(tensor.mean(tensor.multiply(change, change), { axis: 0 }));
    }),
  );
}

/** The columns that a head moves at all. */
export function columnsReached(reach: Tensor, head: number): readonly number[] {
  return Array.from(part(reach, head).data).flatMap((change, column) =>
    change > 0 ? [column] : [],
  );
}
