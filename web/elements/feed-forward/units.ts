import type { Tensor } from '../../../emscripten/package/contract.js';
import { fixed } from '../../lib/numbers.js';
import { at, largestMagnitude, part } from '../../lib/tensor-view.js';
import type { Picture } from '../../lib/drawing.js';
import { drawShapes, type Shape } from './drawing.js';
import {
  barRow,
  gap,
  layOutUnits,
  matrixTop,
  rightColumn,
  rowHeight,
  type UnitLayout,
} from './layout.js';
import { isGated, type FeedForwardRun } from './run.js';
import { dModel } from './state.js';
import { words } from './words/index.js';

interface Board {
  readonly run: FeedForwardRun;
  readonly layout: UnitLayout;
  readonly limits: ReturnType<typeof limitsOf>;
}

/** One signed scale for all matrices, one for all grey bars, and one for the token's own numbers. */
export function limitsOf({ layer, state, x }: FeedForwardRun) {
  const { weights, trace } = layer;
  const rows = [trace.a, trace.activated, trace.hidden, ...(trace.b ? [trace.b] : [])];
  const matrices = Object.values(weights).filter((weight) => weight !== undefined);
  const ofToken = (tensor: Tensor) => largestMagnitude(part(tensor, state.token));
  return {
    weights: Math.max(...matrices.map(largestMagnitude)),
    bars: Math.max(...rows.map(ofToken)),
    token: Math.max(ofToken(x), ofToken(trace.output)),
  };
}

/** Every column is one hidden unit, from x at the top to the output at the bottom. */
export function unitDrawing(run: FeedForwardRun, width: number): Picture {
  const { layer, state, word } = run;
  const { weights, trace, activation, dFf } = layer;
  const layout = layOutUnits(width, dFf);
  const board: Board = { run, layout, limits: limitsOf(run) };
  const { picture: say } = words;
  const row = (tensor: Tensor) => part(tensor, state.token);
  const size = `${dModel} × ${dFf}`;
  const gate = isGated(activation);
  const shapes = [
    layout.isWide ? [title(0, layout.w1, say.token(word, dModel))] : [],
    heading(layout, layout.w1, say.w1(gate, size), say.column),
    matrix(board, layout.w1, rowsOf(weights.w1!)),
    token(board, layout.w1),
    unitName(board),
    bars(board, layout.a, row(trace.a), say.a),
    bars(board, layout.activated, row(trace.activated), say.activated(activation)),
    ...(gate
      ? [
          heading(layout, layout.w3, say.w3(size), ''),
          matrix(board, layout.w3, rowsOf(weights.w3!)),
          token(board, layout.w3),
          bars(board, layout.b, row(trace.b!), say.b),
          bars(board, layout.hidden, row(trace.hidden), say.hidden(activation)),
        ]
      : [withoutGate(layout, say.noGate(activation))]),
    heading(layout, layout.w2, say.w2(`${dFf} × ${dModel}`), say.side),
    matrix(board, layout.w2, columnsOf(weights.w2!)),
    output(board, row(trace.output)),
    ring(board),
  ].flat();
  // Words last, so that they are above the ring, which runs past them.
  shapes.sort((a, b) => Number('words' in a) - Number('words' in b));
  return drawShapes(width, layout.height, shapes);
}

const title = (x: number, top: number, words: string): Shape => ({
  ...{ look: 'title', x, words },
  y: top + 14,
});

function heading(layout: UnitLayout, top: number, words: string, note: string): Shape[] {
  const named = title(layout.isWide ? layout.left : 0, top, words);
  if (!layout.isWide || note === '') return [named];
  return [named, { look: 'quiet', x: layout.right - gap, y: top + 14, anchor: 'end', words: note }];
}

const rowsOf = (matrix: Tensor): Float32Array[] =>
  Array.from({ length: matrix.shape[0]! }, (_, row) => part(matrix, row).data);

/** W2 on its side: the row of a unit is below the unit. */
const columnsOf = (matrix: Tensor): Float32Array[] =>
  Array.from({ length: matrix.shape[1]! }, (_, column) =>
    Float32Array.from({ length: matrix.shape[0]! }, (_, row) => at(matrix, row, column)),
  );

/** A row for each number of the token, a column for each hidden unit. */
const matrix = (
  { layout, limits }: Board,
  top: number,
  rows: readonly Float32Array[],
): readonly Shape[] =>
  rows.flatMap((row, i) =>
    Array.from(row, (value, unit): Shape => ({
      look: 'cell',
      x: layout.left + unit * layout.pitch,
      y: matrixTop(top) + i * rowHeight,
      width: layout.pitch - gap,
      height: rowHeight - gap,
      value,
      limit: limits.weights,
    })),
  );

/** The token's numbers, each beside the row of the matrix that it is multiplied by. */
function token({ run, layout, limits }: Board, top: number): readonly Shape[] {
  const { left, isWide } = layout;
  const numbers = part(run.x, run.state.token);
  const first = matrixTop(top);
  if (!isWide) return column(numbers, first, left - 6);
  return [
    ...column(numbers, first, 74),
    ...lengths(numbers, first, 120, limits.token),
    { look: 'sign', x: left - 22, y: first + 49, anchor: 'middle', words: '×' },
  ];
}

function output({ run, layout, limits }: Board, numbers: Tensor): readonly Shape[] {
  const { left, right, width, isWide, w2, end } = layout;
  const { picture: say } = words;
  const first = matrixTop(w2);
  const { column: chosen } = run.state;
  if (!isWide) return column(numbers, first, left - 6, chosen);
  return [
    ...say.eachUnit.map((words, i): Shape => ({
      ...{ look: 'quiet', x: 0, words },
      y: first + 28 + i * 16,
    })),
    { look: 'title', x: width, y: w2 + 14, anchor: 'end', words: say.output(dModel) },
    { look: 'sign', x: right + 18, y: (first + end) / 2 + 7, anchor: 'middle', words: '=' },
    ...lengths(numbers, first, right + rightColumn - 84, limits.token),
    ...column(numbers, first, width, chosen),
  ];
}

/** Numbers below each other, at the rows of a matrix. */
const column = (numbers: Tensor, first: number, end: number, chosen = -1): readonly Shape[] =>
  Array.from(numbers.data, (value, i): Shape => ({
    look: i === chosen ? 'bold' : 'quiet',
    x: end,
    y: first + i * rowHeight + 11,
    anchor: 'end',
    words: fixed(value),
  }));

/** Bars to the right of a zero line where a number is positive. */
function lengths(numbers: Tensor, first: number, zero: number, limit: number): readonly Shape[] {
  const longest = 28;
  return [
    { look: 'thin', path: `M${zero} ${first - 2}v${dModel * rowHeight + 2}` },
    ...Array.from(numbers.data, (value, i): Shape => {
      const width = limit > 0 ? (Math.abs(value) / limit) * longest : 0;
      const x = value < 0 ? zero - width : zero;
      return { look: 'ink', x, y: first + i * rowHeight + 2, width, height: rowHeight - 5 };
    }),
  ];
}

function unitName({ run, layout }: Board): readonly Shape[] {
  if (!layout.isWide) return [];
  const { picture: say } = words;
  const x = layout.right + 16;
  const first = matrixTop(layout.w1);
  return [
    { look: 'bold', x, y: first + 14, words: say.unit(run.unit) },
    ...say.reads.map((words, i): Shape => ({ look: 'quiet', x, y: first + 32 + i * 16, words })),
  ];
}

/** One bar per hidden unit about a zero line, with its number below. */
function bars(
  { run, layout, limits }: Board,
  top: number,
  numbers: Tensor,
  { name, note }: { readonly name: string; readonly note: string },
): readonly Shape[] {
  const { isWide, left, right, width, pitch } = layout;
  const zero = top + barRow.half + 4;
  const chosen = fixed(at(numbers, run.unit));
  const label: readonly Shape[] = isWide
    ? [title(0, zero - 18, name), { look: 'quiet', x: 0, y: zero + 14, words: note }]
    : [
        { look: 'text', x: 0, y: top - 2, words: `${name}: ${note}` },
        { look: 'bold', x: width, y: top - 2, anchor: 'end', words: chosen },
      ];
  return [
    ...label,
    { look: 'thin', path: `M${left} ${zero}H${right - gap}` },
    ...Array.from(numbers.data, (value, i): Shape => {
      const height = limits.bars > 0 ? (Math.abs(value) / limits.bars) * barRow.half : 0;
      return {
        look: i === run.unit ? 'ink' : 'bar',
        x: left + (i + 0.18) * pitch,
        y: value < 0 ? zero : zero - height,
        width: pitch * 0.64 - gap,
        height,
      };
    }),
    ...(isWide ? numberRow(layout, zero, numbers, run.unit) : []),
  ];
}

const numberRow = (
  { left, pitch, decimals }: UnitLayout,
  zero: number,
  numbers: Tensor,
  unit: number,
): readonly Shape[] =>
  Array.from(numbers.data, (value, i): Shape => ({
    look: i === unit ? 'bold' : 'text',
    x: left + (i + 0.5) * pitch,
    y: zero + barRow.half + 14,
    anchor: 'middle',
    words: i === unit ? fixed(value) : decimals === null ? '' : fixed(value, decimals),
  }));

/** relu and gelu have no second matrix; its room stays, so that nothing jumps. */
const withoutGate = ({ w3, hidden }: UnitLayout, lines: readonly string[]): readonly Shape[] =>
  lines.map((words, i) => ({
    look: 'quiet',
    x: 0,
    y: (w3 + hidden) / 2 + i * 18,
    words,
  }));

/** One ring through everything of the chosen unit. */
const ring = ({ run, layout }: Board): Shape => ({
  look: 'ring',
  x: layout.left + run.unit * layout.pitch - 2,
  y: matrixTop(layout.w1) - 2, // clear of the title above
  width: layout.pitch + 3,
  height: layout.end - matrixTop(layout.w1) + 4,
});
