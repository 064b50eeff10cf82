export { OutputProjection } from './output-projection.js';
export type { OutputProjectionState } from './state.js';
