/** The listings of the step-through: in a module of their own, which only its pages load. */
import type { Language } from './steps-state.js';
import cpp from '../lesson/steps/attention.cpp?raw';
import javascript from '../lesson/steps/attention.js?raw';
import numpy from '../lesson/steps/attention.py?raw';
import pseudocode from '../lesson/steps/attention.txt?raw';
import pytorch from '../lesson/steps/attention.torch.py?raw';

/** By language, as web/lib/listing.ts reads them. */
export const stepListings: Readonly<Record<Language, string>> = {
  pseudocode,
  numpy,
  pytorch,
  cpp,
  javascript,
};
