import { declareSettings, type Declarations } from '../../ui/settings.js';
import { costFormat, type CostState, type Reading } from './state.js';

/** The properties that set the state of the desk. */
export type CostSettings = CostState & { readonly reading: Reading };

/** The declarations of these properties for Lit. */
export const settings: Declarations<keyof CostSettings> = {
  ...declareSettings(costFormat),
  reading: {},
};
