import type { TemplateResult } from 'lit';
import { answersAt, commonKey, score, worstLoss, type HeadsModel, type HeadsRun } from './run.js';
import { at } from '../../../lib/tensor-view.js';
import { startOfHeads } from './state.js';
import { words } from './words/index.js';

/** How many questions the model answers, and what one change or the present one does to it. */
export function headsCaption(model: HeadsModel, run: HeadsRun): TemplateResult {
  const { removed, tie, query } = run.state;
  return removed.length === 0 && !tie
    ? preview(model, run)
    : words.caption.changed({
        removed,
        heads: run.state.heads,
        look: tie ? sharedLook(run) : null,
        now: score(run),
        whole: score(model.run({ ...startOfHeads, query })),
        token: run.state.tokens[query]!,
        wrong: tie ? [] : answersAt(run).filter(({ isRight }) => !isRight),
      });
}

/** The score with all heads, the worst answer without one head, and the score with tied heads. */
function preview(model: HeadsModel, run: HeadsRun): TemplateResult {
  const { query, tokens } = run.state;
  const tied = model.run({ ...startOfHeads, query, tie: true });
  return words.caption.whole({
    token: tokens[query]!,
    now: score(run),
    worst: worstLoss(model, { ...startOfHeads, query }),
    look: sharedLook(tied),
    tied: score(tied),
  });
}

/** The word that all tied heads look at; empty if they do not look at one word. */
function sharedLook(run: HeadsRun): string {
  const key = commonKey(run);
  return key === null ? '' : run.state.tokens[key]!;
}

/** A description of the figure for screen readers. */
export function describeHeads(run: HeadsRun): string {
  const { describe: say } = words;
  const { tokens, query, removed, heads, tie } = run.state;
  const { right, of } = score(run);
  const used = Array.from({ length: heads }, (_, head) => head).filter(
    (head) => !removed.includes(head),
  );
  return [
    say.sentence(tokens.join(' '), tokens[query]!),
    say.heads(used, tie),
    ...used.map((head) => say.head(head, strongest(run, head))),
    say.score(right, of, tokens[query]!),
    ...answersAt(run).map(say.answer),
  ].join(' ');
}

/** The keys of a head with a weight of at least 0.1, largest first. */
function strongest({ state, trace }: HeadsRun, head: number) {
  const { tokens, query } = state;
  return tokens
    .map((token, key) => ({ token, key, weight: at(trace.weights, head, query, key) }))
    .filter(({ weight }) => weight >= 0.1)
    .sort((a, b) => b.weight - a.weight);
}
