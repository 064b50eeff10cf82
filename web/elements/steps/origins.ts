import type { Tensor } from '../../../emscripten/package/contract.js';
import { fixed } from '../../lib/numbers.js';
import { changedCells, toEdited, valueBefore, valueOf } from './changed-cells.js';
import type { ChosenCell } from './matrices.js';
import { keyHead } from '../../lib/key-head.js';
import type { StepsRun } from './run.js';
import type { Step } from './list.js';
import { at, part } from '../../lib/tensor-view.js';

/** The kind of a number. Each kind has its own sentence. */
export type OriginKind =
  | 'word'
  | 'position'
  | 'embedding'
  | 'parameter'
  | 'changedWeight'
  | 'mask'
  | 'changedScore'
  | 'unseen'
  | 'projection'
  | 'score'
  | 'hidden'
  | 'weight'
  | 'average'
  | 'copy'
  | 'sum'
  | 'mixture'
  | 'shares';

/** A row of the table that shows how a number is computed. */
interface OriginRow {
  readonly name: string;
  readonly values: ArrayLike<number>;
  readonly decimals: number;
}

/** Where a number comes from. All numbers in it are computed by the core. */
export interface Origin {
  readonly kind: OriginKind;
  readonly value: number;
  /** With the names of the listings: q[2, 1] = x[2] · wq[:, 5]. */
  readonly formula: string;
  /** What the columns of the table are; null if there is no table. */
  readonly columns: 'tokens' | 'heads' | 'numbers' | null;
  readonly rows: readonly OriginRow[];
  /** The last step of the arithmetic, below the table. */
  readonly result: string;
}

/** Explains the number in a cell. */
export function findOrigin(run: StepsRun, { stage, head }: Step, chosen: ChosenCell): Origin {
  const { matrix, row, column } = chosen;
  const place = `[${row}, ${column + matrix.firstColumn}]`;
  const value = at(matrix.tensor, row, column);
  const simple = (kind: OriginKind, formula: string, result = fixed(value)): Origin => ({
    ...{ kind, value, formula, result },
    columns: null,
    rows: [],
  });
  switch (matrix.name) {
    case 'words':
      return simple('word', `words${place}`);
    case 'positions': {
      const power = `${column - (column % 2)} / ${run.state.dModel}`;
      const wave = column % 2 === 0 ? 'sin' : 'cos';
      return simple('position', `positions${place} = ${wave}(${row} / 10000^(${power}))`);
    }
    case 'x': {
      const parts = [run.words, run.positions].map((tensor) => fixed(at(tensor, row, column)));
      const result = `${parts.join(' + ')} = ${fixed(value)}`;
      return simple('embedding', `x${place} = words${place} + positions${place}`, result);
    }
    case 'wq':
    case 'wk':
    case 'wv':
    case 'wo':
      return isChanged(run, chosen)
        ? simple('changedWeight', `${matrix.name}${place}`, changeText(run, chosen))
        : simple('parameter', `${matrix.name}${place}`);
    case 'mask':
      return simple('mask', `mask${place}`);
    case 'q':
    case 'k':
    case 'v': {
      const weight = `w${matrix.name}` as const;
      const owner = matrix.name === 'q' ? matrix.head! : keyHead(run.trace, matrix.head!);
      const across = owner * run.dHead + column;
      return product(run, 'projection', value, {
        formula: `${matrix.name}${place} = x[${row}] · ${weight}[:, ${across}]`,
        left: [`x[${row}]`, part(run.x, row)],
        right: [`${weight}[:, ${across}]`, sliceColumn(run, run.weights[weight]!, across)],
      });
    }
    case 'scores':
      return score(run, chosen, place);
    case 'weights':
      return weight(run, chosen, place);
    case 'heads': {
      const v = part(run.trace.v, keyHead(run.trace, matrix.head!));
      const name = `heads[${matrix.head}]`;
      return product(run, 'average', value, {
        formula: `${name}${place} = weights[${row}] · v[:, ${column}]`,
        left: [`weights[${row}]`, part(run.trace.weights, matrix.head!, row)],
        right: [`v[:, ${column}]`, sliceColumn(run, v, column)],
        columns: 'tokens',
      });
    }
    case 'combined':
      return combined(run, row, column, place);
    case 'output':
      return stage === 'done' && head === null
        ? shares(run, row, column, place)
        : product(run, 'mixture', value, {
            formula: `output${place} = combined[${row}] · wo[:, ${column}]`,
            left: [`combined[${row}]`, part(run.trace.combined, row)],
            right: [`wo[:, ${column}]`, sliceColumn(run, run.weights.wo!, column)],
          });
  }
}

type Vector = readonly [name: string, values: Tensor];

/** A dot product: the rows are both vectors and their products, which add up to the value. */
function product(
  { engine }: StepsRun,
  kind: OriginKind,
  value: number,
  terms: { formula: string; left: Vector; right: Vector; columns?: Origin['columns'] },
): Origin {
  const { formula, left, right, columns = 'numbers' } = terms;
  const products = engine.tensor.multiply(left[1], right[1]);
  const rows = [
    originRow(left[0], left[1]),
    originRow(right[0], right[1]),
    originRow('×', products),
  ];
  return { kind, value, formula, columns, rows, result: `Σ = ${fixed(value)}` };
}

const originRow = (name: string, { data }: Tensor, decimals = 2): OriginRow => ({
  name,
  values: data,
  decimals,
});

const dot = ({ engine: { tensor } }: StepsRun, a: Tensor, b: Tensor): number =>
  at(tensor.sum(tensor.multiply(a, b)));

const sliceColumn = ({ engine }: StepsRun, matrix: Tensor, column: number): Tensor =>
  engine.tensor.slice(matrix, [[null, null], column]);

/** A hidden score is −∞, but the explanation also shows the score before the mask. */
function score(run: StepsRun, chosen: ChosenCell, place: string): Origin {
  const { matrix, row, column } = chosen;
  const { trace, dHead } = run;
  const head = matrix.head!;
  const value = at(trace.maskedScores, head, row, column);
  const before = at(run.computedScores, head, row, column);
  const q = part(trace.q, head, row);
  const k = part(trace.k, keyHead(run.trace, head), column);
  const formula = `scores${place} = q[${row}] · k[${column}] / √${dHead}`;
  const products = product(run, 'score', before, {
    formula,
    left: [`q[${row}]`, q],
    right: [`k[${column}]`, k],
  });
  const sum = dot(run, q, k);
  const unchanged = `Σ = ${fixed(sum)}, ${fixed(sum)} / √${dHead} = ${fixed(before)}`;
  const change = isChanged(run, chosen) ? ` → ${fixed(at(trace.scores, head, row, column))}` : '';
  const quotient = unchanged + change;
  if (value !== -Infinity) {
    return { ...products, value, kind: change ? 'changedScore' : 'score', result: quotient };
  }
  return { ...products, kind: 'hidden', value, result: `${quotient} → ${fixed(value)}` };
}

/** One weight of a softmax. The row's largest score is subtracted so that exp stays finite. */
function weight(run: StepsRun, { matrix, row, column }: ChosenCell, place: string): Origin {
  const { tensor } = run.engine;
  const value = at(matrix.tensor, row, column);
  const scores = part(run.trace.maskedScores, matrix.head!, row);
  const largest = at(tensor.max(scores));
  const formula = `weights${place} = softmax(scores[${row}])[${column}]`;
  if (largest === -Infinity) {
    return { kind: 'unseen', value, formula, columns: null, rows: [], result: fixed(value) };
  }
  const exps = tensor.exp(tensor.subtract(scores, largest));
  const sum = at(tensor.sum(exps));
  const name = `exp(scores[${row}] − ${fixed(largest)})`;
  return {
    kind: 'weight',
    value,
    formula,
    columns: 'tokens',
    rows: [originRow(`scores[${row}]`, scores), originRow(name, exps, 3)],
    result: `${fixed(at(exps, column), 3)} / ${fixed(sum, 3)} = ${fixed(value)}`,
  };
}

/** If heads are side by side, a number belongs to one head; if summed, each head adds to it. */
function combined(run: StepsRun, row: number, column: number, place: string): Origin {
  const { state, trace, dHead } = run;
  const value = at(trace.combined, row, column);
  const common = { value, result: fixed(value) };
  if (state.variant !== 'summed') {
    const head = Math.floor(column / dHead);
    const formula = `combined${place} = heads[${head}][${row}, ${column % dHead}]`;
    return { ...common, kind: 'copy', formula, columns: null, rows: [] };
  }
  const parts = Float32Array.from({ length: state.heads }, (_, head) =>
    at(trace.heads, head, row, column),
  );
  const formula = `combined${place} = Σ heads[h]${place}`;
  const rows = [{ name: `heads[h]${place}`, values: parts, decimals: 2 }];
  return { ...common, kind: 'sum', formula, columns: 'heads', rows, result: `Σ = ${fixed(value)}` };
}

/** What each head adds to a number of the output: its output times its rows of wo. */
function shares(run: StepsRun, row: number, column: number, place: string): Origin {
  const { engine, state, trace, weights, dHead } = run;
  const value = at(trace.output, row, column);
  const isSummed = state.variant === 'summed';
  const parts = Float32Array.from({ length: state.heads }, (_, head) => {
    const rows = isSummed ? ([0, dHead] as const) : ([head * dHead, (head + 1) * dHead] as const);
    const slice = engine.tensor.slice(weights.wo!, [rows, column]);
    return dot(run, part(trace.heads, head, row), slice);
  });
  const name = `heads[h][${row}] · wo[${isSummed ? ':' : 'own'}, ${column}]`;
  return {
    kind: 'shares',
    value,
    formula: `output${place} = Σ ${name}`,
    columns: 'heads',
    rows: [{ name: 'heads[h] · wo', values: parts, decimals: 2 }],
    result: `Σ = ${fixed(value)}`,
  };
}

const isChanged = (run: StepsRun, { matrix, row, column }: ChosenCell): boolean =>
  changedCells(run, matrix).some((cell) => cell.row === row && cell.column === column);

/** What a weight was, and what it is. */
function changeText(run: StepsRun, chosen: ChosenCell): string {
  const cell = toEdited(chosen.matrix, chosen)!;
  return `${fixed(valueBefore(run, cell))} → ${fixed(valueOf(run, cell))}`;
}
