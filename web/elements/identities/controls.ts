import { html, type TemplateResult } from 'lit';
import { nextSeed, splitWords } from '../../lib/state-fields.js';
import { button, resetButton, segments } from '../../ui/controls.js';
import { textField } from '../../ui/fields.js';
import { uiWords } from '../../ui/words/index.js';
import { dHead } from './sizes.js';
import { headChoices, tokenLimits, type IdentitiesState } from './state.js';
import { words } from './words/index.js';

/** What all ten rows are run on. */
export function identitiesControls(
  { tokens, heads, seed }: IdentitiesState,
  change: (change: Partial<IdentitiesState>) => void,
  reset: () => void,
): TemplateResult {
  const { controls } = words;
  const { min, max } = tokenLimits;
  return html`<div class="row">
    ${textField({
      label: controls.tokens(min, max),
      value: tokens.join(' '),
      refuse: (text) => {
        const count = splitWords(text).length;
        return count < min || count > max
          ? uiWords.fields.notTaken(text, controls.count(min, max))
          : null;
      },
      set: (text) => change({ tokens: splitWords(text) }),
    })}
    ${segments({
      label: controls.heads(dHead),
      name: 'heads',
      value: String(heads),
      choices: headChoices.map((value) => ({ value, label: value })),
      choose: (value) => change({ heads: Number(value) }),
    })}
    <div class="control">
      <p class="label">${controls.seed(seed)}</p>
      ${button(controls.draw, () => change({ seed: nextSeed(seed) }), 'plain')}
    </div>
    <span class="reset">${resetButton(reset)}</span>
  </div>`;
}
