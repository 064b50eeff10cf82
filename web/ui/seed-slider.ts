import type { TemplateResult } from 'lit';
import { highestSeed } from '../lib/state-fields.js';
import { range } from './controls.js';
import { uiWords } from './words/index.js';

/** A few seeds are enough to play with; an address or an attribute may choose a higher one. */
const usualMost = 99;

export const seedSlider = (
  seed: number,
  set: (seed: number) => void,
  disabled = false,
): TemplateResult =>
  range({
    name: uiWords.fields.seed,
    max: seed > usualMost ? highestSeed : usualMost,
    ...{ min: 0, step: 1, value: seed, disabled, set },
  });
