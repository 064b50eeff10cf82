import type { Tensor } from '../../../emscripten/package/contract.js';
import type { PipelineRun } from './run.js';
import {
  indexOn,
  moveTo,
  sizeOf,
  tensorKinds,
  type Axis,
  type Place,
  type TensorId,
} from './tensors.js';
import { largestMagnitude, part } from '../../lib/tensor-view.js';

/** The last two axes of a tensor around the number in question: as much as has room. */
export interface OpenMatrix {
  readonly id: TensorId;
  readonly values: Tensor;
  readonly rows: Window;
  readonly columns: Window;
  /** The indices of the leading axes: which matrix of the tensor this is. */
  readonly lead: readonly number[];
  /** The end of a signed scale, of the whole tensor. */
  readonly limit: number;
}

/** A page of an axis. */
export interface Window {
  readonly axis: Axis;
  readonly size: number;
  readonly first: number;
  readonly count: number;
  /** The number in question, within the page. */
  readonly here: number;
}

export const mostRows = 12;

export function openMatrix(id: TensorId, run: PipelineRun, columns: number): OpenMatrix {
  const { state, sizes, engine, tensors } = run;
  const { axes } = tensorKinds[id];
  const lead = axes.slice(0, -2).map((axis) => indexOn(axis, state, sizes));
  const [down, across] = axes.slice(-2) as [Axis, Axis];
  const page = (axis: Axis, most: number) =>
    windowOn(axis, indexOn(axis, state, sizes), sizeOf(axis, sizes), most);
  const [rows, cols] = [page(down, mostRows), page(across, columns)];
  const matrix = part(tensors[id], ...lead);
  const range = ({ first, count }: Window) => [first, first + count] as const;
  return {
    ...{ id, rows, columns: cols, lead },
    values: engine.tensor.slice(matrix, [range(rows), range(cols)]),
    limit: largestMagnitude(tensors[id]),
  };
}

function windowOn(axis: Axis, index: number, size: number, most: number): Window {
  const first = Math.floor(index / most) * most;
  return { axis, size, first, count: Math.min(most, size - first), here: index - first };
}

/** The place of another cell of the matrix. */
export const placeOf = (
  { rows, columns }: OpenMatrix,
  cell: { readonly row: number; readonly column: number },
  { state, sizes }: PipelineRun,
): Place =>
  moveTo(
    columns.axis,
    columns.first + cell.column,
    moveTo(rows.axis, rows.first + cell.row, state, sizes),
    sizes,
  );

/** The place one page forward or back along an axis; null where there is none. */
export function turnPage(
  { axis, first, size, here }: Window,
  most: number,
  by: 1 | -1,
  { state, sizes }: PipelineRun,
): Place | null {
  const to = first + by * most;
  return to < 0 || to >= size ? null : moveTo(axis, Math.min(to + here, size - 1), state, sizes);
}
