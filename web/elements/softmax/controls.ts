import { html, nothing, type TemplateResult } from 'lit';
import { plain } from '../../lib/numbers.js';
import { button, range, resetButton, toggle } from '../../ui/controls.js';
import { experiments, isPossible, type Experiment } from './experiments.js';
import type { SoftmaxRun } from './run.js';
import { softmaxLimits, type SoftmaxState } from './state.js';
import { words } from './words/index.js';

export interface SoftmaxControls {
  readonly run: SoftmaxRun;
  readonly change: (change: Partial<SoftmaxState>, control?: string) => void;
  readonly endDrag: () => void;
  /** Null where there is nothing to undo, or to redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly reset: () => void;
}

/** What the scores go through on their way. */
export function softmaxControls(board: SoftmaxControls): TemplateResult {
  const { run, change, endDrag, undo, redo, reset } = board;
  const { temperature, subtractMax, power } = run.state;
  const { controls } = words;
  const { min, max } = softmaxLimits.temperature;
  return html`<div class="row" @change=${endDrag}>
    ${range({
      name: controls.temperature,
      ...{ min, max, step: 0.1, value: temperature, shown: plain(temperature) },
      set: (temperature) => change({ temperature }, 'temperature'),
    })}
    ${toggle({
      label: controls.subtractMax,
      on: subtractMax,
      set: (subtractMax) => change({ subtractMax }),
    })}
    ${toggle({ label: controls.power, on: power, set: (power) => change({ power }) })}
    <span class="history"
      >${button(controls.undo, () => undo?.(), 'link', { disabled: undo === null })}
      ${button(controls.redo, () => redo?.(), 'link', { disabled: redo === null })}
      ${resetButton(reset)}</span
    >
  </div>`;
}

/** The buttons that change scores, and below them a question or what was found. */
export function experimentButtons(
  { engine, state }: SoftmaxRun,
  found: string | TemplateResult,
  run: (experiment: Experiment) => void,
): TemplateResult {
  const possible = experiments.map((experiment) => isPossible(engine, state, experiment));
  return html`<div class="experiments">
      ${experiments.map((experiment, i) =>
        button(words.experiments[experiment], () => run(experiment), 'plain', {
          disabled: !possible[i],
        }),
      )}
    </div>
    <p class="found" role="status">
      ${possible.every(Boolean) ? nothing : words.tooLarge(softmaxLimits.score)} ${found}
    </p>`;
}
