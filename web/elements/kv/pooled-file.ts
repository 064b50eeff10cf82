import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import { replaceTensors } from '../../lib/safetensors.js';
import { headOrder, heads, members, type Groups } from './groups.js';

export type Pooling = 'mean' | 'first';
type Weights = Readonly<Record<'wq' | 'wk' | 'wv' | 'wo', Tensor>>;

/**
 * The saved model with shared keys and values: every head has a copy of its group's mean, or of its
 * first head. It is what `toGrouped` gives, also for groups of different sizes.
 */
export function poolFile(
  engine: Engine,
  file: Uint8Array,
  { wk, wv }: Weights,
  groups: Groups,
  from: Pooling,
): Uint8Array {
  const mix = mixingMatrix(groups, from);
  return replaceTensors(
    file,
    named({ wk: mixHeads(engine, mix, wk), wv: mixHeads(engine, mix, wv) }),
  );
}

/** The same model with its heads in another order: the heads of a group are neighbours. */
export function orderFile(
  engine: Engine,
  file: Uint8Array,
  { wq, wk, wv, wo }: Weights,
  groups: Groups,
): Uint8Array {
  const order = headOrder(groups);
  const mix = order.map((from) => Array.from({ length: heads }, (_, i) => (i === from ? 1 : 0)));
  const columns = (weights: Tensor) => mixHeads(engine, mix, weights);
  const { tensor } = engine;
  const rows = tensor.transpose(columns(tensor.transpose(wo)));
  return replaceTensors(
    file,
    named({ wq: columns(wq), wk: columns(wk), wv: columns(wv), wo: rows }),
  );
}

const named = (weights: Readonly<Record<string, Tensor>>) =>
  Object.fromEntries(
    Object.entries(weights).map(([name, { data }]) => [`layers.0.attention.${name}`, data]),
  );

/** [H, H]: the share that each head of before has in each head of after. */
function mixingMatrix(groups: Groups, from: Pooling): number[][] {
  return groups.map((group) => {
    const shared = members(groups, group);
    return groups.map((_, head) => {
      if (from === 'first') return head === shared[0] ? 1 : 0;
      return shared.includes(head) ? 1 / shared.length : 0;
    });
  });
}

/** @param weights  [dModel, H*D], head after head */
function mixHeads({ tensor }: Engine, mix: readonly number[][], weights: Tensor): Tensor {
  const [dModel, width] = weights.shape as [number, number];
  const dHead = width / heads;
  const apart = tensor.transpose(tensor.reshape(weights, [dModel, heads, dHead]), [1, 0, 2]);
  const mixed = tensor.matmul(mix, tensor.reshape(apart, [heads, dModel * dHead]));
  const back = tensor.transpose(tensor.reshape(mixed, [heads, dModel, dHead]), [1, 0, 2]);
  return tensor.reshape(back, [dModel, width]);
}
