import { html } from 'lit';
import type { Choice } from './controls.js';
import { uiWords } from './words/index.js';

const rootOf = (sub: string) =>
  html`<math
    ><mo form="prefix" stretchy="false">√</mo><msub><mi>d</mi><mi>${sub}</mi></msub></math
  >`;

/** The choices for what scores are divided by. */
export function scales(): readonly Choice<'sqrt-d-head' | 'sqrt-d-model' | 'none'>[] {
  const { nothing, spokenScale } = uiWords.scale;
  return [
    { value: 'sqrt-d-head', label: rootOf('k'), spoken: spokenScale.head },
    { value: 'sqrt-d-model', label: rootOf('model'), spoken: spokenScale.model },
    { value: 'none', label: nothing },
  ];
}
