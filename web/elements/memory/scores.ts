import type { ScheduleStep } from '../../../emscripten/package/contract.js';
import { wrapText } from '../../lib/file-text.js';
import { label as shortLabel } from '../../lib/label.js';
import { at } from '../../lib/tensor-view.js';
import { rectangle, Sheet, type Drawing } from '../../lib/drawing.js';
import { cells, frames, ring, type Spot } from './drawing.js';
import { tokenRange } from './range.js';
import type { MemoryRun } from './run.js';
import { labelRoom } from './slow.js';
import { words } from './words/index.js';

const pitch = 14;
const size = 13;
const label = 52;
const top = 20;
const tileGap = 4;

/** All scores of the head: used and discarded, now, still to come, never there. */
export function drawScoreGrid(run: MemoryRun): Drawing<Spot> {
  const sheet = new Sheet<Spot>();
  const { state, step, stepIndex, schedule } = run;
  const { length: T } = state.tokens;
  const tile = state.schedule === 'tiled' ? state.tile : T;
  const place = (i: number) => i * pitch + Math.floor(i / tile) * tileGap;
  const cell = (query: number, key: number) => ({
    ...{ x: label + place(key), y: top + place(query), width: size, height: size },
  });
  for (const [query, token] of state.tokens.entries()) {
    const isChosen = query === run.query;
    sheet.text(label - 6, top + place(query) + 11, shortLabel(token, query, labelRoom), {
      ...{ anchor: 'end', isWord: true, weight: isChosen ? 650 : 400 },
      fill: isChosen ? 'ink' : 'ink-2',
    });
    sheet.spot({ x: 0, y: top + place(query), width: label - 4, height: pitch, query });
  }
  if (tile < T) {
    for (let key = 0; key < T; key += tile) {
      const count = Math.min(tile, T - key);
      const middle = label + (place(key) + place(key + count - 1) + size) / 2;
      const name = tile < 4 ? String(key) : tokenRange(key, count);
      sheet.text(middle, 12, name, { anchor: 'middle' });
    }
  }
  const isPlain = state.schedule === 'plain';
  const stepOf = (query: number, key: number) =>
    schedule.steps.findIndex((each) => contains(each, query, key));
  for (let query = 0; query < T; query++) {
    for (let key = 0; key < T; key++) {
      const isHidden = key > query;
      const owner = isPlain ? stepIndex : stepOf(query, key);
      if (owner < 0 || (isHidden && !isPlain)) continue;
      const box = cell(query, key);
      if (isHidden || owner > stepIndex) frames(sheet, [box]);
      else if (owner < stepIndex && !isPlain) {
        sheet.path(rectangle(box.x, box.y, size, size), { fill: 'kept' });
      } else drawNow(sheet, run, query, key, box);
      if (!isPlain) sheet.spot({ ...box, step: owner, query });
    }
  }
  const last = cell(step.firstQuery + step.queries - 1, step.firstKey + step.keys - 1);
  const first = cell(step.firstQuery, step.firstKey);
  ring(sheet, {
    ...{ x: first.x, y: first.y },
    width: last.x + size - first.x,
    height: last.y + size - first.y,
  });
  const width = label + place(T - 1) + size + 3;
  if (T > 8) note(sheet, width, words.grid.never[state.schedule]);
  return sheet.finish(width, top + place(T - 1) + size + 3);
}

const contains = ({ firstQuery, queries, firstKey, keys }: ScheduleStep, q: number, k: number) =>
  firstQuery <= q && q < firstQuery + queries && firstKey <= k && k < firstKey + keys;

/** Plain's second pass makes weights of the scores. */
function drawNow(
  sheet: Sheet,
  { state, stepIndex, head, limits }: MemoryRun,
  query: number,
  key: number,
  { x, y }: { readonly x: number; readonly y: number },
) {
  const areWeights = state.schedule === 'plain' && stepIndex > 0;
  const matrix = areWeights ? head.weights : head.scores;
  cells(sheet, x, y, {
    ...{ data: [at(matrix, query, key)], rows: 1, columns: 1, cell: { width: size, height: size } },
    scale: areWeights ? { kind: 'share', limit: 1 } : { kind: 'signed', limit: limits.scores },
  });
}

/** In the empty corner. */
function note(sheet: Sheet, width: number, text: string) {
  for (const [i, line] of wrapText(text, 20).entries()) {
    sheet.text(width - 2, top + 12 + i * 15, line, { anchor: 'end' });
  }
}
