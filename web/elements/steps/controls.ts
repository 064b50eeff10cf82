import { html, type TemplateResult } from 'lit';
import { splitWords } from '../../lib/state-fields.js';
import type { StepsProblem } from './problem.js';
import { presets, stepLimits, type StepsState } from './state.js';
import { variants, type Variant } from './list.js';
import { button, list, resetButton, toggle } from '../../ui/controls.js';
import { seedSlider } from '../../ui/seed-slider.js';
import { textField, integerField } from '../../ui/fields.js';
import { forgetRefused, type Refusal } from '../../ui/field.js';
import type { Notice } from '../../ui/notice.js';
import { words } from './words/index.js';

interface StepsControlsProps {
  readonly state: StepsState;
  readonly problem: StepsProblem | null;
  /** @param control  a drag of it is one step of undo, until `endStep` */
  readonly change: (change: Partial<StepsState>, control?: string) => void;
  readonly endStep: () => void;
  readonly reset: () => void;
}

/** The controls for the sentence, the sizes and the variant of attention. */
export function stepsControls({
  state,
  problem,
  change,
  endStep,
  reset,
}: StepsControlsProps): TemplateResult {
  const { controls } = words;
  const fieldRefusal = (field: StepsProblem['field']) =>
    problem?.field === field ? refusal(problem.notice) : null;
  const counts = Array.from({ length: stepLimits.heads }, (_, i) => String(i + 1));
  return html`<div class="row" @change=${endStep}>
      ${textField({
        label: controls.tokens(stepLimits.tokens),
        value: state.tokens.join(' '),
        refusal: fieldRefusal('tokens'),
        refuse: (text) => {
          const count = splitWords(text).length;
          return count > stepLimits.tokens ? controls.tooMany(count, stepLimits.tokens) : null;
        },
        set: (text) => change({ tokens: splitWords(text) }),
      })}
      ${integerField({
        label: controls.dModel,
        min: 1,
        max: stepLimits.dModel,
        value: state.dModel,
        refusal: fieldRefusal('dModel'),
        set: (dModel) => change({ dModel }),
      })}
      ${list({
        label: controls.heads,
        value: String(state.heads),
        choices: counts.map((count) => ({ value: count, label: count })),
        choose: (heads) => change({ heads: Number(heads) }),
      })}
      ${list({
        label: controls.variant,
        value: state.variant,
        choices: variants.map((value) => ({ value, label: controls.variants[value] })),
        choose: (variant) => change({ variant: variant as Variant }),
      })}
      ${seedSlider(state.seed, (seed) => change({ seed }, 'seed'))}
      ${toggle({ label: controls.causal, on: state.causal, set: (causal) => change({ causal }) })}
    </div>
    <div class="end">
      <span>${controls.presets}</span>
      ${presets.map((preset) =>
        button(
          controls.preset(preset.tokens.join(' '), preset.heads),
          (event) => {
            forgetRefused(event);
            change({ ...preset });
          },
          'link',
        ),
      )}
      ${resetButton(reset)}
    </div>`;
}

const refusal = ({ title, why, repair }: Notice): Refusal => ({
  words: html`<b>${title}</b> ${why}`,
  repair,
});
