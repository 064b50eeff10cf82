import { html, nothing, type TemplateResult } from 'lit';
import { runNames, runSettings, shares, type RunSettings } from './state.js';
import { highestSeed } from '../../lib/state-fields.js';
import { button, list, resetButton, segments, toggle } from '../../ui/controls.js';
import { decimalField, integerField } from '../../ui/fields.js';
import type { Refusal } from '../../ui/field.js';
import { inEnglish } from '../../ui/in-english.js';
import { scales } from '../../ui/scale-choices.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';
import type { TrainingView } from './view.js';

const headCounts = [1, 2, 4, 8, 16, 32];
const widths = [16, 32, 64, 128];
const layerCounts = [1, 2, 3];

/** The main settings, and the others behind "More". */
export function trainingControls(view: TrainingView): TemplateResult {
  const { state: wanted, change, changeRun, isMore } = view;
  const say = words.controls;
  const tasks = Object.entries(say.tasks).map(([value, label]) => ({ value, label }));
  return html`<div class="row first">
      ${withProblem(
        view,
        'task',
        list({
          label: say.task,
          value: wanted.task,
          choices: tasks,
          choose: (task) => change({ task: task as typeof wanted.task, steps: null, b: {} }),
        }),
      )}
      ${runNames.map((run) =>
        withProblem(
          view,
          'numHeads',
          list({
            label: say.heads(run),
            value: String(runSettings(wanted, run).heads),
            choices: numbers(headCounts, runSettings(wanted, run).heads),
            choose: (heads) => changeRun(run, { heads: Number(heads) }),
          }),
          run,
        ),
      )}
      ${integerField({
        label: say.seed,
        min: 0,
        max: highestSeed,
        value: wanted.seed,
        refusal: explainRefusal(view, 'seed'),
        set: (seed) => change({ seed }),
      })}
      ${equalStart(view)}
    </div>
    ${isMore ? moreControls(view) : nothing}
    <div class="end">
      ${button(isMore ? uiWords.figure.less : uiWords.figure.more, view.toggleMore, 'link', {
        expanded: isMore,
      })}
      ${resetButton(view.reset)}
    </div>`;
}

function moreControls(view: TrainingView): TemplateResult {
  const { state: wanted, edited, edit, changeRun } = view;
  const say = words.controls;
  const settings = runSettings(wanted, edited);
  const set = (change: Partial<RunSettings>) => changeRun(edited, change);
  return html`<div class="row">
    <div>
      ${segments({
        label: say.of,
        name: 'edited',
        value: edited,
        choices: runNames.map((value) => ({ value, label: say.run(value) })),
        choose: edit,
      })}
      ${edited === 'b' ? html`<p class="effect">${say.asA}</p>` : nothing}
    </div>
    ${list({
      label: say.share,
      value: settings.share,
      choices: shares.map((value) => ({ value, label: say.shares(value) })),
      choose: (share) => set({ share }),
    })}
    ${segments({
      label: say.combine,
      name: 'combine',
      value: settings.combine,
      choices: [
        { value: 'concat', label: say.concat },
        { value: 'sum', label: say.sum },
      ],
      choose: (combine) => set({ combine }),
    })}
    ${segments({
      label: say.scale,
      name: 'scale',
      value: settings.scale,
      choices: scales(),
      choose: (scale) => set({ scale }),
    })}
    ${segments({
      label: say.optimizer,
      name: 'optimizer',
      value: settings.optimizer,
      choices: [
        { value: 'adam', label: 'Adam' },
        { value: 'sgd', label: 'SGD' },
      ],
      // The task's learning rate is for Adam; SGD needs a larger one.
      choose: (optimizer) => set({ optimizer, rate: optimizer === 'sgd' ? 0.3 : null }),
    })}
    ${decimalField({
      label: say.rate,
      value: settings.rate ?? view.race.records?.[edited].model.rate ?? 0,
      refusal: explainRefusal(view, 'learningRate', edited),
      set: (rate) => set({ rate }),
    })}
    ${withProblem(
      view,
      'dModel',
      list({
        label: say.width,
        value: String(settings.dModel),
        choices: numbers(widths, settings.dModel),
        choose: (width) => set({ dModel: Number(width) }),
      }),
      edited,
    )}
    ${withProblem(
      view,
      'numLayers',
      list({
        label: say.layers,
        value: String(settings.layers ?? ''),
        choices: [{ value: '', label: say.asTask }, ...numbers(layerCounts, settings.layers ?? 1)],
        choose: (layers) => set({ layers: layers === '' ? null : Number(layers) }),
      }),
      edited,
    )}
    ${toggle({ label: say.tie, on: settings.tie, set: (tie) => set({ tie }) })}
    ${toggle({
      label: say.output,
      on: settings.outputProjection,
      set: (outputProjection) => set({ outputProjection }),
    })}
  </div>`;
}

/** The symmetry experiment: all heads start with the same weights. */
function equalStart({
  state: wanted,
  changeRun,
  race,
  shownRace: shown,
}: TrainingView): TemplateResult {
  const { equalStart, noise } = wanted.a;
  const { controls: say, equal } = words;
  const glance = shown && race.records?.a.glanceAt(shown.at);
  const since = (shown && race.records?.a.apartSince(0.01, shown.at)) ?? null;
  const apart = glance?.apart;
  return html`<div class="equal">
    ${toggle({
      label: say.equal,
      on: equalStart,
      set: (equalStart) => changeRun('a', { equalStart, noise: 0 }),
    })}
    ${
      equalStart
        ? html`${segments({
              label: say.noise,
              name: 'noise',
              value: String(noise),
              choices: Object.entries(say.noises).map(([value, label]) => ({ value, label })),
              choose: (noise) => changeRun('a', { noise: Number(noise) }),
            })}
            <p class="effect">
              ${
                glance && apart !== null && apart !== undefined
                  ? equal.apart('a', apart, glance.step) +
                    (since === null ? '' : equal.since(since))
                  : nothing
              }
              ${equal.about}
            </p>`
        : nothing
    }
  </div>`;
}

const numbers = (usual: readonly number[], now: number) =>
  [...new Set([...usual, now])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: String(value) }));

/** The settings whose controls show the core's error themselves. */
export const shownFields: ReadonlySet<string> = new Set([
  ...['task', 'numHeads', 'seed', 'learningRate', 'dModel', 'numLayers'],
]);

/** The core's error about a setting, if there is one. */
function explainRefusal(
  { race: { refusal } }: TrainingView,
  field: string,
  run?: 'a' | 'b',
): Refusal | null {
  const isHere = refusal?.field === field && (run === undefined || runNames[refusal.run] === run);
  return isHere ? { words: inEnglish(refusal.message) } : null;
}

/** A control with the core's error below it. */
function withProblem(
  view: TrainingView,
  field: string,
  control: TemplateResult,
  run?: 'a' | 'b',
): TemplateResult {
  const problem = explainRefusal(view, field, run);
  return html`<div>
    ${control}${problem ? html`<p class="effect" role="alert">${problem.words}</p>` : nothing}
  </div>`;
}
