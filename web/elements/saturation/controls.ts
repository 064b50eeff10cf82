import { html, type TemplateResult } from 'lit';
import { nextSeed } from '../../lib/state-fields.js';
import { button, range, resetButton, segments, type Choice } from '../../ui/controls.js';
import { widths, type Scale } from './draws.js';
import type { SaturationState } from './state.js';
import { words } from './words/index.js';

export function saturationControls(board: {
  readonly state: SaturationState;
  /** What is being drawn, or empty. */
  readonly progress: string;
  readonly change: (change: Partial<SaturationState>) => void;
  readonly reset: () => void;
}): TemplateResult {
  const { state, change, progress, reset } = board;
  const { controls } = words;
  return html`<div class="row">
    ${range({
      name: controls.width,
      ...{ min: 0, max: widths.length - 1, step: 1, value: widths.indexOf(state.dHead) },
      shown: String(state.dHead),
      set: (place) => change({ dHead: widths[place]! }),
    })}
    ${segments({
      label: controls.divisor,
      ...{ name: 'scale', value: state.scale, choices: scaleChoices() },
      choose: (scale) => change({ scale }),
    })}
    <div class="control draws">
      <span class="hint">${controls.draws}</span>
      ${button(controls.again, () => change({ seed: nextSeed(state.seed) }))}
      <span class="progress hint">${progress}</span>
    </div>
    <span class="reset">${resetButton(reset)}</span>
  </div>`;
}

const scaleChoices = (): readonly Choice<Scale>[] => [
  { value: 'sqrt-d-head', label: '√d_head', spoken: words.spokenScale['sqrt-d-head'] },
  { value: 'sqrt-d-model', label: '√d_model', spoken: words.spokenScale['sqrt-d-model'] },
  { value: 'none', label: words.nothing },
];
