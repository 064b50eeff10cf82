import { drawColumn, rowLabels, type Column } from './columns.js';
import { frame, type Sheet } from './drawing.js';
import { inset, rowTop, type StageLayout } from './layout.js';
import { numberBytes } from './moves.js';
import type { MemoryRun } from './run.js';
import { drawPages } from './slow-pages.js';
import { sizes } from './state.js';
import { words } from './words/index.js';

/** The large memory: whatever lies in it, with rings around what moves. */
export function drawSlow(sheet: Sheet, run: MemoryRun, layout: StageLayout) {
  const { slow } = layout;
  frame(sheet, slow);
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
  rowLabels(sheet, run, left - 8, top);
  for (const column of small) drawColumn(sheet, run, layout, column);
  if (state.schedule !== 'plain') return;
  const wide = state.tokens.length * cell.width + gap;
  const square = isWide
    ? { x: at(4), y: top }
    : { x: left, y: top + rowTop(run, state.tokens.length) + 28 };
  if (!isWide) rowLabels(sheet, run, left - 8, square.y);
  drawColumn(sheet, run, layout, { what: 'scores', matrix: head.scores, ...square });
  const weights = { ...square, x: square.x + wide };
  drawColumn(sheet, run, layout, { what: 'weights', matrix: head.weights, ...weights });
}
