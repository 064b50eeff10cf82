import { html, nothing, type TemplateResult } from 'lit';
import { plain } from '../../lib/numbers.js';
import { list, range, segments } from '../../ui/controls.js';
import { seedSlider } from '../../ui/seed-slider.js';
import { integerField } from '../../ui/fields.js';
import { withEffect, type ControlBoard } from './controls.js';
import { limits, onWeights, type SandboxState } from './state.js';
import { extraWords } from './words/extras.js';

/** The controls for the layer's weights, sizes and seed. */
export function layerControls(board: ControlBoard): TemplateResult {
  const { wanted, change, endStep } = board;
  const { layer } = extraWords;
  const counts = Array.from({ length: limits.heads }, (_, i) => i + 1);
  const divisors = counts.filter((count) => wanted.heads % count === 0);
  const disabled = wanted.weights === 'trained';
  const own = disabled ? html`<p class="effect">${layer.own}</p>` : nothing;
  return html`<div class="row" role="group" aria-label=${layer.layer} @change=${endStep}>
    ${segments({
      label: layer.weights,
      name: 'weights',
      value: wanted.weights,
      choices: [
        { value: 'trained', label: layer.kinds.trained },
        { value: 'random', label: layer.kinds.random },
      ],
      choose: (weights) => change(onWeights(wanted, weights)),
    })}
    <div>
      ${list({
        label: layer.heads,
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
        label: layer.kvHeads,
        value: String(wanted.kvHeads ?? wanted.heads),
        choices: divisors.map((count) => ({ value: String(count), label: String(count) })),
        choose: (kvHeads) =>
          change({ kvHeads: Number(kvHeads) === wanted.heads ? null : Number(kvHeads) }),
      }),
    )}
    <div>
      ${integerField({
        label: layer.dModel,
        min: 1,
        max: limits.dModel,
        value: wanted.dModel,
        disabled,
        set: (dModel) => change({ dModel }),
      })}
      ${own}
    </div>
    <div>${seedSlider(wanted.seed, (seed) => change({ seed }, 'seed'), disabled)} ${own}</div>
    ${range({
      name: layer.embeddingScale,
      min: 0,
      max: 4,
      step: 0.1,
      value: wanted.embeddingScale,
      shown: plain(wanted.embeddingScale),
      set: (embeddingScale) => change({ embeddingScale }, 'scale'),
    })}
  </div>`;
}

/** The head width of the chosen state. If it is not a whole number, says so. */
function headWidth({ dModel, heads }: SandboxState): string {
  const { width, notWhole } = extraWords.layer;
  return dModel % heads === 0 ? width(dModel / heads) : notWhole(dModel, heads, dModel / heads);
}
