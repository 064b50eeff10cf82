export { Cell } from './cell.js';
export type { CellState } from './state.js';
