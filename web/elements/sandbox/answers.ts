import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../ui/icons.js';
import type { ControlBoard } from './controls.js';
import type { SandboxModel, SandboxRun } from './run.js';
import { words } from './words/index.js';

/** A head matters for a relation if removing it costs at least this much accuracy. */
const leastLoss = 0.05;
/** How many relations are listed below a head. */
const mostNamed = 2;

/** The model's predictions at the chosen word, and whether they are right. */
export function answers({ answers, state }: SandboxRun): TemplateResult | typeof nothing {
  if (!answers) return nothing;
  const { trained } = words;
  const own = answers[state.query]!;
  const title = own.length > 0 ? trained.sentence : trained.noQuestion;
  return html`<div class="answers">
    <p>${title(state.tokens[state.query]!)}</p>
    <dl>
      ${own.map(({ relation, answer, probability, wanted, wantedProbability }) => {
        const isRight = answer === wanted;
        return html`<div>
          <dt>${trained.relation(relation)}</dt>
          <dd>
            ${icon(isRight ? 'right' : 'wrong')}
            <span class="unseen">${isRight ? trained.right : trained.wrong}</span>
            ${trained.answer(answer, probability)}
            ${isRight ? nothing : html`<p>${trained.correct(wanted, wantedProbability)}</p>`}
          </dd>
        </div>`;
      })}
    </dl>
  </div>`;
}

/** The accuracy of a relation with the whole model and without one head. */
export interface Loss {
  readonly relation: string;
  readonly before: number;
  readonly after: number;
}

/** What the model of this run loses without a head; undefined until it is measured. */
function listLosses(
  model: SandboxModel,
  { state }: SandboxRun,
  head: number,
): readonly Loss[] | null | undefined {
  const { trained } = model;
  const before = trained.accuracy(state);
  const after = trained.accuracy({ ...state, removed: [...state.removed, head].sort() });
  if (!before || !after) return before === null ? null : undefined;
  return trained.relations
    .map((relation, r) => ({ relation, before: before[r]!, after: after[r]! }))
    .filter((loss) => loss.before - loss.after >= leastLoss)
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, mostNamed);
}

export function withoutHead({ model, run }: ControlBoard, head: number) {
  if (run.state.weights === 'random') return nothing;
  const { trained } = words;
  if (run.state.removed.includes(head)) return html`<p class="without"></p>`;
  const losses = listLosses(model, run, head);
  if (losses === undefined) return html`<p class="without">${trained.measuring}</p>`;
  return html`<p class="without">
    ${
      losses === null
        ? trained.unmeasured
        : trained.without(
            losses.map((loss) => trained.lost(loss.relation, loss.before, loss.after)),
          )
    }
  </p>`;
}
