import { Sheet, type Drawing } from '../../lib/drawing.js';
import type { Spot } from './drawing.js';
import { drawBetween } from './between.js';
import { drawFast } from './fast.js';
import { layOut } from './layout.js';
import type { MemoryRun } from './run.js';
import { drawSlow } from './slow.js';

/** The two memories, and what moves between them. */
export function drawStage(run: MemoryRun, width: number): Drawing<Spot> {
  const layout = layOut(run, width);
  const sheet = new Sheet<Spot>();
  drawSlow(sheet, run, layout);
  drawBetween(sheet, run, layout);
  drawFast(sheet, run, layout);
  return sheet.finish(layout.width, layout.height);
}
