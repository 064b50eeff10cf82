import { anySize } from '../../lib/numbers.js';
import type { TemplateResult } from 'lit';
import { isEqual, type IdentitiesRun } from './run.js';
import { words } from './words/index.js';

/** What the figure found, with its live numbers. */
export function caption({ rows, worst }: IdentitiesRun): string | TemplateResult {
  const wrong = rows.find(({ broken }) => broken !== null);
  if (!wrong) return words.caption.held(anySize(worst));
  const { title } = words.rows[wrong.identity];
  return isEqual(wrong.broken!)
    ? words.caption.harmless(title, anySize(wrong.broken!))
    : words.caption.broken(anySize(worst), title, anySize(wrong.broken!));
}

/** The picture as sentences, from its data: what a screen reader gets. */
export function describeIdentities({ state, sizes, rows, open }: IdentitiesRun): string {
  const { describe: say, rows: texts } = words;
  const sentences = rows.flatMap(({ identity, holds, broken }, i) => {
    const { title, left, right, breakIt } = texts[identity];
    return [
      say.row(i + 1, title, left(sizes), right(sizes, false), anySize(holds)),
      ...(broken === null ? [] : [say.broken(breakIt(sizes), anySize(broken))]),
    ];
  });
  return [
    say.layer(sizes.tokens, sizes.heads, state.seed),
    ...sentences,
    say.open(texts[state.open].title),
    ...open.heads.map(({ difference }, head) => say.head(head, anySize(difference))),
  ].join(' ');
}
