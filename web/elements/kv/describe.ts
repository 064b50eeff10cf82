import { html, nothing, type TemplateResult } from 'lit';
import { anySize, share } from '../../lib/numbers.js';
import { bytesText } from './amounts.js';
import { meanOf, rowOf, type Found } from './found.js';
import type { Base } from './conversions.js';
import { members } from './groups.js';
import type { KvRun } from './run.js';
import { forms } from './state.js';
import { words } from './words/index.js';

/** What the figure found, with its live numbers. */
export function caption(run: KvRun, found: Found | null, { seed, solvedAt }: Base): TemplateResult {
  const { difference, forms } = run;
  const say = words.caption;
  return html`${found ? compared(run, found) : say.kept(forms.mha.numbers, forms.gqa.numbers)}
  ${say.absorbed(anySize(difference))} ${say.small} ${say.origin(seed, solvedAt)}`;
}

function compared({ state }: KvRun, found: Found): TemplateResult | typeof nothing {
  const say = words.caption;
  const [gqa, mla] = [rowOf(found, state, 'gqa'), rowOf(found, state, 'mla')];
  if (!gqa?.accuracy || !mla?.accuracy) return nothing;
  const { training } = gqa;
  return html`${say.means(
    mla.kept,
    share(meanOf(mla.accuracy)),
    state.kvHeads,
    gqa.kept,
    share(meanOf(gqa.accuracy)),
  )}
  ${training.kind === 'solved' ? say.back(training.step) : nothing}
  ${found.scratch.kind === 'solved' ? say.scratch(found.scratch.step) : nothing}`;
}

/** The picture as sentences, from its data: what a screen reader gets. */
export function describeKv(run: KvRun, found: Found | null): string {
  const { state, tokens, groups } = run;
  const { describe: say, forms: names } = words;
  return [
    ...[...new Set([state.form, ...forms])].map((form) => {
      const { numbers, bytesPerToken, bytes } = run.forms[form];
      return say.form(names[form].name, numbers, bytesText(bytesPerToken), bytesText(bytes));
    }),
    say.letters(tokens.slice(0, state.letters).join(' '), state.letters),
    ...Array.from({ length: state.kvHeads }, (_, group) =>
      say.group(group, members(groups, group).join(', ')),
    ),
    ...(found?.rows ?? []).flatMap((row) =>
      row.accuracy
        ? say.accuracy(names[row.form].name, words.costs.named(row), share(meanOf(row.accuracy)))
        : [],
    ),
  ].join(' ');
}
