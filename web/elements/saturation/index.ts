export { Saturation } from './saturation.js';
export type { SaturationState } from './state.js';
