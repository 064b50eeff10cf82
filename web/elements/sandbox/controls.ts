import { html, nothing, type TemplateResult } from 'lit';
import { limits, onWeights, type SandboxState } from './state.js';
import { list, range, resetButton, segments, toggle, integerField } from '../../ui/controls.js';
import { effect, isOn, type Experiment } from './experiments.js';
import type { SandboxModel, SandboxRun } from './run.js';
import { scales } from '../../ui/scale-choices.js';
import { uiWords } from '../../ui/words/index.js';
import { headsInUse } from './heads-in-use.js';
import { words } from './words/index.js';

/** What the controls show, and what they do on input. */
export interface ControlBoard {
  readonly model: SandboxModel;
  readonly run: SandboxRun;
  /** The chosen state. If it is invalid, the run still shows the last valid one. */
  readonly wanted: SandboxState;
  readonly change: (change: Partial<SandboxState>) => void;
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

/** The controls for the layer's weights, sizes and seed. */
export function layerControls(board: ControlBoard): TemplateResult {
  const { wanted, change } = board;
  const { controls, trained } = words;
  const counts = Array.from({ length: limits.heads }, (_, i) => i + 1);
  const divisors = counts.filter((count) => wanted.heads % count === 0);
  const disabled = wanted.weights === 'trained';
  const own = disabled ? html`<p class="effect">${trained.own}</p>` : nothing;
  return html`<div class="row" role="group" aria-label=${controls.layer}>
    ${segments({
      label: trained.weights,
      name: 'weights',
      value: wanted.weights,
      choices: [
        { value: 'trained', label: trained.kinds.trained },
        { value: 'random', label: trained.kinds.random },
      ],
      choose: (weights) => change(onWeights(wanted, weights)),
    })}
    <div>
      ${list({
        label: controls.heads,
        value: String(wanted.heads),
        choices: counts.map((count) => ({ value: String(count), label: String(count) })),
        disabled,
        choose: (heads) => change({ heads: Number(heads), kvHeads: null }),
      })}
      ${disabled ? own : html`<p class="effect">${headWidth(wanted)}</p>`}
    </div>
    ${withEffect(
      board,
      'kv',
      list({
        label: controls.kvHeads,
        value: String(wanted.kvHeads ?? wanted.heads),
        choices: divisors.map((count) => ({ value: String(count), label: String(count) })),
        choose: (kvHeads) =>
          change({ kvHeads: Number(kvHeads) === wanted.heads ? null : Number(kvHeads) }),
      }),
    )}
    <div>
      ${integerField({
        label: controls.dModel,
        min: 1,
        max: limits.dModel,
        value: wanted.dModel,
        disabled,
        set: (dModel) => change({ dModel }),
      })}
      ${own}
    </div>
    <div>
      ${range({
        label: uiWords.fields.seed(wanted.seed),
        min: 0,
        max: 99,
        step: 1,
        value: wanted.seed,
        disabled,
        set: (seed) => change({ seed }),
      })}
      ${own}
    </div>
    ${range({
      label: controls.embeddingScale(wanted.embeddingScale),
      min: 0,
      max: 4,
      step: 0.1,
      value: wanted.embeddingScale,
      set: (embeddingScale) => change({ embeddingScale }),
    })}
  </div>`;
}

/** The head width of the chosen state. If it is not a whole number, says so. */
function headWidth({ dModel, heads }: SandboxState): string {
  const { width, notWhole } = words.effects;
  return dModel % heads === 0 ? width(dModel / heads) : notWhole(dModel, heads, dModel / heads);
}

function withEffect({ model, run }: ControlBoard, id: Experiment, control: TemplateResult) {
  const { before, after } = effect(model, run.state, id);
  const sentence = words.effects[id](before, after, isOn(run.state, id), run.state.head);
  return html`<div class="experiment">
    ${control}
    <p class="effect">${sentence}</p>
  </div>`;
}
