import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { stopButton } from '../../ui/stop-button.js';
import { withSymbols } from '../../ui/symbols.js';
import { pictureView } from '../../ui/marks.js';
import { accuracyChart, lossChart, type Race } from './charts.js';
import { runNames, runLabel, limits, runSettings, stepLimit, type Pace } from './state.js';
import { button, segments } from '../../ui/controls.js';
import { describeProgress } from './finding.js';
import type { TrainingView } from './view.js';
import { words } from './words/index.js';
import { relationLabel } from './relation.js';

/** The two runs, their curves, and the player. */
export function trainingStage(view: TrainingView, race: Race): TemplateResult {
  return html`${runs(view, race)} ${charts(race, view.width)} ${player(view, race)}`;
}

function runs({ race: { settings: made } }: TrainingView, race: Race): TemplateResult {
  const { run: say, settings: inWords } = words;
  return html`<ul class="runs" aria-label=${say.list}>
    ${runNames.map((run) => {
      const { model } = race.records[run];
      const loss = race.records[run].lossAt(race.at);
      const settings = inWords(runSettings(made, run)).join(', ');
      return html`<li>
        <span class="name"><b>${runLabel(run)}</b><span class="line ${run}"></span></span>
        <span class="shape"
          >${say.shape(model.heads, model.dHead, model.layers)}${withSymbols(settings && `, ${settings}`)}</span
        >
        <span>${say.parameters(model.parameters)}</span>
        <span>${say.loss(loss)}</span>
        <span class="progress">${loss === null ? nothing : describeProgress(race, run)}</span>
      </li>`;
    })}
  </ul>`;
}

function charts(race: Race, width: number): TemplateResult {
  const say = words.charts;
  const { relations } = race.records.a.model;
  const isBeside = width >= 900;
  const left = isBeside ? Math.floor(0.48 * width) : width;
  const right = isBeside ? width - left - 48 : width;
  const columns = relations.length === 1 ? 1 : 2;
  const small = Math.floor((right - 32 * (columns - 1)) / columns);
  return html`<div class="charts ${isBeside ? 'beside' : ''}">
    <section>
      <h3>${say.loss}</h3>
      ${pictureView('chart', lossChart(race, left, width < 560 ? 220 : 268, say))}
    </section>
    <section>
      <h3>${say.accuracy}</h3>
      <div class="small" .style=${`--columns:${columns}`}>
        ${relations.map(
          (relation, r) =>
            html`<div>
              <p>${relationLabel(relation)}</p>
              ${pictureView('chart', accuracyChart(race, r, small, relations.length > 2 ? 86 : 150))}
            </div>`,
        )}
      </div>
    </section>
  </div>`;
}

function player(view: TrainingView, race: Race): TemplateResult {
  const say = words.player;
  const { state: wanted, scrub, change } = view;
  const { at, limit } = race;
  const paces: Pace[] = ['30', '60', 'all'];
  return html`<div class="player">
      ${playButton(view)} ${button(say.step, view.step, 'plain', { disabled: isBlocked(view) })}
      <label class="scrubber">
        <input
          type="range"
          min="0"
          max=${limit}
          .value=${live(String(view.race.requestedStep ?? at))}
          aria-label=${say.scrubber}
          aria-valuetext=${say.at(at, limit)}
          @input=${(event: Event) => scrub((event.target as HTMLInputElement).valueAsNumber)}
        />
        <span>${say.at(at, limit)}</span>
      </label>
      ${segments({
        label: say.pace,
        name: 'pace',
        value: wanted.pace,
        choices: paces.map((value) => ({
          value,
          label: value === 'all' ? say.all : value,
        })),
        choose: (pace) => change({ pace }),
      })}
    </div>
    <div class="further">
      ${reason(view)}
      ${
        isDone(view) && limit < limits.steps && !view.race.hasEnded
          ? button(say.further(limits.steps), view.runOn, 'link')
          : nothing
      }
      ${isBlocked(view) ? nothing : button(say.seed, view.reseed, 'link')} ${history(view)}
    </div>`;
}

/** Shown once there is something to undo. */
function history({ undo, redo }: TrainingView): TemplateResult | typeof nothing {
  if (!undo && !redo) return nothing;
  const say = words.player;
  return html`<span class="history"
    >${button(say.undo, () => undo?.(), 'link', { disabled: undo === null })}
    ${button(say.redo, () => redo?.(), 'link', { disabled: redo === null })}</span
  >`;
}

function playButton(view: TrainingView): TemplateResult {
  const say = words.player;
  const { race } = view;
  if (race.isPlaying) return stopButton(say.pause, view.pause, 'filled');
  if (isDone(view)) return button(say.again, view.restart, 'filled');
  const label = race.steps > 0 ? say.resume : say.play;
  return button(label, view.play, isBlocked(view) ? 'plain' : 'filled', {
    disabled: isBlocked(view),
  });
}

const isDone = ({ race, state: wanted }: TrainingView) =>
  race.hasEnded || race.steps >= stepLimit(wanted);

/** Training is not possible before the prediction or with invalid settings. */
const isBlocked = ({ race, isPredictionOpen }: TrainingView) =>
  isPredictionOpen || race.refusal !== null;

function reason({ race, isPredictionOpen }: TrainingView): TemplateResult | typeof nothing {
  const say = words.states;
  if (race.refusal) return html`<span>${say.repairFirst}</span>`;
  return isPredictionOpen ? html`<span>${say.predictFirst}</span>` : nothing;
}
