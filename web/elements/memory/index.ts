export { Memory } from './memory.js';
export type { MemoryState } from './state.js';
