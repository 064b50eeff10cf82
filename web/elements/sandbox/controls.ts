import { html, type TemplateResult } from 'lit';
import type { SandboxState } from './state.js';
import { withSymbols } from '../../ui/symbols.js';
import { resetButton, segments, toggle } from '../../ui/controls.js';
import { effect, isOn, type Experiment } from './experiments.js';
import type { SandboxModel, SandboxRun } from './run.js';
import { scales } from '../../ui/scale-choices.js';
import { headsInUse } from './heads-in-use.js';
import { words } from './words/index.js';

/** What the controls show, and what they do on input. */
export interface ControlBoard {
  readonly model: SandboxModel;
  readonly run: SandboxRun;
  /** The chosen state. If it is invalid, the run still shows the last valid one. */
  readonly wanted: SandboxState;
  /** @param control  a drag of it is one step of undo, until `endStep` */
  readonly change: (change: Partial<SandboxState>, control?: string) => void;
  readonly endStep: () => void;
  readonly flip: (panel: 'isEditing' | 'isLayerOpen') => void;
  readonly reset: () => void;
}

/**
 * The experiments, each with the number that it changes. They are above the picture, so that learners
 * see what each one does.
 */
export function experimentControls(board: ControlBoard): TemplateResult {
  const { wanted, change } = board;
  const { controls } = words;
  return html`<div class="experiments">
    ${withEffect(
      board,
      'removed',
      headsInUse({
        ...wanted,
        label: controls.headsInUse,
        set: (removed) => change({ removed }),
      }),
    )}
    ${withEffect(
      board,
      'scale',
      segments({
        label: controls.scale,
        name: 'scale',
        value: wanted.scale,
        choices: scales(),
        choose: (scale) => change({ scale }),
      }),
    )}
    ${withEffect(
      board,
      'combine',
      segments({
        label: controls.combine,
        name: 'combine',
        value: wanted.combine === 'sum' ? 'sum' : 'concat',
        choices: [
          { value: 'concat', label: controls.concat },
          { value: 'sum', label: controls.sum },
        ],
        choose: (combine) => change({ combine }),
      }),
    )}
    ${withEffect(
      board,
      'causal',
      toggle({ label: controls.causal, on: wanted.causal, set: (causal) => change({ causal }) }),
    )}
    ${withEffect(
      board,
      'output',
      toggle({
        label: controls.output,
        on: wanted.outputProjection,
        set: (outputProjection) => change({ outputProjection }),
      }),
    )}
    <div class="last">
      ${withEffect(
        board,
        'tie',
        toggle({ label: controls.tie, on: wanted.tie, set: (tie) => change({ tie }) }),
      )}
      <div class="reset">${resetButton(board.reset)}</div>
    </div>
  </div>`;
}

/** A control with a sentence about its effect. */
export function withEffect({ model, run }: ControlBoard, id: Experiment, control: TemplateResult) {
  const { before, after } = effect(model, run.state, id);
  const sentence = words.effects[id](before, after, isOn(run.state, id), run.state.head);
  return html`<div class="experiment">
    ${control}
    <p class="effect">${withSymbols(sentence)}</p>
  </div>`;
}
