/** The listings of the step-through: in a module of their own, which only its pages load. */
import type { Language } from '../state.js';
import cpp from './attention.cpp?raw';
import javascript from './attention.js?raw';
import numpy from './attention.py?raw';
import pseudocode from './attention.txt?raw';
import pytorch from './attention.torch.py?raw';

/** By language, as web/elements/steps/listing-lines.ts reads them. */
export const stepListings: Readonly<Record<Language, string>> = {
  pseudocode,
  numpy,
  pytorch,
  cpp,
  javascript,
};
