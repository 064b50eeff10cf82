import type { Tensor } from '../../../emscripten/package/contract.js';
import { label as shortLabel } from '../../lib/label.js';
import { rectangle, type Box } from '../../lib/drawing.js';
import { cells, frames, ring, type Sheet } from './drawing.js';
import { inset, rowTop, type StageLayout } from './layout.js';
import { isThere, numberBytes, outputMove, type MovedKind } from './moves.js';
import { otherTokens, readStore, tokenRow } from './pages.js';
import type { MemoryRun } from './run.js';
import { sizes } from './state.js';
import { words } from './words/index.js';

interface Column {
  readonly what: MovedKind;
  readonly matrix: Tensor;
  readonly x: number;
  readonly y: number;
}

/** The large memory: whatever lies in it, with rings around what moves. */
export function drawSlow(sheet: Sheet, run: MemoryRun, layout: StageLayout) {
  const { slow } = layout;
  box(sheet, slow);
  sheet.text(slow.x, slow.y - 10, words.slow.title, { fill: 'ink', weight: 650 });
  if (run.state.schedule === 'paged') drawPages(sheet, run, layout);
  else drawMatrices(sheet, run, layout);
  const bytes = run.engine.formulas.evaluate('4 * T * D * b', {
    ...{ T: run.state.tokens.length, D: sizes.dHead, b: numberBytes },
  });
  const contents = words.slow.contents(run.state.tokens.length, sizes.dHead, bytes);
  const scores = words.slow.scores(run.state.tokens.length, run.schedule.storedScores);
  const footer = [contents, scores];
  for (const [i, line] of (layout.isWide ? [footer.join(' ')] : footer).entries()) {
    const lift = layout.isWide ? 0 : (1 - i) * 15;
    sheet.text(slow.x + inset.side, slow.y + slow.height - 9 - lift, line);
  }
}

export function box(sheet: Sheet, { x, y, width, height }: Box) {
  sheet.path(rectangle(x + 0.5, y + 0.5, width - 1, height - 1), {
    ...{ stroke: 'line', width: 1 },
  });
}

function drawMatrices(sheet: Sheet, run: MemoryRun, layout: StageLayout) {
  const { slow, cell, label, gap, isWide } = layout;
  const { head, state } = run;
  const left = slow.x + inset.side + label;
  const top = slow.y + inset.top;
  const narrow = sizes.dHead * cell.width + gap;
  const at = (i: number) => left + i * narrow;
  const small: readonly Column[] = [
    { what: 'queries', matrix: head.q, x: at(0), y: top },
    { what: 'keys', matrix: head.k, x: at(1), y: top },
    { what: 'values', matrix: head.v, x: at(2), y: top },
    { what: 'output', matrix: head.output, x: at(3), y: top },
  ];
  rowLabels(sheet, run, left - 8, top, state.tokens);
  for (const column of small) drawColumn(sheet, run, layout, column);
  if (state.schedule !== 'plain') return;
  const wide = state.tokens.length * cell.width + gap;
  const square = isWide
    ? { x: at(4), y: top }
    : { x: left, y: top + rowTop(run, state.tokens.length) + 28 };
  if (!isWide) rowLabels(sheet, run, left - 8, square.y, state.tokens);
  drawColumn(sheet, run, layout, { what: 'scores', matrix: head.scores, ...square });
  const weights = { ...square, x: square.x + wide };
  drawColumn(sheet, run, layout, { what: 'weights', matrix: head.weights, ...weights });
}

function rowLabels(
  sheet: Sheet,
  run: MemoryRun,
  x: number,
  top: number,
  tokens: readonly (string | null)[],
) {
  for (const [token, word] of tokens.entries()) {
    if (word === null) continue;
    const isChosen = token === run.query;
    sheet.text(x, top + rowTop(run, token) + 11, shortLabel(word, token, labelRoom), {
      ...{ anchor: 'end', isWord: true, weight: isChosen ? 650 : 400 },
      fill: isChosen ? 'ink' : 'ink-2',
    });
  }
}

/** Beside a row there is room for so many letters. */
export const labelRoom = 8;

function drawColumn(
  sheet: Sheet,
  run: MemoryRun,
  { cell }: StageLayout,
  { what, matrix, x, y }: Column,
) {
  const [rows = 0, columns = 0] = matrix.shape;
  const there = isThere(run, what);
  const top = (row: number) => y + rowTop(run, row);
  const shown = what === 'weights' ? visible(matrix.data, run.head.scores.data) : matrix.data;
  const data = Float32Array.from(shown, (value, i) =>
    there(Math.floor(i / columns)) ? value : NaN,
  );
  sheet.text(x, y - 8, words.what[what]);
  const limit = what === 'scores' ? run.limits.scores : run.limits.numbers;
  cells(sheet, x, y, {
    ...{ data, rows, columns, top, cell: { ...cell, height: cell.height - 0.5 } },
    scale: what === 'weights' ? { kind: 'share', limit: 1 } : { kind: 'signed', limit },
  });
  const width = columns * cell.width;
  const row = (token: number) => ({ x, y: top(token), width, height: cell.height });
  const absent = Array.from({ length: rows }, (_, token) => token).filter((token) => !there(token));
  frames(sheet, absent.map(row));
  frames(sheet, hidden(data, columns, x, top, cell));
  ringColumn(sheet, run, what, (first, count) => ({
    ...row(first),
    height: top(first + count - 1) + cell.height - top(first),
  }));
}

/** Weights without those of hidden keys. */
export const visible = (weights: Float32Array, scores: Float32Array): Float32Array =>
  weights.map((weight, i) => (scores[i] === -Infinity ? -Infinity : weight));

/** What is hidden is stored too. */
function hidden(
  data: Float32Array,
  columns: number,
  x: number,
  top: (row: number) => number,
  { width, height }: StageLayout['cell'],
): readonly Box[] {
  return Array.from(data).flatMap((value, i) =>
    value === -Infinity
      ? [{ x: x + (i % columns) * width, y: top(Math.floor(i / columns)), width, height }]
      : [],
  );
}

/** Solid: moves in this step. Dotted: queries that are in fast memory, outputs to come. */
function ringColumn(
  sheet: Sheet,
  run: MemoryRun,
  what: MovedKind,
  place: (first: number, count: number) => Box,
) {
  const { step } = run;
  const moves = step.moves.filter((move) => move.what === what);
  const rows = moves.flatMap(({ first, count }) => [first, first + count]);
  if (moves.length > 0) {
    const first = Math.min(...rows);
    ring(sheet, place(first, Math.max(...rows) - first));
  } else if (run.state.schedule === 'tiled') {
    const isDotted = what === 'queries' || (what === 'output' && outputMove(run));
    if (isDotted) ring(sheet, place(step.firstQuery, step.queries), false);
  }
}

/** Keys and values lie in numbered pages of two sequences. */
function drawPages(sheet: Sheet, run: MemoryRun, layout: StageLayout) {
  const { slow, cell, label, gap } = layout;
  const { state, head, pages, stepIndex } = run;
  const store = readStore(pages, stepIndex, state.page);
  const top = slow.y + inset.top;
  const width = sizes.dHead * cell.width;
  const left = slow.x + inset.side + label;
  const right = left + 2 * (width + gap) + label;
  const slots = store.flatMap((page, number) =>
    Array.from({ length: state.page }, (_, i) => {
      const token = page && page.first + i;
      const count = page?.sequence === 'own' ? stepIndex + 1 : pages[stepIndex]!.otherLength;
      const isUsed = page !== null && token !== null && token < count;
      return { number, i, sequence: page?.sequence, token: isUsed ? token : null };
    }),
  );
  for (const [slot, { number, i, sequence, token }] of slots.entries()) {
    const y = top + rowTop(run, slot);
    if (i === 0) {
      sheet.text(slow.x + 4, y + 11, String(number), { weight: 650, fill: 'ink' });
    }
    const row = (x: number) => ({ x, y, width, height: cell.height });
    if (token === null) {
      frames(sheet, [row(left), row(left + width + gap)]);
      continue;
    }
    const isOwn = sequence === 'own';
    const word = (isOwn ? state.tokens : otherTokens)[token]!;
    sheet.text(left - 8, y + 11, shortLabel(word, token, labelRoom), {
      ...{ anchor: 'end', isWord: true, weight: isOwn && token === run.query ? 650 : 400 },
      fill: isOwn ? 'ink' : 'ink-3',
    });
    const tensors = isOwn ? [run.k, run.v] : [run.otherK, run.otherV];
    for (const [column, tensor] of tensors.entries()) {
      cells(sheet, left + column * (width + gap), y, {
        ...{ data: tokenRow(tensor, state.head, token), rows: 1, columns: sizes.dHead },
        ...{ cell: { ...cell, height: cell.height - 0.5 } },
        scale: { kind: 'signed', limit: run.limits.numbers },
      });
    }
  }
  ringPages(sheet, run, (slot, count) => ({
    ...{ x: left, y: top + rowTop(run, slot), width: 2 * width + gap },
    height: rowTop(run, slot + count - 1) - rowTop(run, slot) + cell.height,
  }));
  sheet.text(left, top - 8, words.what.keys);
  sheet.text(left + width + gap, top - 8, words.what.values);
  rowLabels(sheet, run, right - 8, top, state.tokens);
  const columns = [
    { what: 'queries', matrix: head.q },
    { what: 'output', matrix: head.output },
  ] as const;
  for (const [i, column] of columns.entries()) {
    drawColumn(sheet, run, layout, { ...column, x: right + i * (width + gap), y: top });
  }
}

/** Each of the sentence's pages is read up to its last token. */
function ringPages(
  sheet: Sheet,
  { state, pages, stepIndex }: MemoryRun,
  place: (slot: number, count: number) => Box,
) {
  for (const [logical, page] of pages[stepIndex]!.own.entries()) {
    const count = Math.min(state.page, stepIndex + 1 - logical * state.page);
    ring(sheet, place(page * state.page, count));
  }
}
