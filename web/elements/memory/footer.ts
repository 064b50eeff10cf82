import type { ScheduleStep } from '../../../emscripten/package/contract.js';
import { wrapText } from '../../lib/file-text.js';
import type { MemoryRun } from './run.js';
import { words } from './words/index.js';

/** What the fast memory holds in a step, in lines of this width in px. */
export function fastFooter(
  { state }: MemoryRun,
  step: ScheduleStep,
  width: number,
): readonly string[] {
  const { queries, keys, heldBytes, moves } = step;
  const tile = state.schedule === 'tiled' && queries === keys ? moves[0] : undefined;
  const text = tile
    ? words.fast.tile(queries, tile.bytes, heldBytes)
    : words.fast.held(heldBytes, state.schedule === 'plain');
  return wrapText(text, Math.floor(width / 6.5));
}
