export { Masks } from './masks.js';
export type { MasksState } from './state.js';
