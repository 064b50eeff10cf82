import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ManyheadsError } from '../../emscripten/package/index.js';
import { splitWords } from '../lib/sandbox-state.js';
import { presets, startOfSteps, stepLimits, type StepsState } from '../lib/steps-state.js';
import { variants, type Variant } from '../lib/steps.js';
import { button, list, range, toggle, wholeNumber } from './controls.js';
import type { Notice } from './notice.js';
import { strings } from './strings.js';

export interface StepsBoard {
  readonly wanted: StepsState;
  readonly change: (change: Partial<StepsState>) => void;
  readonly reset: () => void;
}

/** What can be edited: the sentence, the sizes, and what differs from multi-head attention. */
export function stepsControls({ wanted, change, reset }: StepsBoard): TemplateResult {
  const { controls } = strings.steps;
  const counts = Array.from({ length: stepLimits.heads }, (_, i) => String(i + 1));
  return html`<div class="row">
      <label class="control field tokens">
        <span>${controls.tokens(stepLimits.tokens)}</span>
        <input
          spellcheck="false"
          autocomplete="off"
          dir="auto"
          .value=${live(wanted.tokens.join(' '))}
          @change=${(event: Event) =>
            change({
              tokens: splitWords((event.target as HTMLInputElement).value).slice(
                0,
                stepLimits.tokens,
              ),
            })}
        />
      </label>
      ${wholeNumber({
        label: controls.dModel,
        min: 1,
        max: stepLimits.dModel,
        value: wanted.dModel,
        set: (dModel) => change({ dModel }),
      })}
      ${list({
        label: controls.heads,
        value: String(wanted.heads),
        choices: counts.map((count) => ({ value: count, label: count })),
        choose: (heads) => change({ heads: Number(heads) }),
      })}
      ${list({
        label: controls.variant,
        value: wanted.variant,
        choices: variants.map((value) => ({ value, label: controls.variants[value] })),
        choose: (variant) => change({ variant: variant as Variant }),
      })}
      ${range({
        label: strings.controls.seed(wanted.seed),
        min: 0,
        max: 99,
        step: 1,
        value: wanted.seed,
        set: (seed) => change({ seed }),
      })}
      ${toggle({ label: controls.causal, on: wanted.causal, set: (causal) => change({ causal }) })}
    </div>
    <div class="end">
      <span>${controls.presets}</span>
      ${presets.map((preset) =>
        button(
          controls.preset(preset.tokens.join(' '), preset.heads),
          () => change({ ...preset }),
          'link',
        ),
      )}
      ${button(strings.figure.reset, reset, 'link')}
    </div>`;
}

/** What cannot be run, why, and what repairs it; the last good picture stays. */
export function stepsProblem(
  error: ManyheadsError,
  wanted: StepsState,
  shown: StepsState,
  change: (change: Partial<StepsState>) => void,
): Notice {
  const { states } = strings;
  const { tokens, dModel, heads } = wanted;
  if (tokens.length === 0) {
    const label = states.useSentence(startOfSteps.tokens.join(' '));
    const repair = { label, act: () => change({ tokens: startOfSteps.tokens }) };
    return { title: states.emptyTitle, why: states.empty, repair };
  }
  if (dModel % heads !== 0) {
    const above = Math.ceil(dModel / heads) * heads;
    const width = above <= stepLimits.dModel ? above : above - heads;
    return {
      title: states.splitTitle(dModel, heads),
      why: states.split(dModel, heads, dModel / heads, shown.dModel, shown.heads),
      repair: { label: states.use(width), act: () => change({ dModel: width }) },
    };
  }
  const repair = { label: states.back, act: () => change(shown) };
  return { title: states.failedTitle, why: error.message, repair };
}
