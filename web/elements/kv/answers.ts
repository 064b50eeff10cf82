import { html, nothing, type TemplateResult } from 'lit';
import { word } from '../../ui/word.js';
import { button } from '../../ui/controls.js';
import { scrollBox } from '../../ui/scroll-box.js';
import type { KvRun } from './run.js';
import type { Form } from './state.js';
import { words } from './words/index.js';

/** What the converted layer now gets wrong in the sequence, and all its answers on demand. */
export function answers(run: KvRun, isOpen: boolean, flip: () => void): TemplateResult {
  const { state, forms, answerCount, tokens } = run;
  const say = words.answers;
  const { wrong } = forms[state.form];
  return html`<div class="answers">
    <p>
      ${say.count(words.forms[state.form].name, tokens.length, wrong, answerCount, forms.mha.wrong)}
      ${lastLetter(run)} ${button(say.all, flip, 'link', { expanded: isOpen })}
    </p>
    ${isOpen ? answerTable(run) : nothing}
  </div>`;
}

/** The wrong answers at the last letter, in words. */
function lastLetter({ state, forms, tokens, targets, relations }: KvRun): TemplateResult {
  const last = tokens.length - 1;
  const given = forms[state.form].answers[last]!;
  const wrong = relations.flatMap((relation, i) =>
    given[i] === targets[last]![i]
      ? []
      : [{ relation, right: targets[last]![i]!, answer: given[i]! }],
  );
  if (wrong.length === 0) return html``;
  const parts = wrong
    .slice(0, 2)
    .map(({ relation, right, answer }) =>
      words.answers.wrong(words.relation(relation), word(right), word(answer)),
    );
  return html`${words.answers.atLetter(tokens.length, word(tokens[last]!))}
  ${parts.map((part, i) => html`${i > 0 ? '; ' : ''}${part}`)}.`;
}

const shown: readonly Form[] = ['mha', 'gqa', 'mqa', 'mla'];

function answerTable({ tokens, targets, relations, forms }: KvRun): TemplateResult {
  const say = words.answers;
  return scrollBox(
    say.caption,
    html`<table>
      <caption>
        ${say.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say.letter}</th>
          <th scope="col">${say.asks}</th>
          <th scope="col">${say.right}</th>
          ${shown.map((form) => html`<th scope="col">${words.forms[form].name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${tokens.map((token, t) =>
          relations.map((relation, r) => {
            const target = targets[t]![r]!;
            if (target === '') return nothing;
            return html`<tr>
              <th scope="row">${t + 1} ${word(token)}</th>
              <td>${words.relation(relation)}</td>
              <td>${word(target)}</td>
              ${shown.map((form) => answerCell(forms[form].answers[t]![r]!, target))}
            </tr>`;
          }),
        )}
      </tbody>
    </table>`,
  );
}

/** A wrong answer is bold, and has a sign for those who do not see that. */
const answerCell = (given: string, target: string): TemplateResult =>
  given === target
    ? html`<td>${word(given)}</td>`
    : html`<td class="wrong"><b>${word(given)}</b> ≠</td>`;
