import { words } from './words/index.js';
import type { SandboxRun } from './run.js';
import { lessonModel } from '../../lib/lesson/model.js';
import { part } from '../../lib/tensor-view.js';

/** Keys with at least this weight are listed; without any, the one with the largest. */
const leastNamed = 0.1;

/** A description of the figure for screen readers. */
export function describeSandbox(run: SandboxRun): string {
  const { describe: say } = words;
  const { state, trace, diversity } = run;
  const { tokens, query } = state;
  const heads = Array.from({ length: state.heads }, (_, head) => head)
    .filter((head) => !state.removed.includes(head))
    .map((head) => {
      const keys = Array.from(part(trace.weights, head, query).data, (weight, key) => ({
        weight,
        key,
      }))
        .sort((a, b) => b.weight - a.weight)
        .filter(({ weight }, rank) => rank === 0 || weight >= leastNamed)
        .map(({ weight, key }) => say.key(weight, tokens[key]!, key));
      return say.head(head, run.entropy[head]!, keys.join(', '));
    });
  const answers = (run.answers?.[query] ?? []).map(({ relation, answer, probability, wanted }) =>
    say.answer(relation, answer, probability, wanted),
  );
  const settings = [
    state.causal && say.settings.causal,
    state.tie && say.settings.tie,
    state.scale !== 'sqrt-d-head' && say.settings[state.scale],
    state.combine === 'sum' && say.settings.sum,
    !state.outputProjection && say.settings.output,
  ].filter((sentence) => sentence !== false);
  return [
    say.sentence(tokens.join(' '), tokens.length, state.heads, run.dHead),
    ...settings,
    say.query(tokens[query]!, query),
    ...heads,
    ...(answers.length > 0 ? [say.predictions(answers)] : []),
    ...(diversity ? [say.distance(diversity.mean)] : []),
    say.origin[state.weights](state.seed, lessonModel.seeds),
  ].join(' ');
}
