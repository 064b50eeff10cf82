import { html, type TemplateResult } from 'lit';
import { list, range, resetButton, segments } from '../../ui/controls.js';
import { usualWidth, type FeedForwardRun } from './run.js';
import {
  activations,
  dModel,
  feedForwardLimits,
  type Activation,
  type FeedForwardState,
} from './state.js';
import { words } from './words/index.js';

export interface FeedForwardControls {
  readonly run: FeedForwardRun;
  readonly change: (change: Partial<FeedForwardState>) => void;
  readonly reset: () => void;
}

/** What changes the picture: activation, token, hidden width. */
export function layerControls({ run, change, reset }: FeedForwardControls): TemplateResult {
  const { state, layer, engine } = run;
  const { controls, activations: names } = words;
  const { min, max } = feedForwardLimits.dFf;
  const usual = usualWidth(engine, state.activation);
  return html`<div class="row">
    ${segments<Activation>({
      label: controls.activation,
      name: 'activation',
      value: state.activation,
      choices: activations.map((value) => ({ value, label: names[value] })),
      choose: (activation) => change({ activation, dFf: null, unit: null }),
    })}
    ${tokenChoice(state, (token) => change({ token, unit: null }))}
    ${range({
      name: controls.hidden,
      ...{ min, max, step: 1, value: layer.dFf },
      set: (width) => change({ dFf: width === usual ? null : width }),
    })}
    <span class="reset">${resetButton(reset)}</span>
  </div>`;
}

/** Words as segments; a long sentence as a list. */
function tokenChoice(
  { tokens, token }: FeedForwardState,
  choose: (token: number) => void,
): TemplateResult {
  const control = {
    label: words.controls.token,
    value: String(token),
    choices: tokens.map((label, i) => ({ value: String(i), label })),
    choose: (value: string) => choose(Number(value)),
  };
  const isShort = tokens.join('').length <= 32;
  return isShort ? segments({ ...control, name: 'token' }) : list(control);
}

/** Which number is explained. */
export function numberControls({ run, change }: FeedForwardControls): TemplateResult {
  const { state, layer, unit } = run;
  const { controls } = words;
  return html`<div class="row numbers">
    ${range({
      name: controls.unit,
      ...{ min: 0, max: layer.dFf - 1, step: 1, value: unit },
      set: (unit) => change({ unit }),
    })}
    ${range({
      name: controls.column,
      ...{ min: 0, max: dModel - 1, step: 1, value: state.column },
      set: (column) => change({ column }),
    })}
  </div>`;
}
