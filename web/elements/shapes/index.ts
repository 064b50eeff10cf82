export { PatternCheck } from './pattern-check.js';
export { ShapeCheck } from './shape-check.js';
export type { PatternCheckState } from './pattern-state.js';
export type { ShapeCheckState } from './shape-state.js';
