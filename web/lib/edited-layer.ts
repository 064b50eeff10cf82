import type {
  Attention,
  AttentionTrace,
  AttentionWeights,
  Engine,
  ForwardOptions,
  Tensor,
  TensorLike,
} from '../../emscripten/package/contract.js';
import { editsOf, editsOfWeights, type Edit } from './edits.js';

/** The weights of a layer; those that it lacks are missing. */
export type LayerWeights = { readonly [Name in keyof AttentionWeights]?: Tensor };

const projections = ['wq', 'wk', 'wv', 'wo'] as const;

/** Changes the layer's weights as the learner has. */
export function changeWeights(layer: Attention, edits: readonly string[]) {
  if (editsOfWeights(edits).length === 0) return;
  const before = layer.weights();
  for (const name of projections) {
    const changes = editsOf(edits, name);
    const matrix = before[name];
    if (matrix && changes.length > 0) layer.setWeights({ [name]: withCells(matrix, changes) });
  }
}

function withCells({ shape, data }: Tensor, edits: readonly Edit[]): Tensor {
  const changed = data.slice();
  for (const { row, column, value } of edits) changed[row * shape[1]! + column] = value;
  return { shape, data: changed };
}

export interface EditedTrace {
  readonly trace: AttentionTrace;
  /** [H, T, S]: what the scores would be if the learner had not changed them. */
  readonly computedScores: Tensor;
}

/** Runs the layer with the learner's scores and mask. */
export function traceEdited(
  engine: Engine,
  layer: Attention,
  x: TensorLike,
  edits: readonly string[],
  options: ForwardOptions,
): EditedTrace {
  const { causal = false, ...others } = options;
  const isMasked = editsOf(edits, 'mask').length > 0;
  const tokens = (x as Tensor).shape[0]!;
  const visible = isMasked
    ? { ...others, mask: seenKeys(engine, tokens, causal, edits) }
    : { ...others, causal };
  const trace = layer.trace(x, visible);
  const { scores } = trace;
  const changes = editsOf(edits, 'scores');
  if (changes.length === 0) return { trace, computedScores: scores };
  const scoreBias = biasFor(engine, scores, changes);
  return { trace: layer.trace(x, { ...visible, scoreBias }), computedScores: scores };
}

/** [T, T]: 1 where a query may see a key. */
export function seenKeys(
  { tensor }: Engine,
  tokens: number,
  causal: boolean,
  edits: readonly string[],
): Tensor {
  const all = tensor.ones([tokens, tokens]);
  return withCells(causal ? tensor.tril(all) : all, editsOf(edits, 'mask'));
}

/** What must be added to the scores so that they are those of the learner, [1, H, T, S]. */
function biasFor({ tensor }: Engine, scores: Tensor, edits: readonly Edit[]): Tensor {
  const [, queries = 0, keys = 0] = scores.shape;
  const wanted = scores.data.slice();
  for (const { head, row, column, value } of edits) {
    wanted[(head! * queries + row) * keys + column] = value;
  }
  return tensor.reshape(tensor.subtract({ shape: scores.shape, data: wanted }, scores), [
    1,
    ...scores.shape,
  ]);
}
