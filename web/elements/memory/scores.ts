import type { ScheduleStep } from '../../../emscripten/package/contract.js';
import { wrapText } from '../../lib/file-text.js';
import { at } from '../../lib/tensor-view.js';
import { rectangle, Sheet, type Box, type Drawing } from '../../lib/drawing.js';
import { cells, frames, ring, rowLook, rowWord, type Spot } from './drawing.js';
import { tokenRange } from './range.js';
import type { MemoryRun } from './run.js';
import { words } from './words/index.js';

const pitch = 14;
const size = 13;
const label = 52;
const top = 20;
const tileGap = 4;

/** Where the scores are drawn: with a gap between tiles. */
interface ScorePlaces {
  readonly tile: number;
  /** How far right of the first key, or below the first query. */
  readonly offset: (index: number) => number;
  readonly cell: (query: number, key: number) => Box;
}

/** All scores of the head: used and discarded, now, still to come, never there. */
export function drawScoreGrid(run: MemoryRun): Drawing<Spot> {
  const sheet = new Sheet<Spot>();
  const { state, step } = run;
  const { length: T } = state.tokens;
  const tile = state.schedule === 'tiled' ? state.tile : T;
  const offset = (index: number) => index * pitch + Math.floor(index / tile) * tileGap;
  const cell = (query: number, key: number) => ({
    ...{ x: label + offset(key), y: top + offset(query), width: size, height: size },
  });
  const places: ScorePlaces = { tile, offset, cell };
  nameQueries(sheet, run, places);
  if (tile < T) nameTiles(sheet, T, places);
  drawScores(sheet, run, places);
  const first = cell(step.firstQuery, step.firstKey);
  const last = cell(step.firstQuery + step.queries - 1, step.firstKey + step.keys - 1);
  ring(sheet, {
    ...{ x: first.x, y: first.y },
    width: last.x + size - first.x,
    height: last.y + size - first.y,
  });
  const width = label + offset(T - 1) + size + 3;
  if (T > 8) note(sheet, width, words.grid.never[state.schedule]);
  return sheet.finish(width, top + offset(T - 1) + size + 3);
}

function nameQueries(sheet: Sheet<Spot>, { state, query: chosen }: MemoryRun, at: ScorePlaces) {
  for (const [query, token] of state.tokens.entries()) {
    const y = top + at.offset(query);
    rowWord(sheet, { x: label - 6, y: y + 11 }, token, query, rowLook(query === chosen));
    sheet.spot({ x: 0, y, width: label - 4, height: pitch, query });
  }
}

/** The keys of each tile, above it. */
function nameTiles(sheet: Sheet<Spot>, T: number, { tile, offset }: ScorePlaces) {
  for (let key = 0; key < T; key += tile) {
    const count = Math.min(tile, T - key);
    const middle = label + (offset(key) + offset(key + count - 1) + size) / 2;
    const name = tile < 4 ? String(key) : tokenRange(key, count);
    sheet.text(middle, 12, name, { anchor: 'middle' });
  }
}

function drawScores(sheet: Sheet<Spot>, run: MemoryRun, { cell }: ScorePlaces) {
  const { state, stepIndex, schedule } = run;
  const { length: T } = state.tokens;
  const isPlain = state.schedule === 'plain';
  for (let query = 0; query < T; query++) {
    for (let key = 0; key < T; key++) {
      const isHidden = key > query;
      // A step of Plain works on all scores.
      const owner = isPlain
        ? stepIndex
        : schedule.steps.findIndex((step) => contains(step, query, key));
      if (owner < 0 || (isHidden && !isPlain)) continue;
      const box = cell(query, key);
      if (isHidden || owner > stepIndex) frames(sheet, [box]);
      else if (owner < stepIndex) sheet.path(rectangle(box.x, box.y, size, size), { fill: 'kept' });
      else drawNow(sheet, run, query, key, box);
      if (!isPlain) sheet.spot({ ...box, step: owner, query });
    }
  }
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
