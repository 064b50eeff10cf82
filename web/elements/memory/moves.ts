import type { ScheduleMove, ScheduleStep } from '../../../emscripten/package/contract.js';
import { tokenRange } from './range.js';
import type { MemoryRun } from './run.js';
import { sizes } from './state.js';
import { words } from './words/index.js';

export type MovedKind = ScheduleMove['what'];

/** Moves in one direction; keys and values of the same tokens are one. */
export interface MoveGroup {
  readonly what: readonly MovedKind[];
  readonly to: 'fast' | 'slow';
  readonly first: number;
  readonly count: number;
  readonly bytes: number;
}

/** Bytes of a number in the figure, and of an entry of a block table. */
export const numberBytes = 4;

export function groupMoves({ moves }: Pick<ScheduleStep, 'moves'>): readonly MoveGroup[] {
  const groups: MoveGroup[] = [];
  for (const { what, to, first, count, bytes } of moves) {
    const same = groups.findIndex(
      (group) =>
        what === 'values' &&
        group.what[0] === 'keys' &&
        group.to === to &&
        group.first === first &&
        group.count === count,
    );
    const before = groups[same];
    if (!before) groups.push({ what: [what], to, first, count, bytes });
    else groups[same] = { ...before, what: [...before.what, what], bytes: before.bytes + bytes };
  }
  return groups;
}

/** keys, values 4–7 */
export const groupName = ({ what, first, count }: MoveGroup): string =>
  `${what.map((kind) => (count === 1 ? words.one : words.what)[kind]).join(', ')} ${tokenRange(first, count)}`;

/** 2 × 4 × 8 × 4 = 256 B: how many matrices, rows, numbers in a row, bytes of a number. */
export const groupProduct = (group: MoveGroup, run: MemoryRun): string =>
  `${groupFactors(group, run).join(' × ')} = ${words.bytes(group.bytes)}`;

export function groupFactors({ what, count }: MoveGroup, { state }: MemoryRun): readonly number[] {
  const [kind] = what;
  const isSquare = kind === 'scores' || kind === 'weights';
  const width = kind === 'table' ? [] : [isSquare ? state.tokens.length : sizes.dHead];
  const rows = [what.length, count].filter((factor) => factor !== 1);
  return [...rows, ...width, numberBytes];
}

/** The rows of this kind that lie in the slow memory after the step: all, or those written so far. */
export function isThere(run: MemoryRun, what: MovedKind): (token: number) => boolean {
  const { schedule, done, step, state } = run;
  const writes = (steps: readonly ScheduleStep[]) =>
    steps.flatMap(({ moves }) => moves.filter((move) => move.what === what && move.to === 'slow'));
  const isGenerated = state.schedule === 'cached' || state.schedule === 'paged';
  if (what === 'queries' && isGenerated) return (token) => token <= step.firstQuery;
  if (writes(schedule.steps).length === 0) return () => true;
  const written = writes(done);
  return (token) => written.some(({ first, count }) => first <= token && token < first + count);
}

/** The write of this step's output: now, or in a later step with the same queries. */
export function outputMove(run: MemoryRun): { move: ScheduleMove; stepsLater: number } | null {
  const { schedule, stepIndex, step } = run;
  for (const [i, later] of schedule.steps.slice(stepIndex).entries()) {
    const move = later.moves.find(({ what, to }) => what === 'output' && to === 'slow');
    if (move && later.firstQuery === step.firstQuery) return { move, stepsLater: i };
  }
  return null;
}
