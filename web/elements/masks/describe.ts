import type { TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { largestMagnitude, part } from '../../lib/tensor-view.js';
import type { MasksRun } from './run.js';
import { heads } from './state.js';
import { words } from './words/index.js';

/** What the figure found, with its live numbers. */
export function caption({ state, count, blind, tab, after }: MasksRun): string | TemplateResult {
  const { caption: say } = words;
  if (!state.masked) return say.waits(count.all);
  const names = blind.map((row) => state.tokens[row]!);
  const isSilent =
    blind.length > 0 && blind.every((row) => largestMagnitude(part(after.output, row)) === 0);
  return say.found(count.all, count.seen, names, heads, isSilent, tab === 'alibi');
}

/** The picture as sentences, from its data: what a screen reader gets. */
export function describeMasks(run: MasksRun): string {
  const { describe: say } = words;
  const { state, keys, count, blind, chosen, emptyRow, alignments } = run;
  const { tokens, token, head, row } = state;
  const query = tokens[token]!;
  return [
    say.mask(tokens.join(' '), keys.join(' '), words.presets.title[run.tab], count.seen, count.all),
    ...(state.masked ? [] : [say.waits]),
    ...(blind.length > 0 ? [say.blind(blind.map((each) => tokens[each]!))] : []),
    ...run.entropy.map((entropy, i) => say.head(i, fixed(entropy))),
    say.row(head, query),
    ...keys.map((key, i) =>
      chosen.added[i] === -Infinity
        ? say.hidden(key)
        : say.weight(key, fixed(chosen.scores[i]!), fixed(chosen.after[i]!)),
    ),
    say.alignments(
      alignments.queries,
      alignments.keys,
      fixed(alignments.aligned['top-left'].difference, 1),
      fixed(alignments.aligned['bottom-right'].difference, 1),
    ),
    say.emptyRow(
      tokens[row]!,
      emptyRow.ways.map(({ sum }) => fixed(sum)),
    ),
  ].join(' ');
}
