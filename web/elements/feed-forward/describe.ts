import { fixed } from '../../lib/numbers.js';
import { at, part } from '../../lib/tensor-view.js';
import type { FeedForwardRun } from './run.js';
import { percentText, type ModelSplit } from './shares.js';
import { words } from './words/index.js';

/** The picture as sentences, from its data: what a screen reader gets. */
export function describeFeedForward(run: FeedForwardRun, split: ModelSplit): string {
  const { describe: say, shares } = words;
  const output = part(run.layer.trace.output, run.state.token);
  const { attention, feedForward, share } = split.built;
  return [
    describeUnit(run),
    say.output(Array.from(output.data, (value) => fixed(value)).join(', ')),
    shares.spoken(split.name, words.whole(attention), words.whole(feedForward), percentText(share)),
  ].join(' ');
}

/** The chosen unit, from a to what it adds: also what is announced after a change. */
export function describeUnit(run: FeedForwardRun): string {
  const { describe: say } = words;
  const { layer, state, unit, adds } = run;
  const { trace } = layer;
  const number = (tensor = trace.a) => fixed(at(tensor, state.token, unit));
  const total = fixed(at(trace.output, state.token, state.column));
  return [
    say.unit(run, number(), number(trace.activated), number(trace.hidden)),
    say.adds(state.column, fixed(at(adds, state.column)), total),
  ].join(' ');
}
