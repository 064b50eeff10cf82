export { Training } from './training.js';
export type { TrainingState } from './state.js';
