export { Cost } from './cost.js';
export type { CostState } from './state.js';
export { Value } from './value.js';
