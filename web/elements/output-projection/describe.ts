import { html, type TemplateResult } from 'lit';
import { lessonModel } from '../../lib/lesson/model.js';
import { fixed } from '../../lib/numbers.js';
import { word } from '../../ui/word.js';
import type { ProjectionRun } from './run.js';
import { words } from './words/index.js';

/** What the figure found, with its live numbers. */
export function caption(run: ProjectionRun): TemplateResult {
  const { caption: say } = words;
  const { state, lengths, moved, difference, dHead } = run;
  const { heads, tokens, token, leftOut, outputProjection, weights, seed } = state;
  const chosen = word(tokens[token]!);
  const found = outputProjection
    ? html`${say.sum(heads, difference)}
      ${say.lengths(chosen, lengths.sum, lengths.rightAngles, lengths.oneDirection, heads)}`
    : say.alone(dHead);
  return html`${found} ${leftOut === null ? '' : say.leftOut(leftOut, chosen, moved)}
  ${say.origin[weights](weights === 'trained' ? lessonModel.seed : seed)}`;
}

/** The picture as sentences, from its data: what a screen reader gets. */
export function describeProjection({ state, lengths, terms, sum, dHead }: ProjectionRun): string {
  const { describe: say } = words;
  const { tokens, heads, dModel, token, column, outputProjection } = state;
  const adds = Array.from(terms.adds, (value, head) => say.adds(head, fixed(value)));
  return [
    say.sizes(tokens.join(' '), heads, dHead, dModel),
    ...(outputProjection ? [] : [say.removed]),
    ...Array.from(lengths.heads, (length, head) => say.head(head, fixed(length, 1))),
    say.chosen(column, tokens[token]!, fixed(sum.data[token * dModel + column]!), adds.join(', ')),
  ].join(' ');
}
