import { html, type TemplateResult } from 'lit';
import type { ManyheadsError } from '../../../emscripten/package/index.js';
import { splitWords } from '../../lib/state-fields.js';
import { presets, defaultSteps, stepLimits, type StepsState } from './state.js';
import { variants, type Variant } from './step-list.js';
import { inEnglish } from '../../lib/in-english.js';
import {
  button,
  list,
  range,
  resetButton,
  textField,
  toggle,
  integerField,
} from '../../ui/controls.js';
import { forgetRefused, type Refusal } from '../../ui/field.js';
import type { Notice } from '../../ui/notice.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';

interface StepsControlsProps {
  readonly state: StepsState;
  readonly problem: StepsProblem | null;
  readonly change: (change: Partial<StepsState>) => void;
  readonly reset: () => void;
}

/** The controls for the sentence, the sizes and the variant of attention. */
export function stepsControls({
  state,
  problem,
  change,
  reset,
}: StepsControlsProps): TemplateResult {
  const { controls } = words;
  const fieldRefusal = (field: StepsProblem['field']) =>
    problem?.field === field ? refusal(problem.notice) : null;
  const counts = Array.from({ length: stepLimits.heads }, (_, i) => String(i + 1));
  return html`<div class="row">
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
      ${range({
        label: uiWords.fields.seed(state.seed),
        min: 0,
        max: 99,
        step: 1,
        value: state.seed,
        set: (seed) => change({ seed }),
      })}
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

/** Why the settings cannot be run, and the field to correct; null if no single field is wrong. */
export interface StepsProblem {
  readonly field: 'tokens' | 'dModel' | null;
  readonly notice: Notice;
}

const refusal = ({ title, why, repair }: Notice): Refusal => ({
  words: html`<b>${title}</b> ${why}`,
  repair,
});

/** Why the settings cannot be run and how to repair them. The last valid picture stays. */
export function stepsProblem(
  error: ManyheadsError,
  state: StepsState,
  shownState: StepsState,
  change: (change: Partial<StepsState>) => void,
): StepsProblem {
  const { tokens, dModel, heads } = state;
  if (tokens.length === 0) {
    const label = uiWords.problems.useSentence(defaultSteps.tokens.join(' '));
    const repair = { label, act: () => change({ tokens: defaultSteps.tokens }) };
    return {
      field: 'tokens',
      notice: { title: uiWords.problems.emptyTitle, why: uiWords.problems.empty, repair },
    };
  }
  if (dModel % heads !== 0) {
    const above = Math.ceil(dModel / heads) * heads;
    const width = above <= stepLimits.dModel ? above : above - heads;
    const notice = {
      title: uiWords.problems.splitTitle(dModel, heads),
      why: uiWords.problems.split(
        dModel,
        heads,
        dModel / heads,
        shownState.dModel,
        shownState.heads,
      ),
      repair: { label: uiWords.problems.use(width), act: () => change({ dModel: width }) },
    };
    return { field: 'dModel', notice };
  }
  const repair = { label: uiWords.problems.back, act: () => change(shownState) };
  return {
    field: null,
    notice: { title: uiWords.problems.failedTitle, why: inEnglish(error.message), repair },
  };
}
