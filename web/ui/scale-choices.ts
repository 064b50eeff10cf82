import type { Choice } from './controls.js';
import { uiWords } from './words/index.js';

/** The choices for what scores are divided by. */
export function scales(): readonly Choice<'sqrt-d-head' | 'sqrt-d-model' | 'none'>[] {
  const { nothing, spokenScale } = uiWords.scale;
  return [
    { value: 'sqrt-d-head', label: '√d_head', spoken: spokenScale.head },
    { value: 'sqrt-d-model', label: '√d_model', spoken: spokenScale.model },
    { value: 'none', label: nothing },
  ];
}
