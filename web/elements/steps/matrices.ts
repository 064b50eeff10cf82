import type { Tensor } from '../../../emscripten/package/contract.js';
import type { GridCell } from '../../lib/grid.js';
import { editsOf } from '../../lib/edits.js';
import { keyHead } from '../../lib/key-head.js';
import type { StepsRun } from './run.js';
import type { Step } from './list.js';
import { largest, part } from '../../lib/tensor-view.js';

/** The names in the listings. */
export type MatrixName =
  | 'words'
  | 'positions'
  | 'x'
  | 'wq'
  | 'wk'
  | 'wv'
  | 'q'
  | 'k'
  | 'v'
  | 'mask'
  | 'scores'
  | 'weights'
  | 'heads'
  | 'combined'
  | 'wo'
  | 'output';

/** A matrix of a step, and what its rows and columns mean. */
export interface StepMatrix {
  /** Unique within the step. */
  readonly id: string;
  readonly name: MatrixName;
  /** null if it belongs to all heads or to none. */
  readonly head: number | null;
  readonly tensor: Tensor;
  readonly rows: 'tokens' | 'numbers';
  readonly columns: 'tokens' | 'numbers';
  /** The index of its first column in the whole matrix, if this is a slice. */
  readonly firstColumn: number;
  /** The head that each row or column belongs to, if there is one. */
  readonly rowHeads: readonly number[] | null;
  readonly columnHeads: readonly number[] | null;
}

export interface StepView {
  /** The inputs and results of the step. */
  readonly from: readonly StepMatrix[];
  readonly to: readonly StepMatrix[];
}

export interface ChosenCell extends GridCell {
  readonly matrix: StepMatrix;
}

/** @param chosen  the id of the chosen matrix, since q has other weights than k */
export function makeView(run: StepsRun, { stage, head }: Step, chosen: string | null): StepView {
  const { state, trace, weights } = run;
  const one = (name: MatrixName, tensor: Tensor, more: Partial<StepMatrix> = {}) =>
    matrix(run, name, tensor, more);
  const h = head ?? 0;
  const g = keyHead(run.trace, h);
  const ofHead = { head: h };
  const q = () => one('q', part(trace.q, h), ofHead);
  const k = () => one('k', part(trace.k, g), ofHead);
  const v = () => one('v', part(trace.v, g), ofHead);
  const scores = () => one('scores', part(trace.maskedScores, h), ofHead);
  const weightsOf = () => one('weights', part(trace.weights, h), ofHead);
  const hasMask = state.causal || editsOf(state.edits, 'mask').length > 0 || chosen === 'mask';
  const output = () => (state.variant === 'no-output' ? combined() : one('output', trace.output));
  const combined = () => one('combined', trace.combined);
  const outputs = () =>
    Array.from({ length: state.heads }, (_, each) =>
      one('heads', part(trace.heads, each), { head: each, id: `heads${each}` }),
    );

  switch (stage) {
    case 'input':
      return {
        from: [one('words', run.words), one('positions', run.positions)],
        to: [one('x', run.x)],
      };
    case 'split':
      return {
        from: [],
        to: [one('wq', weights.wq!), one('wk', weights.wk!), one('wv', weights.wv!)],
      };
    case 'projections': {
      const letter = (/^w?([kv])$/u.exec(chosen ?? '')?.[1] ?? 'q') as 'q' | 'k' | 'v';
      const slice = weightSlice(run, `w${letter}`, h);
      return { from: [one('x', run.x), slice], to: [q(), k(), v()] };
    }
    case 'scores':
      return { from: [q(), k(), ...(hasMask ? [one('mask', run.mask)] : [])], to: [scores()] };
    case 'softmax':
      return { from: [scores()], to: [weightsOf()] };
    case 'output':
      return { from: [weightsOf(), v()], to: [one('heads', part(trace.heads, h), ofHead)] };
    case 'concat':
    case 'sum':
      return { from: outputs(), to: [combined()] };
    case 'w_o':
      return { from: [combined(), one('wo', weights.wo!)], to: [one('output', trace.output)] };
    case 'done':
      return { from: [one('x', run.x)], to: [output()] };
  }
}

function matrix(
  run: StepsRun,
  name: MatrixName,
  tensor: Tensor,
  more: Partial<StepMatrix>,
): StepMatrix {
  const isWeight = /^w[qkvo]$/u.test(name);
  const isSquare = name === 'scores' || name === 'weights' || name === 'mask';
  const [rows = 0, columns = 0] = tensor.shape;
  return {
    id: name,
    name,
    head: null,
    tensor,
    rows: isWeight ? 'numbers' : 'tokens',
    columns: isSquare ? 'tokens' : 'numbers',
    firstColumn: 0,
    rowHeads: name === 'wo' ? headOfEachColumn(run, rows) : null,
    columnHeads: hasHeadColumns(run, name) ? headOfEachColumn(run, columns) : null,
    ...more,
  };
}

const headOfEachColumn = ({ dHead, state }: StepsRun, count: number): readonly number[] | null =>
  count === dHead * state.heads
    ? Array.from({ length: count }, (_, i) => Math.floor(i / dHead))
    : null;

/** Whether each column belongs to one head. That is not so for summed heads and shared k and v. */
const hasHeadColumns = ({ kvHeads, state }: StepsRun, name: MatrixName): boolean =>
  name === 'wq' ||
  name === 'combined' ||
  ((name === 'wk' || name === 'wv') && kvHeads === state.heads);

/** The columns of wq, wk or wv that a head uses. */
function weightSlice(run: StepsRun, name: 'wq' | 'wk' | 'wv', head: number): StepMatrix {
  const { dHead, engine, weights } = run;
  const firstColumn = (name === 'wq' ? head : keyHead(run.trace, head)) * dHead;
  const tensor = engine.tensor.slice(weights[name]!, [
    [null, null],
    [firstColumn, firstColumn + dHead],
  ]);
  return matrix(run, name, tensor, { head, firstColumn, columnHeads: null });
}

/** The cell that `text` names. By default, the largest weight of the last token. */
export function readCell(run: StepsRun, { from, to }: StepView, text: string | null): ChosenCell {
  const [id, ...place] = (text ?? '').split(',');
  const match = [...from, ...to].find((matrix) => matrix.id === id);
  const [row = 0, column = 0] = place.map(Number);
  if (match && row < match.tensor.shape[0]! && column < match.tensor.shape[1]!) {
    return { matrix: match, row, column };
  }
  const matrix = to[0]!;
  const last = matrix.tensor.shape[0]! - 1;
  const isSquare = matrix.columns === 'tokens';
  const weights = isSquare ? part(run.trace.weights, matrix.head!, last).data : null;
  return { matrix, row: last, column: weights ? largest(weights) : 0 };
}

export const cellText = ({ matrix, row, column }: ChosenCell): string =>
  [matrix.id, row, column].join();
