import { html, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { longSizes, type LongResult } from './long-run.js';
import { groupMoves, groupName } from './moves.js';
import { tokenRange } from './range.js';
import { rowNow, type MemoryRun } from './run.js';
import { scheduleNames, sizes, type ScheduleName } from './state.js';
import { words } from './words/index.js';

/** Head 1, tile 5 of 10: queries 8–11 with keys 4–7 */
export function stepTitle({ state, step, stepIndex, schedule }: MemoryRun): string {
  const queries = tokenRange(step.firstQuery, step.queries);
  const sentence =
    state.schedule === 'plain'
      ? words.fast.passes[stepIndex]!.sentence
      : words.pairs(queries, tokenRange(step.firstKey, step.keys), step.queries === 1);
  const unit = words.unitOf[state.schedule];
  return words.title(state.head, unit, stepIndex + 1, schedule.steps.length, sentence);
}

/** What the figure found, with its live numbers. */
export function caption(run: MemoryRun, results: readonly LongResult[]): TemplateResult {
  const { caption: say, bytes, large } = words;
  const here = (name: ScheduleName) =>
    bytes(run.schedules[name].read + run.schedules[name].written);
  const long = (name: ScheduleName) => results.find(({ schedule }) => schedule === name);
  const [plain, tiled] = [long('plain'), long('tiled')];
  const traffic =
    plain && tiled
      ? say.longTraffic(
          longSizes.tokens,
          large(plain.read + plain.written),
          large(tiled.read + tiled.written),
        )
      : say.traffic(here('plain'), here('tiled'));
  return html`${say.same(run.largestDifference, run.bound)} ${traffic} ${say.origin(run.state.seed)}`;
}

/** The picture as sentences, from its data: what a screen reader gets. */
export function describeMemory(run: MemoryRun): string {
  const { describe: say, names } = words;
  const { state, step, query } = run;
  const { max, sum } = rowNow(run, query);
  return [
    say.sizes(state.tokens.join(' '), sizes.dHead),
    `${names[state.schedule]}. ${stepTitle(run)}.`,
    ...groupMoves(step).map((group) =>
      say.move(groupName(group), group.to === 'fast', group.bytes),
    ),
    say.held(step.heldBytes),
    ...(state.schedule === 'plain'
      ? []
      : [say.row(state.tokens[query]!, fixed(max), fixed(sum, 3))]),
    ...scheduleNames.map((name) => {
      const { read, written } = run.schedules[name];
      return say.total(names[name], read, written);
    }),
  ].join(' ');
}
