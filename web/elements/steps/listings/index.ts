/** The listings of the step-through, in a module that is loaded only when needed. */
import type { Language } from '../state.js';
import cpp from './attention.cpp?raw';
import javascript from './attention.js?raw';
import numpy from './attention.py?raw';
import pseudocode from './attention.txt?raw';
import pytorch from './attention.torch.py?raw';

/** Sources with markers, see listing-lines.ts. */
export const stepListings: Readonly<Record<Language, string>> = {
  pseudocode,
  numpy,
  pytorch,
  cpp,
  javascript,
};
