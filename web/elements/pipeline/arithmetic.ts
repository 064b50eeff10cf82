import type { Tensor } from '../../../emscripten/package/contract.js';
import type { PipelineRun } from './run.js';
import { symbolOf } from './scene.js';
import { groupOf, indexOn, tensorKinds, type TensorId } from './tensors.js';
import { at } from '../../lib/tensor-view.js';

/** How the number in question comes about; each kind has its sentence. All numbers are the core's. */
export type Arithmetic =
  | { readonly kind: 'drawn'; readonly value: number; readonly isWeight: boolean }
  | {
      readonly kind: 'product';
      readonly left: string;
      readonly right: string;
      readonly row: number;
      readonly column: number;
      readonly terms: number;
      readonly value: number;
    }
  | {
      readonly kind: 'cut' | 'join';
      readonly index: number;
      readonly width: number;
      readonly head: number;
      readonly column: number;
      readonly value: number;
    }
  | { readonly kind: 'turned'; readonly value: number }
  | {
      readonly kind: 'skipped';
      readonly head: number;
      readonly from: number;
      readonly value: number;
    }
  | {
      readonly kind: 'score';
      readonly product: number;
      readonly width: number;
      readonly value: number;
      readonly weight: number;
      readonly isHidden: boolean;
    }
  | {
      readonly kind: 'weight';
      readonly score: number;
      readonly exponential: number;
      readonly sum: number;
      readonly value: number;
    }
  | {
      readonly kind: 'mixture';
      readonly terms: readonly { readonly weight: number; readonly number: number }[];
      readonly value: number;
    };

/** The number in question. */
export function valueAt(id: TensorId, run: PipelineRun): number {
  const index = tensorKinds[id].axes.map((axis) => indexOn(axis, run.state, run.sizes));
  return at(run.tensors[id], ...index);
}

export function arithmetic(id: TensorId, run: PipelineRun): Arithmetic {
  const { state, sizes } = run;
  const { D } = sizes;
  const { head, column, query, key, feature } = state;
  const value = valueAt(id, run);
  const group = groupOf(head, sizes);
  const product = (left: TensorId, right: TensorId, row: number, of: number, terms: number) =>
    ({
      kind: 'product',
      left: symbolOf(left, run),
      right: symbolOf(right, run),
      row,
      column: of,
      terms,
      value,
    }) as const;
  switch (id) {
    case 'x':
    case 'm':
      return { kind: 'drawn', value, isWeight: false };
    case 'wq':
    case 'wk':
    case 'wv':
    case 'wo':
      return { kind: 'drawn', value, isWeight: true };
    case 'q0':
      return product('x', 'wq', query, head * D + column, sizes.dModel);
    case 'k0':
      return product('m', 'wk', key, group * D + column, sizes.dModel);
    case 'v0':
      return product('m', 'wv', key, group * D + column, sizes.dModel);
    case 'y':
      return product('c', 'wo', query, feature, sizes.H * D);
    case 'qs':
      return { kind: 'cut', index: head * D + column, width: D, head, column, value };
    case 'ks':
    case 'vs':
      return { kind: 'cut', index: group * D + column, width: D, head: group, column, value };
    case 'c':
      return { kind: 'join', index: head * D + column, width: D, head, column, value };
    case 'q':
    case 'k':
    case 'v':
    case 'zt':
      return run.origins && id === 'q'
        ? { kind: 'skipped', head, from: at(run.origins, state.sequence, head, query), value }
        : { kind: 'turned', value };
    case 's':
      return score(run, value);
    case 'a':
      return weight(run, value);
    case 'z':
      return mixture(run, value);
  }
}

function rowOf(run: PipelineRun, id: 'q' | 'k' | 's', ...index: readonly number[]): Tensor {
  const { tensor } = run.engine;
  return tensor.slice(run.tensors[id], index);
}

/** Before division and mask: the core's product of the two rows. */
function score(run: PipelineRun, value: number): Arithmetic {
  const { state, sizes, engine } = run;
  const { sequence, head, query, key } = state;
  const q = rowOf(run, 'q', sequence, head, query);
  const k = rowOf(run, 'k', sequence, groupOf(head, sizes), key);
  const product = engine.tensor.sum(engine.tensor.multiply(q, k)).data[0]!;
  const isHidden = value === -Infinity;
  return {
    ...{ kind: 'score', product, width: sizes.D, isHidden },
    value: isHidden ? engine.tensor.divide(product, Math.sqrt(sizes.D)).data[0]! : value,
    weight: valueAt('a', run),
  };
}

function weight(run: PipelineRun, value: number): Arithmetic {
  const { engine, state } = run;
  const { sequence, head, query, key } = state;
  const exponentials = engine.tensor.exp(rowOf(run, 's', sequence, head, query));
  return {
    ...{ kind: 'weight', score: valueAt('s', run), value },
    exponential: exponentials.data[key]!,
    sum: engine.tensor.sum(exponentials).data[0]!,
  };
}

function mixture(run: PipelineRun, value: number): Arithmetic {
  const { state, sizes, tensors } = run;
  const { sequence, head, query, column } = state;
  const group = groupOf(head, sizes);
  const terms = Array.from({ length: sizes.S }, (_, key) => ({
    weight: at(tensors.a, sequence, head, query, key),
    number: at(tensors.v, sequence, group, key, column),
  }));
  return { kind: 'mixture', terms: terms.filter((term) => term.weight !== 0), value };
}
