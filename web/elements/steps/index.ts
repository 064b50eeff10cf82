export { Steps } from './steps.js';
export { StepsListing } from './listing.js';
export type { StepsState } from './state.js';
