import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { listOperations } from './operations.js';
import { button, list, segments } from '../../ui/controls.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { words } from './words/index.js';
import { accuracyCell } from './matrix.js';
import type { TrainingView } from './view.js';
import { relationLabel } from './relation.js';
import { runNames } from './state.js';

/** The offers for training a pooled model further, in steps. */
const furtherSteps = [20, 100];

/** Operations on the trained models: the choice, the prediction and the results. */
export function surgery(view: TrainingView): TemplateResult {
  const { race, operating, operate, chooseModel } = view;
  const say = words.surgery;
  const { question: asked, verdict, run } = operating;
  if (!race.records || race.at === 0 || race.isPlaying) {
    return html`<h3>${say.title}</h3>
      <p class="legend">${say.early}</p>`;
  }
  return html`<h3>${say.title}</h3>
    <p class="legend">${say.note}</p>
    <div class="row">
      ${segments({
        label: say.model,
        name: 'changed-model',
        value: run,
        choices: runNames.map((value) => ({ value, label: say.run(value) })),
        choose: chooseModel,
      })}
      ${operations(view)}
    </div>
    <mh-predict
      ?hidden=${!asked && !verdict}
      .prediction=${asked}
      .verdict=${verdict}
      @guess=${operate}
    ></mh-predict>
    ${further(view)} ${results(view)}`;
}

function operations({ race, operating, chooseOperation }: TrainingView): TemplateResult {
  const { run, operation } = operating;
  const say = words.surgery;
  const { model } = race.records![run];
  const all = listOperations(model);
  const chosen = operation ? JSON.stringify(operation) : '';
  return list({
    label: say.operation,
    value: chosen,
    choices: [
      { value: '', label: say.choose },
      ...all.map((one) => ({ value: JSON.stringify(one), label: say.name(one, model.layers) })),
    ],
    choose: (value) => chooseOperation(all.find((one) => JSON.stringify(one) === value) ?? null),
  });
}

function further({ operating, trainPooled }: TrainingView): TemplateResult | typeof nothing {
  const { pooledSteps } = operating;
  const next = furtherSteps.find((steps) => pooledSteps !== null && steps > pooledSteps);
  if (next === undefined) return nothing;
  const { further } = words.surgery;
  return html`<p class="further">${button(further(next), () => trainPooled(next))}</p>`;
}

function results({ race, operating }: TrainingView): TemplateResult | typeof nothing {
  const { model } = race.records![operating.run];
  const say = words.surgery;
  const completed = operating.completed.filter(({ run }) => run === operating.run);
  if (completed.length === 0) return nothing;
  return scrollBox(
    say.result,
    html`<table class="matrix operated">
      <caption>
        ${say.result}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say.operation}</th>
          ${model.relations.map((relation) => html`<th scope="col">${relationLabel(relation)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${completed.map(
          ({ run, operation, further, outcome }) =>
            html`<tr>
              <th scope="row">
                ${say.run(run)}:
                ${withSymbols(say.name(operation, model.layers))}${further > 0 ? say.after(further) : nothing}
              </th>
              ${outcome.before.map((before, r) =>
                accuracyCell({ before, after: outcome.after[r], chance: outcome.chance[r]! }),
              )}
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}
