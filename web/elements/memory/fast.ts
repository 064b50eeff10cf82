import { fixed } from '../../lib/numbers.js';
import { label as shortLabel } from '../../lib/label.js';
import { at } from '../../lib/tensor-view.js';
import { visible } from './columns.js';
import { bars, cells, frame, levelOf, ring, rowLook, rowWord, type Sheet } from './drawing.js';
import { fastFooter } from './footer.js';
import { fastRows, inset, type StageLayout } from './layout.js';
import { tokenRange } from './range.js';
import { rowNow, type MemoryRun } from './run.js';
import { sizes } from './state.js';
import { words } from './words/index.js';

/** The small memory, drawn as the product that it holds: queries left, keys above. */
export function drawFast(sheet: Sheet, run: MemoryRun, layout: StageLayout) {
  const { fast } = layout;
  const { state } = run;
  frame(sheet, fast);
  sheet.text(
    fast.x,
    fast.y - 10,
    state.schedule === 'plain' ? words.fast.shortTitle : words.fast.title,
    { fill: 'ink', weight: 650 },
  );
  if (run.state.schedule === 'plain') drawPass(sheet, run, layout);
  else drawProduct(sheet, run, layout);
  const lines = fastFooter(run, run.step, fast.width - 2 * inset.side);
  const bottom = fast.y + fast.height - 9 - (lines.length - 1) * 15;
  for (const [i, line] of lines.entries()) sheet.text(fast.x + inset.side, bottom + i * 15, line);
}

/** Where the parts of the product are. */
function placeProduct({ step }: MemoryRun, { fast, footer }: StageLayout) {
  const { x, y, width, height } = fast;
  const isRoomy = width >= 460;
  const cell = isRoomy ? 8 : 5;
  const queries = x + (isRoomy ? 64 : 50);
  const scores = queries + sizes.dHead * cell + (isRoomy ? 14 : 8);
  const mixWidth = isRoomy ? 96 : 48;
  const mix = x + width - mixWidth - (isRoomy ? 12 : 6);
  const sum = mix - (isRoomy ? 10 : 6);
  const max = sum - (isRoomy ? 54 : 50);
  const room = max - (isRoomy ? 44 : 38) - scores;
  const score = Math.min(38, room / step.keys);
  const first = y + fastRows.top;
  const rowHeight = Math.max(
    fastRows.least,
    Math.min(fastRows.most, (height - fastRows.top - footer) / step.queries),
  );
  return { isRoomy, x, y, cell, queries, scores, mix, mixWidth, sum, max, score, first, rowHeight };
}

type Places = ReturnType<typeof placeProduct>;

function drawProduct(sheet: Sheet, run: MemoryRun, layout: StageLayout) {
  const places = placeProduct(run, layout);
  drawKeysAndValues(sheet, run, places);
  const { step, state, head, limits } = run;
  const { y, queries, max, sum, mix, first, rowHeight, cell } = places;
  const titles = y + fastRows.top - 8;
  sheet.text(queries, titles, tokenRange(step.firstQuery, step.queries));
  const names = step.queries === 1 ? words.one : words.what;
  sheet.text(queries, titles - 15, names.queries);
  for (const [x, title] of [
    [max, words.row.max],
    [sum, words.row.sum],
  ] as const) {
    sheet.text(x, titles, title, { anchor: 'end' });
  }
  const mixTitle = places.isRoomy ? words.fast.mix : words.fast.shortMix;
  sheet.text(mix + places.mixWidth, titles, mixTitle, { anchor: 'end' });
  cells(sheet, queries, first, {
    ...{ data: rowsOf(head.q, step.firstQuery, step.queries), rows: step.queries },
    ...{ columns: sizes.dHead, cell: { width: cell, height: rowHeight }, gap: 0 },
    top: (row) => first + row * rowHeight + gapOf(rowHeight) / 2,
    scale: { kind: 'signed', limit: limits.numbers },
  });
  const now = Array.from({ length: step.queries }, (_, i) => rowNow(run, step.firstQuery + i));
  const limit = Math.max(...now.flatMap(({ mix }) => Array.from(mix, Math.abs)));
  for (const [i, row] of now.entries()) {
    const query = step.firstQuery + i;
    const top = first + i * rowHeight;
    const middle = top + rowHeight / 2 + 4;
    const look = rowLook(query === run.query);
    rowWord(sheet, { x: queries - 6, y: middle }, state.tokens[query]!, query, look);
    drawScores(sheet, run, places, query, top);
    sheet.text(max, middle, fixed(row.max), { ...look, anchor: 'end' });
    sheet.text(sum, middle, fixed(row.sum, 3), { ...look, anchor: 'end' });
    bars(sheet, { x: mix, y: top + 1, width: places.mixWidth, height: rowHeight - 2 }, row.mix, {
      limit,
      fill: { head: state.head },
    });
    const { x, width } = layout.fast;
    sheet.spot({ x, y: top, width, height: rowHeight, query });
  }
}

const gapOf = (rowHeight: number) => (rowHeight > 20 ? 4 : 1);

const rowsOf = ({ shape, data }: MemoryRun['head']['q'], first: number, count: number) =>
  data.subarray(first * shape[1]!, (first + count) * shape[1]!);

function drawKeysAndValues(sheet: Sheet, run: MemoryRun, places: Places) {
  const { step, state, head, limits } = run;
  const { y, scores, score, mix, mixWidth } = places;
  const { firstKey, keys } = step;
  const scale = { kind: 'signed', limit: limits.numbers } as const;
  const rows = rowsOf(head.k, firstKey, keys);
  const [top, D] = [y + 28, sizes.dHead];
  const across = Float32Array.from(rows, (_, i) => rows[(i % keys) * D + Math.floor(i / keys)]!);
  cells(sheet, scores, top, {
    ...{ data: across, rows: D, columns: keys, cell: { width: score, height: 8 }, scale },
    gap: score > 12 ? 1 : 0,
  });
  sheet.text(scores - 8, top + 30, words.what.keys, { anchor: 'end' });
  sheet.text(scores - 8, top + 45, tokenRange(firstKey, keys), { anchor: 'end' });
  for (let i = 0; i < keys && score >= 30; i++) {
    sheet.text(
      scores + (i + 0.5) * score,
      top - 6,
      shortLabel(state.tokens[firstKey + i]!, firstKey + i, 5),
      {
        ...{ anchor: 'middle', isWord: true },
      },
    );
  }
  const values = `${words.what.values} ${tokenRange(firstKey, keys)}`;
  sheet.text(mix + mixWidth, top - 6, values, { anchor: 'end' });
  cells(sheet, mix, top, {
    ...{ data: rowsOf(head.v, firstKey, keys), rows: keys, columns: D, scale },
    cell: { width: mixWidth / D, height: Math.min(16, 64 / keys) },
  });
}

function drawScores(sheet: Sheet, run: MemoryRun, places: Places, query: number, y: number) {
  const { step, head, limits } = run;
  const { scores, score, rowHeight } = places;
  const gap = gapOf(rowHeight);
  const values = Array.from({ length: step.keys }, (_, i) =>
    at(head.scores, query, step.firstKey + i),
  );
  const top = y + gap / 2;
  cells(sheet, scores, top, {
    ...{ data: values, rows: 1, columns: step.keys, gap: score > 12 ? 1 : 0 },
    cell: { width: score, height: rowHeight - gap + (score > 12 ? 1 : 0) },
    scale: { kind: 'signed', limit: limits.scores },
  });
  if (score >= 34) {
    for (const [i, value] of values.entries()) {
      const isHidden = value === -Infinity;
      sheet.text(scores + (i + 0.5) * score, y + rowHeight / 2 + 4, fixed(value), {
        anchor: 'middle',
        fill: isHidden ? 'ink-3' : { on: levelOf(value, limits.scores) },
      });
    }
  }
  if (query === run.query) {
    ring(sheet, { x: scores, y: top, width: step.keys * score, height: rowHeight - gap });
  }
}

/** One of plain's three passes, small: whole matrices come and go. */
function drawPass(sheet: Sheet, run: MemoryRun, { fast }: StageLayout) {
  const { head, limits, stepIndex, state } = run;
  const { length: T } = state.tokens;
  const x = fast.x + inset.side;
  const top = fast.y + 74;
  const pass = words.fast.passes[stepIndex]!;
  sheet.text(x, fast.y + 24, pass.title, { weight: 650, fill: 'ink' });
  sheet.text(x, fast.y + 42, pass.sentence);
  const numbers = { kind: 'signed', limit: limits.numbers } as const;
  const D = sizes.dHead;
  const matrix = (
    data: ArrayLike<number>,
    [left, y]: readonly [number, number],
    [rows, columns]: readonly [number, number],
    [width, height]: readonly [number, number],
    scale: typeof numbers | { kind: 'share'; limit: number } = numbers,
  ) => cells(sheet, left, y, { data, rows, columns, cell: { width, height }, scale });
  const scores = { kind: 'signed', limit: limits.scores } as const;
  const share = { kind: 'share', limit: 1 } as const;
  const weights = visible(head.weights.data, head.scores.data);
  const side = 5 * T;
  if (stepIndex === 0) {
    const across = run.engine.tensor.transpose(head.k).data;
    matrix(across, [x + 58, top], [D, T], [8, 4]);
    matrix(head.q.data, [x, top + 40], [T, D], [6, 8]);
    matrix(head.scores.data, [x + 58, top + 40], [T, T], [8, 8], scores);
  } else if (stepIndex === 1) {
    matrix(head.scores.data, [x, top], [T, T], [5, 8], scores);
    sheet.text(x + side + 5, top + 68, '→');
    matrix(weights, [x + side + 22, top], [T, T], [5, 8], share);
  } else {
    matrix(weights, [x, top], [T, T], [5, 8], share);
    sheet.text(x + side + 2, top + 68, '×');
    matrix(head.v.data, [x + side + 12, top], [T, D], [5, 8]);
    sheet.text(x + side + 54, top + 68, '=');
    matrix(head.output.data, [x + side + 64, top], [T, D], [5, 8]);
  }
}
